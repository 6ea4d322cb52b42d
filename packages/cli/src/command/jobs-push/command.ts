import type { Command } from 'commander'
import { addConnectionOptions, connectBy, connectionHelp } from '../../connection.ts'
import { exitCode, exitCodesHelp } from '../../failure.ts'
import { addFeedOptions, type FeedFlags, feedHelp } from '../../feed-flags.ts'
import type { Send } from '../../sending/sending.ts'
import type { Shell } from '../../shell.ts'

interface Flags extends FeedFlags {
  dryRun?: true
  failFast?: true
}

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run           check a feed, send nothing
  boardwalk jobs push jobs.xml --report out.ndjson
  curl -s https://ats.example.com/jobs | boardwalk jobs push - --map names.json
  boardwalk jobs push https://acme.jobs.personio.de/xml --preset personio
  boardwalk jobs push jobs.json --json 2>/dev/null | jq .failed
`

/** Adds the command `boardwalk jobs push`. */
export function addJobsPush(jobs: Command, shell: Shell): void {
  const command = jobs.command('push').description('create and update the jobs of a feed; other jobs do not change')
  addFeedOptions(command)
    .option('--dry-run', 'check the feed and send nothing; needs no board and no key')
    .option('--fail-fast', 'stop at the first row that fails')
  addConnectionOptions(command, ['table', 'json', 'ndjson'])
    .addHelpText('before', examples)
    .addHelpText('after', feedHelp + connectionHelp + exitCodesHelp)
    .action((file: string | undefined, flags: Flags) => push(shell, file, flags))
}

const push = (shell: Shell, file: string | undefined, flags: Flags) =>
  shell.run(flags, async (run) => {
    const { concurrency, dryRun: isDryRun = false, failFast = false } = flags
    const [{ pushJobs, sendNothing }, { openFeedFiles }] = await Promise.all([
      import('./push.ts'),
      import('../../sending/feed-files.ts'),
    ])
    const files = await openFeedFiles(run, 'push', file, flags)
    if (files === undefined) return exitCode.done
    const { feed, report, sources } = files
    const boardwalk = isDryRun ? undefined : await connectBy(run, flags, sources).catch(files.stop)
    const send: Send =
      boardwalk === undefined
        ? sendNothing
        : (jobs, signals) => boardwalk.jobs.upsertMany(jobs, { concurrency, ...signals })
    const code = await pushJobs(run, { feed, send, isDryRun, failFast, report })
    if (!isDryRun) await files.end(code)
    return code
  })
