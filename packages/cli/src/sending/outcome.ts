import { makePrintable } from '@boardwalk/schema/printable'
import type { ErrorDetails, WorkEnd } from '../failure.ts'
import type { Output } from '../output.ts'

/** What the board warns of in a row that it takes. An older board gives no code. */
export interface RowWarning {
  code?: string | undefined
  path: string
  message: string
}

const commonStatuses = ['created', 'updated', 'unchanged', 'repeated', 'failed'] as const
/**
 * `repeated`: the same job as in an earlier row. `unconfirmed`: the answer was lost, so the job may be on the board. `unsent`:
 * the work ended before. `valid`: a good row of a dry run. `unpublished`: sync did it, because the job is not in the feed.
 */
const statuses = [...commonStatuses, 'valid', 'unpublished', 'unconfirmed', 'unsent'] as const
type KnownStatus = (typeof statuses)[number]
/** A newer board may have other words for what it did with a job. */
type Status = KnownStatus | (string & {})

/** The outcome of one row. */
export interface Outcome {
  /** The line on which the row begins; null for a job that is not in the feed. */
  line: number | null
  /** The number of the row in the feed, from 1; null for a job that is not in the feed. */
  row: number | null
  id: string | null
  status: Status
  jobId: number | null
  jobUrl: string | null
  /** Absent if the board warns of nothing. */
  warnings?: RowWarning[]
  error: ErrorDetails | null
}

/** Creates the outcome of a row, or of a job that is not in the feed. */
export const createOutcome = (
  { line, row, id }: Pick<Outcome, 'line' | 'row' | 'id'>,
  status: Status,
  error: Outcome['error'] = null,
): Outcome => ({ line, row, id, status, jobId: null, jobUrl: null, error })

/** How many rows were read, and how many of them have each outcome. */
export type Counts = Record<'rows' | KnownStatus, number> & { [status: string]: number }

export const createCounts = (): Counts =>
  // The entries are those of the type.
  Object.fromEntries(['rows', ...statuses].map((name) => [name, 0])) as Counts

/** Finds the counts of outcomes that only a newer board knows. */
const findNewStatuses = (counts: Counts) =>
  Object.entries(counts).filter(([name]) => name !== 'rows' && !statuses.some((known) => known === name))

export function countOutcome(counts: Counts, { status }: Outcome): void {
  counts[status] = (counts[status] ?? 0) + 1
}

export const formatRows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

/** Prints on standard error why the work ended early, and which rows were not sent. `counts` is undefined if none was. */
export function sayEnd(
  { stoppedBy, isInterrupted }: WorkEnd,
  repeated: number,
  counts: Counts | undefined,
  { say }: Output,
): void {
  const repeatedRows = repeated === 1 ? '1 repeated row was' : `${repeated} repeated rows were`
  if (repeated > 0) say(`${repeatedRows} not sent: an earlier row is the same job.`)
  if (counts !== undefined) sayFailed(counts, say)
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
  if (isInterrupted) say('Interrupted.')
  if (counts !== undefined && counts.unconfirmed > 0)
    say('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
}

/** Says how many rows failed, if it is known that the others are on the board. */
function sayFailed(counts: Counts, say: Output['say']): void {
  const { rows, created, updated, unchanged, repeated, unconfirmed, unsent } = counts
  const others = findNewStatuses(counts).reduce((sum, [, count]) => sum + count, 0)
  const failed = rows - created - updated - unchanged - repeated - others
  if (failed > 0 && unconfirmed + unsent === 0)
    say(`${failed} of ${formatRows(rows)} failed${failed < rows ? '. The others are on the board.' : '.'}`, 'red')
}

/** Formats a line of a summary: the name of an outcome, and how many rows have it. */
export const formatCount = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`

/** The outcomes that a summary names only if a row has them. */
const rareNames = ['repeated', 'unconfirmed', 'unsent'] as const

/** Formats the lines of a summary. `hidden` counts, by outcome, the rows whose jobs the public does not see. */
export function formatCounts(
  counts: Counts,
  usualNames: readonly KnownStatus[],
  hidden: Partial<Record<KnownStatus, number>> = {},
): string[] {
  const lines = [...usualNames, ...rareNames.filter((name) => counts[name] > 0)].map((name) => {
    const line = formatCount(name === 'unsent' ? 'not sent' : name, counts[name])
    return hidden[name] === undefined ? line : `${line}, ${hidden[name]} of them not published`
  })
  return [...lines, ...findNewStatuses(counts).map(([name, count]) => formatCount(makePrintable(name), count))]
}

/** Formats the line of a summary that counts the rows with a warning; no line without one. */
export const formatWarned = ({ count }: { count: number }): string[] =>
  count > 0 ? [formatCount('with warning', count)] : []
