import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Output } from '../../output.ts'
import type { Duty } from './scenario.ts'

/** How one scenario ended. */
export interface ScenarioResult {
  name: string
  promise: string
  duty: Duty
  guide: string
  verdict: 'passed' | 'failed' | 'not applicable'
  /** How long it took, in milliseconds. */
  ms: number
  /** What a candidate or a job suffered, if it failed. */
  harm?: string
  evidence?: readonly string[]
  /** The file with the program's output. */
  logFile?: string
}

/** The result of a whole run. */
export interface Report {
  /** The program and its arguments. */
  command: string
  /** Whether all scenarios were played, so that the report may be a certificate. */
  isWhole: boolean
  /** What the program does. */
  duties: Duty[]
  results: ScenarioResult[]
}

const marks = { passed: 'ok    ', failed: 'FAILED', 'not applicable': '-     ' }

/** Prints the result of a scenario for a person. */
export async function printResult(
  output: Output,
  { name, promise, verdict, harm, evidence = [], guide }: ScenarioResult,
) {
  await output.result(`${marks[verdict]}  ${name}  ${promise}`)
  if (harm === undefined) return
  for (const line of [harm, ...evidence, `See ${guide}`]) await output.result(`        ${line}`)
}

/** Writes the report in each form to a folder. */
export async function writeReports(folder: string, report: Report): Promise<void> {
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}
