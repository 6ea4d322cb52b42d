import type { CallOptions } from '@boardwalk/sdk'
import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCodesHelp } from '../failure.ts'
import { addResultOptions, listFormats, type ResultFlags, type Shell } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk jobs publish A-17
  boardwalk jobs publish A-17 A-18 "A/19"
  boardwalk jobs publish A-17 --json | jq '.jobs[].status'
`

/** Adds the command `boardwalk jobs publish`. */
export function addJobsPublish(group: Command, shell: Shell): void {
  const command = group
    .command('publish')
    .description('put unpublished jobs back on the public site; nothing else of them changes')
    .argument('<id...>', 'external ids of the jobs; put -- before an id that begins with a dash')
  addConnectionOptions(command)
  addResultOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp + exitCodesHelp)
    .action((ids: string[], flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const [{ changeJobs }, { JobChanging }, { jobs }] = await Promise.all([
          import('./job-changes.ts'),
          import('../job-changing.ts'),
          connect(shell.world, flags, output),
        ])
        const publish = (id: string, options: CallOptions) =>
          jobs.update(id, { status: 'PUBLISHED' }, { ...options, create: false })
        return changeJobs(
          shell.world,
          ids,
          (interruption) => new JobChanging(publish, 'published', interruption),
          output,
          format,
        )
      }),
    )
}
