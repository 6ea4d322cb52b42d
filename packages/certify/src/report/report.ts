import { type Duty, duties } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'

/** How one scenario ended. */
export interface ScenarioResult {
  name: string
  promise: string
  duty: Duty
  /** Address of the section of a guide that says how. */
  guide: string
  verdict: Verdict
  /** How long it took, in milliseconds. */
  ms: number
  /** What a candidate or a job suffered, if it failed. */
  harm?: string
  /** What the harm was inferred from, a line each. */
  evidence?: readonly string[]
  /** The last lines that the program printed, if it failed. */
  output?: readonly string[]
}

export type Verdict = 'passed' | 'failed' | 'not applicable'

/** What was run. */
export interface CertifiedRun {
  /** The version of Boardwalk. */
  version: string
  /** The program and its arguments. */
  command: readonly string[]
  /** The commands of --stored and --prepare. */
  stored: string | undefined
  prepare: string | undefined
  startedAt: Date
  /** What the program does. */
  does: readonly Duty[]
  results: readonly ScenarioResult[]
}

/** The result of a whole run, as report.json has it. */
export interface Report extends Omit<CertifiedRun, 'version' | 'startedAt'> {
  /** The version of Boardwalk. */
  boardwalk: string
  date: string
  seconds: number
  counts: Record<Verdict, number>
  isCertificate: boolean
  /** The result in two sentences. */
  summary: string
}

/** Makes the report of a run. It is a certificate only if all scenarios were played, none failed, and at least one was applicable. */
export function makeReport({ version, startedAt, ...run }: CertifiedRun): Report {
  const { results } = run
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  const counts = { passed: count('passed'), failed: count('failed'), 'not applicable': count('not applicable') }
  const parts = Object.entries(counts).filter(([, number]) => number > 0)
  const listed = `${results.length} scenarios: ${parts.map(([verdict, number]) => `${number} ${verdict}`).join(', ')}`
  const objection = findObjection(counts)
  return {
    boardwalk: version,
    date: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1e3),
    ...run,
    counts,
    isCertificate: objection === undefined,
    summary: `${listed}. ${objection === undefined ? CERTIFICATE : `This is no certificate: ${objection}.`}`,
  }
}

const CERTIFICATE =
  'This is a certificate: each scenario that concerns what the program does was played, and none failed.'

/** Says why a report is no certificate; undefined if it is one. */
function findObjection(counts: Report['counts']): string | undefined {
  const played = counts.passed + counts.failed + counts['not applicable']
  if (counts.failed > 0) return counts.failed === 1 ? 'a scenario failed' : `${counts.failed} scenarios failed`
  if (played < scenarios.length) return `only ${played} of ${scenarios.length} scenarios were chosen`
  return counts.passed === 0 ? 'no scenario was applicable' : undefined
}

/** Says why a scenario was not played. */
export const describeAbsence = ({ duty }: ScenarioResult) => `The program does not ${duties[duty]}`

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
