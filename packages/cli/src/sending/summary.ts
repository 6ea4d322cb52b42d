import type { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import type { Counts } from './outcome.ts'

interface End {
  repeated: number
  unconfirmed: number
  stoppedBy: Failure | undefined
  isInterrupted: boolean
}

/** Prints on standard error why the work ended early, and what a reader of the summary may not expect. */
export function sayEnd({ repeated, unconfirmed, stoppedBy, isInterrupted }: End, { say }: Output): void {
  if (repeated > 0) say(`${formatRepeated(repeated)} not sent: an earlier row is the same job.`)
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
  if (isInterrupted) say('Interrupted.')
  if (unconfirmed > 0) say('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
}

/** Formats a line of a summary: the name of an outcome, and how many rows have it. */
export const formatCount = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`

/** The outcomes that a summary names only if a row has them. */
const rare = ['repeated', 'unconfirmed', 'unsent'] as const

/** Formats the lines of a summary. */
export function formatCounts(counts: Counts, usual: readonly (keyof Counts)[]): string[] {
  const shown = [...usual, ...rare.filter((name) => counts[name] > 0)]
  return shown.map((name) => formatCount(name === 'unsent' ? 'not sent' : name, counts[name]))
}

const formatRepeated = (count: number) => (count === 1 ? '1 repeated row was' : `${count} repeated rows were`)

export const formatRows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
