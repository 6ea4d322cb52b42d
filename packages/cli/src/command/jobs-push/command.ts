import type { Command } from 'commander'
import { connect, connectionHelp, withConnection } from '../../connection.ts'
import { exitCodesHelp } from '../../failure.ts'
import { type FeedFlags, feedHelp, openFeedFlags, withFeed } from '../../feed-flags.ts'
import type { Send } from '../../sending/sending.ts'
import { type ResultFlags, type Shell, withResult } from '../../shell.ts'

interface Flags extends FeedFlags, ResultFlags {
  dryRun?: true
  failFast?: true
}

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run           check a feed, send nothing
  boardwalk jobs push jobs.xml --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs push - --map names.json
  boardwalk jobs push jobs.json --json 2>/dev/null | jq .failed
`

/** `boardwalk jobs push` */
export function addJobsPush(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('push')
    .description('create and update jobs from a feed; what the board has already stays as it is')
  withFeed(command)
    .option('--dry-run', 'check the feed and send nothing; needs no board and no key')
    .option('--fail-fast', 'stop at the first row that fails')
  withConnection(command)
  withResult(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', feedHelp + connectionHelp + exitCodesHelp)
    .action((file: string, flags: Flags) => push(shell, file, flags))
}

const push = (shell: Shell, file: string, flags: Flags) =>
  shell.run(flags, async (output, outputFormat) => {
    const { concurrency, dryRun: isDryRun = false, failFast = false } = flags
    const { pushJobs, sendNothing } = await import('./push.ts')
    const { feed, report } = await openFeedFlags(shell.world, file, flags)
    const boardwalk = isDryRun ? undefined : await connect(shell.world, flags)
    const send: Send =
      boardwalk === undefined ? sendNothing : (jobs, signal) => boardwalk.jobs.upsertMany(jobs, { concurrency, signal })
    return pushJobs({ feed, send, isDryRun, failFast, report, outputFormat }, output, shell.world)
  })
