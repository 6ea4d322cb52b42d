import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@boardwalk/sandbox'
import { type ExitCode, exitCode, Failure, UsageFailure } from '../../cli/src/failure.ts'
import { startProgress } from '../../cli/src/output.ts'
import type { Run } from '../../cli/src/shell.ts'
import { findDuties } from './duty.ts'
import { Harm } from './harm.ts'
import { readLastLines, resolveFiles } from './program.ts'
import { makeReport, type ScenarioResult } from './report/report.ts'
import { formatResult } from './report/text.ts'
import { clearReports, writeReports } from './report/write.ts'
import { type Duty, duties, findGuidePage, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { type Subject, Trial } from './trial.ts'

export interface CertifyFlags {
  scenario?: string[]
  report?: string
  stored?: string
  prepare?: string
  timeout: number
}

const allDuties = Object.keys(duties) as Duty[]

/** Plays each scenario with the program, and reports what its candidates and jobs would have suffered. */
export async function certify(
  { world, output, format }: Run,
  command: string[],
  flags: CertifyFlags,
): Promise<ExitCode> {
  const chosen = chooseScenarios(flags.scenario)
  const stop = new AbortController()
  const unlisten = world.onInterrupt(() => stop.abort(new Failure('Interrupted', exitCode.interrupted)))
  const subject: Subject = {
    command: resolveFiles(command),
    storedCommand: flags.stored,
    prepareCommand: flags.prepare,
    limitMs: flags.timeout * 1e3,
    env: world.env,
    stop: stop.signal,
  }
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-certify-'))
  const progress = startProgress(output)
  try {
    if (flags.report !== undefined) await clearReports(flags.report)
    const makeStage = (name: string) => ({ name, folder, logFile: join(flags.report ?? folder, `${name}.log`) })
    const startedAt = new Date()
    progress.update(undefined, 'Looking what the program does')
    const found = await play(subject, makeStage('duties'), findDuties)
    const results: ScenarioResult[] = []
    for (const scenario of chosen) {
      progress.update(undefined, scenario.name)
      const result = await judge(scenario, found, subject, makeStage(scenario.name))
      progress.clear()
      const color = result.verdict === 'failed' ? 'red' : undefined
      if (format === 'table') for (const line of formatResult(result)) await output.result(line, color)
      results.push(result)
    }
    const { stored, prepare } = flags
    const report = makeReport({
      command,
      stored,
      prepare,
      startedAt,
      does: allDuties.filter((duty) => found.has(duty)),
      results,
    })
    if (format === 'table') await output.result(`\n${report.summary}`)
    if (flags.report !== undefined) await writeReports(flags.report, report)
    if (format === 'json') await output.document(report)
    return report.counts.failed > 0 ? exitCode.failure : exitCode.done
  } finally {
    progress.stop()
    unlisten()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function chooseScenarios(names: string[] | undefined): readonly Scenario[] {
  if (names === undefined) return scenarios
  return [...new Set(names)].map((name) => {
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
  const result = { name, promise, duty, guide: findGuidePage(guide) }
  if (!found.has(duty)) return { ...result, verdict: 'not applicable', ms: 0 }
  const startedMs = performance.now()
  const measure = () => Math.round(performance.now() - startedMs)
  try {
    await play(subject, stage, run)
    return { ...result, verdict: 'passed', ms: measure() }
  } catch (error) {
    if (!(error instanceof Harm)) throw error
    const { message: harm, evidence } = error
    return { ...result, verdict: 'failed', ms: measure(), harm, evidence, output: await readLastLines(stage.logFile) }
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
  await rm(logFile, { force: true })
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
