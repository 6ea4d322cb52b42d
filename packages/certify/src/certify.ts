import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@boardwalk/sandbox'
import { Harm, UsageError } from './error.ts'
import { Pool } from './pool.ts'
import { readLastLines, resolveFiles } from './program.ts'
import { makeReport, type Report, type ScenarioResult } from './report/report.ts'
import { clearReports, writeReports } from './report/write.ts'
import type { Expectation, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { Seen } from './seen.ts'
import type { Place, Subject } from './subject.ts'
import { Trial } from './trial.ts'
import { watch } from './watch.ts'

/** What is certified, how, and who hears of it. */
export interface CertifyOptions extends Subject {
  /** Names of the scenarios to play. Without it, all are played. */
  scenarios: readonly string[] | undefined
  /** What the program must be seen to do. */
  expected: readonly Expectation[]
  /** The folder for the report and for what the program prints. Without it, neither is kept. */
  reportFolder: string | undefined
  /** The version of Boardwalk, for the report. */
  version: string
  /** Says where a document of the project is, by its path there. */
  findDocument(path: string): string
  /** Called with what goes on now, in a few words. */
  onProgress(words: string): void
  /** Called with the result of each scenario, in the order of the scenarios. */
  onResult(result: ScenarioResult): Promise<void>
}

/**
 * Plays the scenarios with the program, several at a time, and reports what its candidates and jobs would have suffered. Throws
 * `UsageError`, `ProgramError`, or the reason of `stop`.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const { command, expected, stored, prepare, reportFolder, version } = options
  const chosen = chooseScenarios(options.scenarios)
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-certify-'))
  try {
    if (reportFolder !== undefined) await clearReports(reportFolder)
    const startedAt = new Date()
    const { seen, results } = await playAll(options, chosen, folder)
    const does = seen.list()
    const report = makeReport({ version, command, stored, prepare, startedAt, does, expected, results })
    if (reportFolder !== undefined) await writeReports(reportFolder, report)
    return report
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function chooseScenarios(names: readonly string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios
  return [...new Set(names)].map((name) => {
    const scenario = scenarios.find((each) => each.name === name)
    if (scenario !== undefined) return scenario
    throw new UsageError(`There is no scenario ${name}. Choose from: ${scenarios.map((each) => each.name).join(', ')}`)
  })
}

/** Watches the program, and plays each scenario as soon as the program was seen to do what it is about. */
async function playAll(options: CertifyOptions, chosen: readonly Scenario[], folder: string) {
  const { expected, findDocument, onProgress, onResult, prepare, reportFolder } = options
  const failure = new AbortController()
  const stop = AbortSignal.any([options.stop, failure.signal])
  const subject: Subject = { ...options, command: resolveFiles(options.command), stop }
  const makePlace = (name: string): Place => ({
    name,
    folder: join(folder, name),
    logFile: join(reportFolder ?? folder, `${name}.log`),
  })
  // With --prepare, the program has a place that all its processes share.
  const pool = new Pool(prepare === undefined ? undefined : 1)
  const seen = new Seen()
  const wanted = [...new Set([...chosen.map(({ duty }) => duty), ...expected])]
  async function watchProgram(): Promise<void> {
    await pool.run(() => play(subject, makePlace('duties'), (trial) => watch(trial, seen, wanted)))
    seen.end()
  }
  const watched = watchProgram()

  let played = 0
  const tellProgress = () => onProgress(`${played} of ${chosen.length} scenarios played`)
  async function decide(scenario: Scenario): Promise<ScenarioResult> {
    const { name, promise, duty } = scenario
    const guide = findDocument(scenario.guide)
    const verdict = (await seen.find(duty)) ? await pool.run(() => playOne(scenario)) : notApplicable
    return { name, promise, duty, guide, ...verdict }
  }
  async function playOne(scenario: Scenario): Promise<Judgement> {
    stop.throwIfAborted()
    const judgement = await judge(scenario, subject, makePlace(scenario.name))
    played++
    tellProgress()
    return judgement
  }

  onProgress('Looking what the program does')
  const isLong = (scenario: Scenario) => scenario.isLong === true
  const begun = new Map<Scenario, Promise<ScenarioResult>>()
  for (const scenario of [...chosen.filter(isLong), ...chosen.filter((each) => !isLong(each))])
    begun.set(scenario, decide(scenario))
  async function tellResults(): Promise<ScenarioResult[]> {
    const results: ScenarioResult[] = []
    for (const scenario of chosen) {
      const result = await begun.get(scenario)
      stop.throwIfAborted()
      if (result === undefined) continue
      await onResult(result)
      results.push(result)
    }
    return results
  }
  try {
    const [results] = await Promise.all([tellResults(), watched, ...begun.values()])
    return { seen, results }
  } catch (error) {
    failure.abort(error)
    seen.end()
    await Promise.allSettled([watched, ...begun.values()])
    throw error
  }
}

type Judgement = Pick<ScenarioResult, 'verdict' | 'ms' | 'remarks' | 'harm' | 'evidence' | 'output'>
const notApplicable: Judgement = { verdict: 'not applicable', ms: 0 }

async function judge({ run }: Scenario, subject: Subject, place: Place): Promise<Judgement> {
  const startedMs = performance.now()
  const measure = () => Math.round(performance.now() - startedMs)
  try {
    const remarks = await play(subject, place, async (trial) => {
      await run(trial)
      return trial.remarks
    })
    return { verdict: 'passed', ms: measure(), remarks }
  } catch (error) {
    if (!(error instanceof Harm)) throw error
    const { message: harm, evidence } = error
    return { verdict: 'failed', ms: measure(), harm, evidence, output: await readLastLines(place.logFile) }
  }
}

/** Plays a scenario on a board of its own, and ends the program and the board after it. */
async function play<Result>(subject: Subject, place: Place, run: (trial: Trial) => Promise<Result>): Promise<Result> {
  await mkdir(place.folder)
  await rm(place.logFile, { force: true })
  const sandbox = createSandbox()
  await sandbox.listen()
  const trial = new Trial(sandbox, subject, place)
  try {
    await trial.prepare()
    return await run(trial)
  } finally {
    await trial.program.end()
    await sandbox.close()
  }
}
