import { type Command, InvalidArgumentError } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../../connection.ts'
import { UsageFailure } from '../../failure.ts'
import type { OutputFormat } from '../../output.ts'
import { listFormats, type Shell } from '../../shell.ts'

interface Flags extends ConnectionFlags {
  since?: string
  state?: string
  once?: true
  changes?: true
  interval?: number
  exec?: string
  post?: string
  secretFile?: string
  maxTries?: number
  failed?: string
}

const examples = `Examples:
  boardwalk candidates follow
  boardwalk candidates follow --state ats.json -o ndjson >> candidates.ndjson
  boardwalk candidates follow --state ats.json --exec ./import.sh --once
  boardwalk candidates follow --state ats.json --exec ./import.sh --once \\
    --max-tries 5 --failed failed.ndjson
  boardwalk candidates follow --state ats.json --secret-file secret.txt \\
    --post https://ats.example.com/candidates
  boardwalk candidates follow --changes --state changes.json --exec ./import.sh
  boardwalk candidates follow A-1 --state a1.json --since 2026-03-01
`

const after = `
No candidate is lost: the state moves on only when a line is written, when the
command of --exec has ended with 0, or when --post was answered with 2xx. Killed
at any point and started again, follow repeats at most one candidate, with the
same id. A pipe counts as read as soon as it holds the line; if its reader may
fail, use --exec.

--changes gives an object {"change": ..., "candidate": {...}} for each candidate
who is new ("created"), whose status was changed ("status"), or whose data was
erased ("erased"): then erase your copy. --exec has the word in the variable
BOARDWALK_CHANGE, a table and CSV in the column "change". It needs a state of its
own, and begins with all candidates as they are now.

--exec runs a command in the shell for each candidate. The command gets the
candidate as JSON on standard input, and has BOARDWALK_CANDIDATE_ID,
BOARDWALK_CANDIDATE_OFFER_ID and BOARDWALK_CANDIDATE_CV in its environment. A
command that fails is run again after a growing pause, before the next
candidate. With --once, or if the shell cannot run it (126, 127), follow ends
with 1.

--post sends each candidate to an address as a Standard Webhook, signed with the
secret, which is "whsec_" and base64 of 24 to 64 random bytes. An answer of 2xx
in 20 seconds takes the candidate. After any other answer follow sends it again,
as with --exec, and not before the time of Retry-After. 410 ends follow with 1.
Each try has the same webhook-id. No redirect is followed.

--max-tries and --failed let follow go on after a candidate that is not taken:
after so many tries it adds the candidate to the file, as a line
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
    .description('print each candidate, past and future, and go on after a restart')
    .argument('[job]', 'external id of the job; without it, all jobs')
    .option('--since <date>', 'only applications after this date, unless the state file already has a date')
    .option('--state <file>', 'file that stores how far follow came; without it nothing is stored')
    .option('--once', 'end after the candidates that are there now')
    .option('--changes', 'also give the candidates whose status was changed or whose data was erased')
    .option(
      '--interval <seconds>',
      'time between two polls; without it the board says at once who is new',
      parseSeconds,
    )
    .option('--exec <command>', 'run a command for each candidate, instead of printing it')
    .option('--post <url>', 'post each candidate to an address, signed as a Standard Webhook', parseAddress)
    .option('--secret-file <file>', 'file with the secret of --post, which the receiver also has')
    .option('--max-tries <number>', 'give a candidate up after so many tries; needs --failed', parseTries)
    .option('--failed <file>', 'file for the candidates that are given up, one JSON object per line')
  addConnectionOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (run) => {
        checkFlags(job, flags, run.format)
        const { since, state, once = false, changes, interval, exec, post, secretFile, maxTries, failed } = flags
        const [{ checkDates }, { follow }] = await Promise.all([import('../../dates.ts'), import('./follow.ts')])
        checkDates({ since })
        const boardwalk = await connect(run, flags)
        return follow(run, boardwalk, {
          options: { externalJobId: job, since, once, intervalMs: interval && interval * 1000 },
          hasChanges: changes === true,
          stateName: state,
          exec,
          post: post === undefined || secretFile === undefined ? undefined : { url: post, secretFile },
          failedName: failed,
          triesMax: maxTries,
        })
      }),
    )
}

/** Throws a Failure if two flags do not go together. */
function checkFlags(job: string | undefined, flags: Flags, format: OutputFormat): void {
  const { once, changes, exec, post, secretFile, maxTries, failed } = flags
  const program = exec === undefined ? post : exec
  if (changes === true && job !== undefined) throw new UsageFailure('--changes is for all jobs: leave out the job')
  if (exec !== undefined && post !== undefined) throw new UsageFailure('Give --exec or --post, not both')
  if (program !== undefined && format !== 'table')
    throw new UsageFailure('With --exec or --post nothing is printed: leave out -o')
  if (format === 'json' && once !== true)
    throw new UsageFailure('JSON cannot hold a list without an end: use -o ndjson, or --once')
  requireBoth('--post', post, '--secret-file', secretFile, 'each candidate is signed')
  requireBoth('--max-tries', maxTries, '--failed', failed, 'a candidate that is given up must be in a file')
  if (failed !== undefined && program === undefined)
    throw new UsageFailure('--max-tries and --failed are for --exec and --post: without them nothing is tried')
}

function requireBoth(name: string, value: unknown, otherName: string, otherValue: unknown, why: string): void {
  if ((value === undefined) !== (otherValue === undefined))
    throw new UsageFailure(`Give ${name} and ${otherName} together: ${why}`)
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return text
  throw new InvalidArgumentError('It must be an address such as https://ats.example.com/candidates.')
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
