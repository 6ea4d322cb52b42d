import { type Command, InvalidArgumentError } from 'commander'
import { type ConnectionFlags, connect, connectionHelp, withConnection } from '../../connection.ts'
import { exitCode, Failure } from '../../failure.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {
  since?: string
  state?: string
  once?: true
  interval: number
  exec?: string
}

const examples = `Examples:
  boardwalk candidates follow
  boardwalk candidates follow --state ats.json -o ndjson >> candidates.ndjson
  boardwalk candidates follow --state ats.json --exec ./import.sh --once
  boardwalk candidates follow A-1 --state a1.json --since 2026-03-01
`

const after = `
Nobody is lost: the state moves on when a line is written, or the command of
--exec has ended with 0. Killed at any point and started again, it repeats at
most the candidate in flight: tell candidates apart by their id. A pipe that has
a line counts as having read it; where its reader may die, use --exec.

--exec runs a command in the shell for each candidate, who is on its standard
input as JSON, and in BOARDWALK_CANDIDATE_ID, BOARDWALK_CANDIDATE_OFFER_ID and
BOARDWALK_CANDIDATE_CV. One that fails is run again, with a growing pause,
before anybody else's turn. With --once, or if the shell cannot run it (126,
127), the follow ends with 1.
${connectionHelp}
Exit status: 0 done, 1 failure, 2 usage, 4 not authorised, 5 board unavailable
(with --once; without it the follow goes on asking), 130 interrupted
`

/** `boardwalk candidates follow` */
export function addCandidatesFollow(candidates: Command, shell: Shell): void {
  const command = candidates
    .command('follow')
    .description('every candidate there is and every one to come, each once, across restarts')
    .argument('[job]', 'external id of the job; all jobs without it')
    .option('--since <date>', 'only applications after this date, where the state is new')
    .option('--state <file>', 'file that remembers how far it came; nothing is remembered without it')
    .option('--once', 'end when all that is there now is taken')
    .option('--interval <seconds>', 'time between two polls', secondsOf, 60)
    .option('--exec <command>', 'run a command for each candidate, instead of printing it')
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson', 'csv'])
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((job: string | undefined, flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const { since, state, once = false, interval, exec } = flags
        if (exec !== undefined && format !== 'table')
          throw new Failure(
            'With --exec nothing is printed, the command has the candidates: leave out -o',
            exitCode.usage,
          )
        if (format === 'json' && !once)
          throw new Failure('A list without an end is no JSON: take -o ndjson, or --once', exitCode.usage)
        // Loaded only now, so that help and mistakes answer at once.
        const [{ checkDates }, { follow }] = await Promise.all([import('../date-flags.ts'), import('./follow.ts')])
        checkDates({ since })
        const boardwalk = await connect(shell.world, flags)
        const options = { externalJobId: job, since, once, intervalMs: interval * 1000 }
        return follow(boardwalk, { options, stateName: state, exec, format }, shell.world, output)
      }),
    )
}

function secondsOf(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 86_400) return number
  throw new InvalidArgumentError('It must be a whole number of seconds from 1 to 86400.')
}
