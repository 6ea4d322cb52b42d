import { type Command, Option } from 'commander'
import type { Run } from '../shell.ts'

/* What the lists of changes share: their flag, and the date after which the next list begins. */

/** Adds the flag for what has changed, to a list. */
export const addChangedSinceOption = (list: Command): Command =>
  list.addOption(new Option('--changed-since <date>', 'only what was changed after this date').conflicts('limit'))

/** Part of the help of a list of changes. */
export const changedSinceHelp = `
--changed-since lists what was changed after a date. At the end, the command
says which date to give the next time; in the format json it is "changedThrough".
A change of the last two minutes may come again then.
`

/** Says after which date the next list of changes begins. The format json has the date as a member. */
export function sayChangedThrough({ output, format }: Run, changedThrough: string | undefined): void {
  if (changedThrough !== undefined && format !== 'json')
    output.say(`For the next changes, give --changed-since ${changedThrough}`)
}
