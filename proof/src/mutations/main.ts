import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startLocalMongo } from '@boardwalk/local-mongo'
import { choose, findProblems, mutations } from './choice.ts'
import type { Mutation } from './mutation.ts'
import { endTestRuns, runTests, type TestRun } from './test-run.ts'
import { copyTree, whileChanged } from './tree-copy.ts'

/* Makes the mistakes of the list one at a time in a copy of the tree, and reports those that no test notices. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const COPIES = 2
/** A run that takes longer hangs: no run takes this long on a busy machine. */
const NAMED_MS_MAX = 15 * 60_000
const RELATED_MS_MAX = 60 * 60_000

const { values: options } = parseArgs({
  options: {
    /** A part of the name or the file of the mistakes. */
    only: { type: 'string' },
    /** Only this number of them, chosen by the seed. */
    sample: { type: 'string', default: String(mutations.length) },
    seed: { type: 'string', default: '1' },
    /** Leaves out the run without a mistake, because the tests have just passed. */
    'tests-passed': { type: 'boolean', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const describe = ({ test, seconds, message }: TestRun) => `"${test ?? message}" (${seconds.toFixed(0)} s)`

async function main(): Promise<boolean> {
  const problems = findProblems(mutations, root)
  for (const problem of problems) say(`The list is wrong. ${problem}`)
  const chosen = choose(mutations, { ...options, sample: Number(options.sample) })
  if (chosen.length === 0) say('No mistake of the list has that in its name or file.')
  if (problems.length > 0 || chosen.length === 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-mutations-'))
  const database = await openDatabase(join(folder, 'data'))
  const close = () =>
    endTestRuns()
      .then(() => database.stop())
      .then(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void close().finally(() => process.exit(130)))
  try {
    const copies = Array.from({ length: Math.min(COPIES, chosen.length) }, (_, n) => join(folder, `copy-${n}`))
    for (const copy of copies) await copyTree(root, copy)
    if (!options['tests-passed'] && !(await passWithoutMistake(copies, chosen, database.uri))) return false
    return await makeAll(copies, chosen, database.uri)
  } finally {
    await close()
  }
}

/** Opens one database server for all runs. Each test file uses another database on it. */
async function openDatabase(dataDir: string): Promise<{ uri: string; stop: () => Promise<void> }> {
  const { MONGODB_URI: uri } = process.env
  if (uri) return { uri, stop: async () => {} }
  return startLocalMongo({ dataDir, log: say, isForTests: true })
}

/** Runs all tests that the mistakes name. A test that fails without a mistake would prove nothing. */
async function passWithoutMistake(copies: string[], chosen: Mutation[], mongodbUri: string): Promise<boolean> {
  let havePassed = true
  await distribute([...new Set(chosen.flatMap(({ tests }) => tests))], copies, async (test, folder) => {
    const run = await runTests(folder, ['run', test], mongodbUri, NAMED_MS_MAX)
    if (run.outcome === 'passed') return
    havePassed = false
    say(`Without any mistake, ${test} ${run.outcome}: ${describe(run)}`)
  })
  if (havePassed) say('All tests pass without a mistake.')
  return havePassed
}

async function makeAll(copies: string[], chosen: Mutation[], mongodbUri: string): Promise<boolean> {
  const counts = { noticed: 0, survived: 0, 'not judged': 0 }
  await distribute(chosen, copies, async (mutation, folder) => {
    const { name, file, find, replace, tests, why } = mutation
    const run = (args: string[], msMax: number) =>
      whileChanged(join(folder, file), mutation, () => runTests(folder, args, mongodbUri, msMax))
    /** Runs every test whose file imports the changed one. A test that fails without the mistake, too, proves nothing. */
    const runRelated = async (): Promise<TestRun> => {
      const related = await run(['related', '--run', file], RELATED_MS_MAX)
      if (related.file === undefined) return related
      const without = await runTests(folder, ['run', related.file], mongodbUri, NAMED_MS_MAX)
      if (without.outcome === 'passed') return related
      return { ...without, outcome: 'broken', message: `${related.file} fails without the mistake, too` }
    }
    const named = await run(['run', ...tests], NAMED_MS_MAX)
    const last = named.outcome === 'passed' ? await runRelated() : named
    if (last.outcome === 'failed') {
      counts.noticed++
      say(`noticed${last === named ? '' : ', but not by the tests that it names'}: ${name}, by ${describe(last)}`)
    } else if (last.outcome === 'passed') {
      counts.survived++
      say(`\nSURVIVED: ${name} (${file})\n  - ${find}\n  + ${replace}\n  ${why}\n`)
    } else {
      counts['not judged']++
      say(`\nNOT JUDGED: ${name} (${file}): ${last.outcome}\n${last.message}\n`)
    }
  })
  const summary = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  say(`${chosen.length} mistakes: ${summary.join(', ')}`)
  return counts.noticed === chosen.length
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

process.exitCode = (await main()) ? 0 : 1
