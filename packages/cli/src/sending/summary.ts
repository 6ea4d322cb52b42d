import type { Failure } from '../failure.ts'
import type { Output } from '../output.ts'

/** Says on standard error what a person must know of how it ended. */
export function sayEnd(
  {
    unconfirmed,
    stoppedBy,
    isInterrupted,
  }: { unconfirmed: number; stoppedBy: Failure | undefined; isInterrupted: boolean },
  { say, colors }: Output,
): void {
  if (stoppedBy !== undefined) say(colors.red(`Error: ${stoppedBy.message}`))
  if (isInterrupted) say('Interrupted.')
  if (unconfirmed > 0) say('Unconfirmed rows were read, and may or may not be on the board; run it again to make sure.')
}

/** A line of a summary: so many rows came to this end. */
export const countLine = (name: string, count: number) => `  ${name.padEnd(12)}${String(count).padStart(9)}`

export const rowsIn = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
