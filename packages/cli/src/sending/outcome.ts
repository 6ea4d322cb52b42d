import type { Failure, ToldError } from '../failure.ts'
import type { Output } from '../output.ts'
import type { WarningSummary } from './warnings.ts'

/** What the board warns of in a row that it takes. An older board gives no code. */
export interface RowWarning {
  code?: string | undefined
  path: string
  message: string
}

/** The outcome of one row. */
export interface Outcome {
  /** The line on which the row begins; null for a job that is not in the feed. */
  line: number | null
  /** The number of the row in the feed, from 1; null for a job that is not in the feed. */
  row: number | null
  id: string | null
  /**
   * `repeated`: the same job as in an earlier row, which was sent. `unconfirmed`: it is not known, because the answer was
   * lost. `unsent`: the work ended before. `valid`: a good row of a dry run. `unpublished`: a job that sync unpublished
   * because it is not in the feed.
   */
  status:
    | 'created'
    | 'updated'
    | 'unchanged'
    | 'repeated'
    | 'failed'
    | 'unconfirmed'
    | 'unsent'
    | 'valid'
    | 'unpublished'
  jobId: number | null
  jobUrl: string | null
  /** What the board warns of, although it takes the row. Absent if there is nothing. */
  warnings?: RowWarning[]
  error: ToldError | null
}

/** How many rows were read, and how many of them have each outcome. */
export type Counts = { rows: number } & Record<Outcome['status'], number>

export const createCounts = (): Counts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  failed: 0,
  valid: 0,
  unpublished: 0,
  unconfirmed: 0,
  unsent: 0,
})

export const formatRows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

interface End {
  repeated: number
  /** The outcomes of what was sent; undefined if nothing was. */
  sent: Counts | undefined
  stoppedBy: Failure | undefined
  isInterrupted: boolean
}

/** Prints on standard error why the work ended early, and what a reader of the summary may not expect. */
export function sayEnd({ repeated, sent, stoppedBy, isInterrupted }: End, { say }: Output): void {
  if (repeated > 0) say(`${formatRepeated(repeated)} not sent: an earlier row is the same job.`)
  if (sent !== undefined) sayFailed(sent, say)
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
  if (isInterrupted) say('Interrupted.')
  if (sent !== undefined && sent.unconfirmed > 0)
    say('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
}

/** Says how many rows failed, if it is known that the others are on the board. */
function sayFailed({ rows, created, updated, unchanged, repeated, ...others }: Counts, say: Output['say']): void {
  const failed = rows - created - updated - unchanged - repeated
  if (failed > 0 && others.unconfirmed + others.unsent === 0)
    say(`${failed} of ${formatRows(rows)} failed${failed < rows ? '. The others are on the board.' : '.'}`, 'red')
}

/** Formats a line of a summary: the name of an outcome, and how many rows have it. */
export const formatCount = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`

/** The outcomes that a summary names only if a row has them. */
const rare = ['repeated', 'unconfirmed', 'unsent'] as const

/** Formats the lines of a summary. `hidden`: how many of the rows with an outcome are jobs that the public does not see. */
export function formatCounts(
  counts: Counts,
  usual: readonly (keyof Counts)[],
  hidden: Partial<Record<keyof Counts, number>> = {},
): string[] {
  const shown = [...usual, ...rare.filter((name) => counts[name] > 0)]
  return shown.map((name) => {
    const line = formatCount(name === 'unsent' ? 'not sent' : name, counts[name])
    return hidden[name] === undefined ? line : `${line}, ${hidden[name]} of them not published`
  })
}

/** Formats the line of a summary that counts the rows with a warning; no line without one. */
export const formatWarned = ({ count }: WarningSummary): string[] =>
  count > 0 ? [formatCount('with warning', count)] : []

const formatRepeated = (count: number) => (count === 1 ? '1 repeated row was' : `${count} repeated rows were`)
