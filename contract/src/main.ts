import { parseArgs } from 'node:util'
import { checks } from './checks.ts'
import { openBoard } from './open.ts'
import { runChecks, writeOutcomes } from './run.ts'

const usage = `npm run contract -- --url <address> --key <key> [options]
Checks over HTTP that a job board keeps the contract of the integration API. It creates jobs on the board, and applies to some of
them: use a company that is there for tests. The clock of this machine must not be ahead of the board's.
  --url <address>        where the paths of the API begin, such as http://127.0.0.1:3000/api
  --key <key>            a key of both scopes
  --read-key <key>       a key that may only read
  --write-key <key>      a key that may only write
  --revoked-key <key>    a key that was revoked
  --other-key <key>      a key of both scopes of another company
  --board-jobs <list>    job ids of board jobs of the company without an external id, separated by commas: 10, for all checks
  --candidates-of <id>   the external id of a job with candidates; more than 100 for all checks. Without it, people apply to a
                         new job by the form on its public page
  --spec                 only the checks of rules that the specification states, and no decision of Boardwalk
A check that needs something else is skipped, and says what it needs. The status is 1 if a check is broken.`

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      'read-key': { type: 'string' },
      'write-key': { type: 'string' },
      'revoked-key': { type: 'string' },
      'other-key': { type: 'string' },
      'board-jobs': { type: 'string' },
      'candidates-of': { type: 'string' },
      spec: {
        type: 'boolean',
        default: false,
      },
      help: {
        type: 'boolean',
        default: false,
      },
    },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  if (values.url === undefined || values.key === undefined) throw new Error(`--url and --key are needed\n\n${usage}`)
  const board = await openBoard({
    url: values.url,
    key: values.key,
    readKey: values['read-key'],
    writeKey: values['write-key'],
    revokedKey: values['revoked-key'],
    otherKey: values['other-key'],
    candidatesOf: values['candidates-of'],
    boardJobs: values['board-jobs']?.split(',').map(Number),
  })
  const outcomes = await runChecks(values.spec ? checks.filter(({ rule }) => rule.startsWith('spec')) : checks, board)
  process.stdout.write(`${writeOutcomes(outcomes)}\n`)
  if (outcomes.some(({ verdict }) => verdict === 'broken')) process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
