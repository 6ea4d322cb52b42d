import { type Command, InvalidArgumentError } from 'commander'
import { addConnectionOptions, connectionHelp } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { addFeedOptions, feedHelp } from '../../feed-flags.ts'
import type { Shell } from '../../shell.ts'
import type { UnpublishLimit } from './plan.ts'
import type { SyncFlags } from './sync.ts'

const examples = `Examples:
  boardwalk jobs sync jobs.csv --dry-run       shows what would change
  boardwalk jobs sync jobs.csv                 shows it, asks, and does it
  boardwalk jobs sync jobs.xml --yes --report out.ndjson
  boardwalk jobs sync jobs.xml --yes --quiet > /dev/null    for cron: says errors only
  curl -s https://ats.example.com/jobs | boardwalk jobs sync - --yes -o json | jq .done
`

const after = `
Sync creates and updates the jobs of the feed. It publishes them, unless a row
has a status. It unpublishes published jobs that are not in the feed; the board
keeps their data. It does not touch jobs without an external id. Fields that the
feed leaves out stay unchanged.

Nothing is written before you agree to the plan, if the feed ends too early, or
if it lacks a field that --map names. A refused row keeps its job published.
While the id of a refused row cannot be read, no job is unpublished. Sync
unpublishes up to three jobs, or a fifth of the published ones, and never all of
them. If more are missing, they stay published unless --max-unpublish allows
more: everything else is done, and sync ends with 6. The key needs both scopes.
`

/** Adds the command `boardwalk jobs sync`. */
export function addJobsSync(jobs: Command, shell: Shell): void {
  const command = jobs.command('sync').description('push the jobs of a feed, and unpublish all other jobs')
  addFeedOptions(command)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'do it without asking; required without a terminal')
    .option(
      '--max-unpublish <number>',
      'unpublish at most this many jobs, or this part of the published ones, such as 50%',
      parseUnpublishLimit,
    )
  addConnectionOptions(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', after + feedHelp + connectionHelp + exitCodesHelp)
    .action((file: string | undefined, flags: SyncFlags) =>
      shell.run(flags, async (run) => (await import('./sync.ts')).sync(run, file, flags)),
    )
}

/** Parses `20` or `50%`. */
export function parseUnpublishLimit(text: string): UnpublishLimit {
  const [, digits, percent] = /^(\d{1,9}) *(%?)$/.exec(text) ?? []
  const limit = { number: Number(digits), isPercentage: percent === '%' }
  if (digits !== undefined && !(limit.isPercentage && limit.number > 100)) return limit
  throw new InvalidArgumentError('It must be a whole number from 0, or a percentage such as 50%.')
}
