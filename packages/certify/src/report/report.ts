import { type Duty, duties, type Expectation, expectations } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'

/** How one scenario ended. */
export interface ScenarioResult {
  name: string
  promise: string
  duty: Duty
  /** Where the section of a guide is that says how. */
  guide: string
  verdict: Verdict
  /** How long it took, in milliseconds. */
  ms: number
  /** What its reader should know of the program, although it passed. */
  remarks?: readonly string[]
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
  /** What --expect says that it does. */
  expected: readonly Expectation[]
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
  /** What --expect says, and the program was not seen to do. */
  missing: readonly Expectation[]
  /** What the reader must not take for tested, a sentence each. */
  limits: readonly string[]
  /** The result in two sentences. */
  summary: string
}

/**
 * Makes the report of a run. It is a certificate only if all scenarios were played, none failed, at least one was applicable, and the
 * program was seen to do all that was expected.
 */
export function makeReport({ version, startedAt, ...run }: CertifiedRun): Report {
  const { does, expected, results } = run
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  const counts = { passed: count('passed'), failed: count('failed'), 'not applicable': count('not applicable') }
  const parts = Object.entries(counts).filter(([, number]) => number > 0)
  const listed = `${results.length} scenarios: ${parts.map(([verdict, number]) => `${number} ${verdict}`).join(', ')}`
  const missing = expected.filter((each) => !does.includes(each))
  const objection = findObjection(counts, missing)
  const conclusion =
    objection === undefined
      ? `This is a certificate for ${nameAll(allExpectations.filter((each) => does.includes(each)))}: each scenario about that was played, and none failed`
      : `This is no certificate: ${objection}`
  return {
    boardwalk: version,
    date: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1e3),
    ...run,
    counts,
    isCertificate: objection === undefined,
    missing,
    limits: findLimits(run),
    summary: `${listed}. ${conclusion}.`,
  }
}

const allExpectations = Object.keys(expectations) as Expectation[]

/** Names what a program does, such as `fetching candidates and pushing jobs`. */
const nameAll = (names: readonly Expectation[]): string =>
  new Intl.ListFormat('en').format(names.map((name) => expectations[name]))

/** Says why a report is no certificate; undefined if it is one. */
function findObjection(counts: Report['counts'], missing: readonly Expectation[]): string | undefined {
  const played = counts.passed + counts.failed + counts['not applicable']
  if (missing.length > 0)
    return `the program was not seen ${nameAll(missing)}, which --expect names${counts.failed > 0 ? ', and scenarios failed' : ''}`
  if (counts.failed > 0) return counts.failed === 1 ? 'a scenario failed' : `${counts.failed} scenarios failed`
  if (played < scenarios.length) return `only ${played} of ${scenarios.length} scenarios were chosen`
  return counts.passed === 0 ? 'no scenario was applicable' : undefined
}

/** Says what was not tested, and what no scenario can see. */
function findLimits({ does, results }: Pick<CertifiedRun, 'does' | 'results'>): string[] {
  const absent = allExpectations.filter((each) => !does.includes(each))
  const limits = results.flatMap(({ remarks = [] }) => remarks)
  if (absent.length > 0)
    limits.unshift(
      `Not tested, because the program was not seen doing it: ${nameAll(absent)}. If it should, --expect ${absent.join(',')} makes this a failure.`,
    )
  if (does.includes('candidates'))
    limits.push(
      'Not visible to certify: whether the name, the CV and the notes of an erased person are gone from databases, logs and backups. It sees the ids that --stored prints, and the files of the folder in which the program runs.',
    )
  return limits
}

/** Says why a scenario was not played. */
export const describeAbsence = ({ duty }: ScenarioResult) => `The program was not seen to ${duties[duty]}`

/** Says that the program was not seen to do something that --expect names. */
export const describeMissing = (expectation: Expectation) =>
  `The program was not seen to ${duties[expectation]}, which --expect names`

export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
