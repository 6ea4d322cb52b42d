import { type Command, InvalidArgumentError } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { UsageFailure } from '../../failure.ts'
import type { OutputFormat } from '../../output.ts'
import { listFormats, type Shell } from '../../shell.ts'

interface Flags extends ConnectionFlags {
  since?: string
  state?: string
  once?: true
  interval: number
  exec?: string
  maxTries?: number
  failed?: string
}

const examples = `Examples:
  boardwalk candidates follow
  boardwalk candidates follow --state ats.json -o ndjson >> candidates.ndjson
  boardwalk candidates follow --state ats.json --exec ./import.sh --once
  boardwalk candidates follow --state ats.json --exec ./import.sh --once \\
    --max-tries 5 --failed failed.ndjson
  boardwalk candidates follow A-1 --state a1.json --since 2026-03-01
`

const after = `
No candidate is lost: the state moves on only when a line is written, or when
the command of --exec has ended with 0. Killed at any point and started again,
follow repeats at most one candidate, with the same id. A pipe counts as read as
soon as it holds the line; if its reader may fail, use --exec.

--exec runs a command in the shell for each candidate. The command gets the
candidate as JSON on standard input, and has BOARDWALK_CANDIDATE_ID,
BOARDWALK_CANDIDATE_OFFER_ID and BOARDWALK_CANDIDATE_CV in its environment. A
command that fails is run again after a growing pause, before the next
candidate. With --once, or if the shell cannot run it (126, 127), follow ends
with 1.

--max-tries and --failed let follow go on after a candidate that the command
does not take: after so many tries it adds the candidate to the file, a line
{"candidate": {...}, "error": {"message", "status"}}. The pauses between ten
tries are four minutes in all. With --once, follow then ends with 3.
${connectionHelp}
Exit status: 0 done, 1 failure, 2 usage, 3 some candidates are in the file of
--failed (only with --once), 4 not authorised, 5 board not reached (only with
--once; without it, follow tries again), 130 interrupted
`

/** Adds the command `boardwalk candidates follow`. */
export function addCandidatesFollow(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('follow')
    .description('print every candidate, past and future, each once, also after a restart')
    .argument('[job]', 'external id of the job; without it, all jobs')
    .option('--since <date>', 'only applications after this date, unless the state file already has a date')
    .option('--state <file>', 'file that stores how far follow came; without it nothing is stored')
    .option('--once', 'end after the candidates that are there now')
    .option('--interval <seconds>', 'time between two polls', parseSeconds, 60)
    .option('--exec <command>', 'run a command for each candidate, instead of printing it')
    .option('--max-tries <number>', 'give a candidate up after so many tries; needs --failed', parseTries)
    .option('--failed <file>', 'file for the candidates that are given up, one JSON object per line')
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (run) => {
        checkFlags(flags, run.format)
        const { since, state, once = false, interval, exec, maxTries, failed } = flags
        const [{ checkDates }, { follow }] = await Promise.all([import('../candidates.ts'), import('./follow.ts')])
        checkDates({ since })
        const boardwalk = await connect(run, flags)
        const options = { externalJobId: job, since, once, intervalMs: interval * 1000 }
        return follow(run, boardwalk, { options, stateName: state, exec, failedName: failed, triesMax: maxTries })
      }),
    )
}

/** Throws a Failure if two flags do not go together. */
function checkFlags({ once, exec, maxTries, failed }: Flags, format: OutputFormat): void {
  if (exec !== undefined && format !== 'table')
    throw new UsageFailure('With --exec the command gets the candidates and nothing is printed: leave out -o')
  if (format === 'json' && once !== true)
    throw new UsageFailure('JSON cannot hold a list without an end: use -o ndjson, or --once')
  if ((maxTries === undefined) !== (failed === undefined))
    throw new UsageFailure('Give --max-tries and --failed together: a candidate that is given up must be in a file')
  if (failed !== undefined && exec === undefined)
    throw new UsageFailure('--max-tries and --failed are for --exec: without it nothing is tried')
}

function parseSeconds(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 86_400) return number
  throw new InvalidArgumentError('It must be a whole number of seconds from 1 to 86400.')
}

function parseTries(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.')
  return Number(text)
}
