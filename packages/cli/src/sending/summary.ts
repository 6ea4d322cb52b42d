import type { Failure } from '../failure.ts'
import type { Output } from '../output.ts'

/** Prints on standard error why the work ended early, and what is not known. */
export function sayEnd(
  {
    unconfirmed,
    stoppedBy,
    isInterrupted,
  }: { unconfirmed: number; stoppedBy: Failure | undefined; isInterrupted: boolean },
  { say }: Output,
): void {
  if (stoppedBy !== undefined) say(`Error: ${stoppedBy.message}`, 'red')
  if (isInterrupted) say('Interrupted.')
  if (unconfirmed > 0) say('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
}

/** Formats a line of a summary: the name of an outcome, and how many rows have it. */
export const formatCount = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`

export const formatRows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
