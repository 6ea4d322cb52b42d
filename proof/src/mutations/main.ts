import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSource, startLocalMongo } from '@boardwalk/local-mongo'
import { optionsOrUsage } from '../options-or-usage.ts'
import { choose, findProblems } from './choice.ts'
import { mutations } from './list/all.ts'
import type { Mutation } from './mutation.ts'
import { type Options, readOptions, usage } from './options.ts'
import { endTestRuns, runTests, type TestRun } from './test-run.ts'
import { copyTree, whileChanged } from './tree-copy.ts'

/* Makes the mistakes of the list one at a time in a copy of the tree, and reports those that no test notices. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** A run that takes longer hangs. No run takes this long on a busy machine. */
const RUN_MS_MAX = 15 * 60_000
const FILES_OF_RUN = 6

type Verdict = 'killed' | 'survived' | 'timed out' | 'broken' | 'equivalent' | 'not equivalent'
interface Judged {
  mutation: Mutation
  verdict: Verdict
  run: TestRun
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(options: Options): Promise<boolean> {
  const problems = await findProblems(mutations, root)
  for (const problem of problems) say(`The list is wrong. ${problem}`)
  if (problems.length > 0) return false
  const chosen = choose(mutations, options)
  if (chosen.length === 0) {
    say('No mistake of the list has that in its name or file.')
    return false
  }

  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-mutations-'))
  const database = await openDatabase(join(folder, 'data'))
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= endTestRuns()
      .then(() => database.stop())
      .then(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
    return closing
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void close().finally(() => process.exit(130)))
  try {
    const startedMs = performance.now()
    const copies = Array.from({ length: Math.min(options.atOnce, chosen.length) }, (_, n) => join(folder, `copy-${n}`))
    for (const copy of copies) await copyTree(root, copy)
    const unsteady = options.haveTestsPassed ? new Set<string>() : await runBaseline(copies, chosen, database.uri)
    if (unsteady === undefined) return false
    const judged = await judgeAll(copies, chosen, database.uri, unsteady)
    const minutes = (performance.now() - startedMs) / 60_000
    return await conclude(judged, minutes, options.report)
  } finally {
    await close()
  }
}

/** Opens one database server for all runs. Each test file uses another database on it. */
async function openDatabase(dataDir: string): Promise<{ uri: string; stop: () => Promise<void> }> {
  const { MONGODB_URI: uri, LOCAL_MONGO: localMongo } = process.env
  if (uri) return { uri, stop: async () => {} }
  return startLocalMongo({ dataDir, source: parseSource(localMongo), log: say, isDurable: false })
}

/**
 * Runs all tests without a mistake. Answers those that failed once and then passed, because their failure proves nothing.
 * Answers undefined if a test fails twice.
 */
async function runBaseline(copies: string[], chosen: Mutation[], mongodbUri: string): Promise<Set<string> | undefined> {
  const unsteady = new Set<string>()
  let isWhole = true
  await distribute(groupTests(chosen), copies, async ({ tests, testNames }, folder) => {
    const runOnce = () => runTests({ folder, tests, testNames, mongodbUri, timeoutMs: RUN_MS_MAX })
    const first = await runOnce()
    const run = first.outcome === 'failed' ? await runOnce() : first
    if (run.outcome !== 'passed') {
      isWhole = false
      say(`Without any mistake, ${tests.join(', ')} ${run.outcome}: ${run.test ?? ''}\n${run.message}`)
    } else if (first.test !== undefined) {
      unsteady.add(first.test)
      say(`Unsteady, failed once without any mistake: "${first.test}"`)
    }
  })
  if (isWhole) say('All tests pass without any mistake.')
  return isWhole ? unsteady : undefined
}

/** Groups the tests of all mistakes into runs of a few files, each test once. Most of a short run is its start. */
function groupTests(chosen: Mutation[]): Pick<Mutation, 'tests' | 'testNames'>[] {
  const named = new Map(chosen.filter(({ testNames }) => testNames !== undefined).map((each) => [each.testNames, each]))
  const files = [...new Set(chosen.filter(({ testNames }) => testNames === undefined).flatMap(({ tests }) => tests))]
  const runs = Array.from({ length: Math.ceil(files.length / FILES_OF_RUN) }, (_, run) => ({
    tests: files.slice(run * FILES_OF_RUN, (run + 1) * FILES_OF_RUN),
  }))
  return [...named.values(), ...runs]
}

async function judgeAll(
  copies: string[],
  chosen: Mutation[],
  mongodbUri: string,
  unsteady: Set<string>,
): Promise<Judged[]> {
  const judged: Judged[] = []
  await distribute(chosen, copies, async (mutation, folder) => {
    const { file, tests, testNames } = mutation
    const runOnce = () => runTests({ folder, tests, testNames, mongodbUri, timeoutMs: RUN_MS_MAX })
    const run = await whileChanged(join(folder, file), mutation, async () => {
      const first = await runOnce()
      return unsteady.has(first.test ?? '') ? runOnce() : first
    })
    const verdict = judge(mutation, run)
    judged.push({ mutation, verdict, run })
    const by = run.test === undefined ? '' : ` by "${run.test}"`
    say(`${verdict.padEnd(14)} ${mutation.name}${by} (${run.seconds.toFixed(1)} s)`)
  })
  return judged
}

function judge({ equivalent }: Mutation, { outcome }: TestRun): Verdict {
  if (outcome === 'timed out' || outcome === 'broken') return outcome
  if (equivalent !== undefined) return outcome === 'passed' ? 'equivalent' : 'not equivalent'
  return outcome === 'passed' ? 'survived' : 'killed'
}

/** Distributes work over the copies of the tree. A copy takes the next piece when it is free. */
async function distribute<Work>(
  all: readonly Work[],
  copies: string[],
  work: (piece: Work, folder: string) => Promise<void>,
): Promise<void> {
  const left = [...all]
  await Promise.all(
    copies.map(async (folder) => {
      for (let piece = left.shift(); piece !== undefined; piece = left.shift()) await work(piece, folder)
    }),
  )
}

async function conclude(judged: Judged[], minutes: number, reportFile: string | undefined): Promise<boolean> {
  const of = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted)
  for (const { mutation } of of('equivalent')) say(`\nEquivalent: ${mutation.name}: ${mutation.equivalent}`)
  for (const { mutation, run } of of('not equivalent'))
    say(`\nNoticed, though marked as equivalent: ${mutation.name}\n${run.test}\n${run.message}`)
  for (const { mutation, run } of [...of('timed out'), ...of('broken')])
    say(`\nNot judged: ${mutation.name} (${mutation.file})\n${run.message}`)
  for (const { mutation } of of('survived'))
    say(
      `\nSURVIVED: ${mutation.name} (${mutation.file})\n  - ${mutation.find}\n  + ${mutation.replace}\n  ${mutation.why}`,
    )
  const byTimeLimit = of('killed').filter(({ run }) => run.isByTimeLimit)
  const figures = {
    mistakes: judged.length,
    killed: of('killed').length,
    'killed by a test’s time limit alone': byTimeLimit.length,
    equivalent: of('equivalent').length,
    survived: of('survived').length,
    'timed out': of('timed out').length,
    'not judged': of('broken').length + of('not equivalent').length,
    minutes: Number(minutes.toFixed(1)),
  }
  say('')
  for (const [name, value] of Object.entries(figures)) say(`${name.padEnd(36)} ${value}`)
  if (reportFile !== undefined) {
    const results = judged.map(({ mutation, verdict, run }) => ({ ...mutation, verdict, ...run }))
    await writeFile(reportFile, `${JSON.stringify({ figures, results }, null, 2)}\n`)
  }
  const isWhole = figures.killed + figures.equivalent === judged.length
  say(isWhole ? 'Every mistake was noticed, but for those that change nothing.' : 'Not every mistake was noticed.')
  return isWhole
}

const options = optionsOrUsage(readOptions, usage)
if (options === undefined) process.exitCode = 2
else process.exitCode = (await main(options)) ? 0 : 1
