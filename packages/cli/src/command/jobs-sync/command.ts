import { type Command, InvalidArgumentError } from 'commander'
import { connect, connectionHelp, withConnection } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { type FeedFlags, feedHelp, openFeedFlags, withFeed } from '../../feed-flags.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'

interface Flags extends FeedFlags, ResultFlags {
  dryRun?: true
  yes?: true
  maxUnpublish?: number
}

const examples = `Examples:
  boardwalk jobs sync jobs.csv --dry-run       what would change
  boardwalk jobs sync jobs.csv                 shows it, asks, does it
  boardwalk jobs sync jobs.xml --yes --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs sync - --yes --json | jq .done
`

const after = `
The feed is all there is. Its jobs are created, updated and, unless a row has
a status, published. Published jobs with an external id that it does not hold
are unpublished; their data stays. As they are stay board jobs without an
external id, and fields that the feed leaves out.

Nothing is written before the plan is agreed to, nor by a feed that breaks off.
A refused row keeps its job published. While the id of one cannot be read,
nothing is unpublished. Over a fifth of the published jobs are unpublished only
with --max-unpublish. The key needs both scopes.
`

/** `boardwalk jobs sync` */
export function addJobsSync(jobs: Command, shell: Shell): void {
  const command = jobs.command('sync').description('make the board hold what a feed holds, and nothing else')
  withFeed(command)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'do it without a question; needed off a terminal')
    .option('--max-unpublish <number>', 'unpublish up to so many jobs', countOf)
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', after + feedHelp + connectionHelp + exitCodesHelp)
    .action((file: string, flags: Flags) => sync(shell, file, flags))
}

function countOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 0.')
}

const sync = (shell: Shell, file: string, flags: Flags) =>
  shell.run(flags, async (output, outputFormat) => {
    const { concurrency, dryRun: isDryRun = false, yes: isAgreed = false, maxUnpublish: unpublishMax } = flags
    const [{ syncJobs }, question] = await Promise.all([import('./sync.ts'), import('../../question.ts')])
    const { feed, report } = await openFeedFlags(shell.world, file, flags)
    const { jobs } = await connect(shell.world, flags)
    // Where the key came from standard input, that is at its end and takes no answer.
    const canAsk = flags.apiKeyStdin !== true && question.canAsk(shell.world, output)
    const options = { feed, jobs, concurrency, report, outputFormat, isDryRun, isAgreed, canAsk, unpublishMax }
    return syncJobs(options, output, shell.world)
  })
