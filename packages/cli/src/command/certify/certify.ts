import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@boardwalk/sandbox'
import { type ExitCode, exitCode, UsageFailure } from '../../failure.ts'
import type { Run } from '../../shell.ts'
import { findDuties } from './duty.ts'
import { resolveFiles } from './program.ts'
import { printResult, type ScenarioResult, writeReports } from './report.ts'
import { type Duty, Harm, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { type Subject, Trial } from './trial.ts'

export interface CertifyFlags {
  scenario?: string[]
  report?: string
  stored?: string
  prepare?: string
  limit: number
}

/** Plays each scenario with the program, and reports what its candidates and jobs would have suffered. */
export async function certify(
  { world, output, format }: Run,
  command: string[],
  flags: CertifyFlags,
): Promise<ExitCode> {
  const chosen = chooseScenarios(flags.scenario)
  const subject: Subject = {
    command: resolveFiles(command),
    ...{ storedCommand: flags.stored, prepareCommand: flags.prepare },
    ...{ limitMs: flags.limit * 1000, env: world.env },
  }
  if (flags.report !== undefined) await mkdir(flags.report, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-certify-'))
  try {
    const logFile = (name: string) => join(flags.report ?? folder, `${name}.log`)
    const found = await play(subject, { name: 'duties', folder, logFile: logFile('duties') }, findDuties)
    const results: ScenarioResult[] = []
    for (const scenario of chosen) {
      const result = await judge(scenario, found, subject, {
        name: scenario.name,
        folder,
        logFile: logFile(scenario.name),
      })
      if (format === 'table') await printResult(output, result)
      results.push(result)
    }
    const report = { command: command.join(' '), isWhole: flags.scenario === undefined, duties: [...found], results }
    if (flags.report !== undefined) await writeReports(flags.report, report)
    if (format === 'json') await output.document(report)
    return results.some(({ verdict }) => verdict === 'failed') ? exitCode.failure : exitCode.done
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function chooseScenarios(names: string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios
  return names.map((name) => {
    const scenario = scenarios.find((each) => each.name === name)
    if (scenario !== undefined) return scenario
    throw new UsageFailure(
      `There is no scenario ${name}. Choose from: ${scenarios.map((each) => each.name).join(', ')}`,
    )
  })
}

async function judge(
  { name, promise, duty, guide, run }: Scenario,
  found: ReadonlySet<Duty>,
  subject: Subject,
  stage: Stage,
): Promise<ScenarioResult> {
  const result = { name, promise, duty, guide }
  if (!found.has(duty)) return { ...result, verdict: 'not applicable', ms: 0 }
  const startedMs = performance.now()
  const measure = () => Math.round(performance.now() - startedMs)
  try {
    await play(subject, stage, run)
    return { ...result, verdict: 'passed', ms: measure() }
  } catch (error) {
    if (!(error instanceof Harm)) throw error
    const { message, evidence } = error
    return { ...result, verdict: 'failed', ms: measure(), harm: message, evidence, logFile: stage.logFile }
  }
}

/** Where a scenario is played: its name, the folder of all of them, and the file of the program's output. */
interface Stage {
  name: string
  folder: string
  logFile: string
}

/** Plays a scenario on a board of its own, and ends the program and the board after it. */
async function play<Result>(subject: Subject, stage: Stage, run: (trial: Trial) => Promise<Result>): Promise<Result> {
  const { name, folder, logFile } = stage
  const own = join(folder, name)
  await mkdir(own)
  const sandbox = createSandbox()
  await sandbox.listen()
  const trial = new Trial(sandbox, subject, { folder: own, logFile, scenario: name })
  try {
    await trial.prepare()
    return await run(trial)
  } finally {
    await trial.program.end()
    await sandbox.close()
  }
}
