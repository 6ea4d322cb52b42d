import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@boardwalk/sandbox'
import { findDuties } from './duty.ts'
import { Harm, UsageError } from './error.ts'
import { readLastLines, resolveFiles } from './program.ts'
import { makeReport, type Report, type ScenarioResult } from './report/report.ts'
import { clearReports, writeReports } from './report/write.ts'
import { type Duty, duties, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { type Place, type Subject, Trial } from './trial.ts'

/** What is certified, how, and who hears of it. */
export interface CertifyOptions extends Subject {
  /** Names of the scenarios to play. Without it, all are played. */
  scenarios: readonly string[] | undefined
  /** The folder for the report and for what the program prints. Without it, neither is kept. */
  reportFolder: string | undefined
  /** The version of Boardwalk, for the report. */
  version: string
  /** The address of the project's site, which has the pages of the guides. It ends with a slash. */
  homepage: string
  /** Called before each run of the program with what begins, in a few words. */
  onStart(words: string): void
  /** Called with the result of each scenario. The next one begins when it is done. */
  onResult(result: ScenarioResult): Promise<void>
}

const allDuties = Object.keys(duties) as Duty[]

/**
 * Plays each scenario with the program, and reports what its candidates and jobs would have suffered. Throws `UsageError`,
 * `ProgramError`, or the reason of `stop`.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const { command, stored, prepare, reportFolder, version, homepage } = options
  const chosen = chooseScenarios(options.scenarios)
  const subject: Subject = { ...options, command: resolveFiles(command) }
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-certify-'))
  const makePlace = (name: string): Place => ({
    name,
    folder: join(folder, name),
    logFile: join(reportFolder ?? folder, `${name}.log`),
  })
  try {
    if (reportFolder !== undefined) await clearReports(reportFolder)
    const startedAt = new Date()
    options.onStart('Looking what the program does')
    const found = await play(subject, makePlace('duties'), findDuties)
    const results: ScenarioResult[] = []
    for (const scenario of chosen) {
      const { name, promise, duty } = scenario
      options.onStart(name)
      const guide = homepage + scenario.guide.replace('.md', '.html')
      const verdict = found.has(duty) ? await judge(scenario, subject, makePlace(name)) : notApplicable
      const result = { name, promise, duty, guide, ...verdict }
      await options.onResult(result)
      results.push(result)
    }
    const does = allDuties.filter((duty) => found.has(duty))
    const report = makeReport({ version, command, stored, prepare, startedAt, does, results })
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

type Judgement = Pick<ScenarioResult, 'verdict' | 'ms' | 'harm' | 'evidence' | 'output'>
const notApplicable: Judgement = { verdict: 'not applicable', ms: 0 }

async function judge({ run }: Scenario, subject: Subject, place: Place): Promise<Judgement> {
  const startedMs = performance.now()
  const measure = () => Math.round(performance.now() - startedMs)
  try {
    await play(subject, place, run)
    return { verdict: 'passed', ms: measure() }
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
