import type { Command } from 'commander'
import { addConnectionOptions, connect, connectionHelp } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { addPairOptions, checkInput, findPairFile } from '../../pairs/flags.ts'
import { listFormats, type Shell } from '../../shell.ts'
import type { SetStatusFlags } from './set-status.ts'

const examples = `Examples:
  boardwalk candidates set-status 5f0c1e8a=HIRED 0c9d2a7b=REJECTED
  boardwalk candidates set-status statuses.csv --dry-run
  boardwalk candidates set-status statuses.csv --report out.ndjson
  boardwalk candidates set-status 5f0c1e8a=erased      confirms an erasure
`

const after = `
Tells the board what became of candidates. The last change of a status wins,
also one that a user makes on the board.

A status is PENDING, REVIEWED, SHORTLISTED, REJECTED, HIRED or WITHDRAWN. The
word erased confirms that you have erased your copy of a person's data, after
the board has erased it; it erases nothing on the board.

A file is CSV with the columns id and status, one such object per line, or a
JSON list of them. A third column, at, may say when the status changed: a row
before the latest at of the candidate is superseded. Other columns are not read. The last row of an id wins. --dry-run reads each candidate
and sends nothing. --report has the line, the outcome and the error of each row.
`

/** Adds the command `boardwalk candidates set-status`. */
export function addCandidatesSetStatus(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('set-status')
    .description('tell the board what became of candidates, or that your copy of their data is erased')
    .argument('<updates...>', 'pairs of a candidate’s id and a status; or a file; or - for standard input')
    .option('--dry-run', 'read each candidate and say what would be sent; send nothing')
    .option('--report <file>', 'file for the outcome of each row, one JSON object per line')
  addPairOptions(command)
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after + connectionHelp + exitCodesHelp)
    .action((args: string[], flags: SetStatusFlags) =>
      shell.run(flags, async (run) => {
        const file = findPairFile(args, isPair, explain)
        checkInput(file, flags, 'statuses')
        const { setStatuses } = await import('./set-status.ts')
        const { candidates: resource } = await connect(run, flags)
        return setStatuses(run, resource, { file, args, flags })
      }),
    )
}

const isPair = (arg: string) => /^[^=]+=./s.test(arg)

const explain = (wrong: string | undefined) =>
  wrong === undefined
    ? 'Give either pairs such as 5f0c1e8a=HIRED, or one file'
    : `${wrong}: give the id of the candidate, an equal sign and the status, such as 5f0c1e8a=HIRED`
