import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCodesHelp } from '../failure.ts'
import { addResultOptions, listFormats, type ResultFlags, type Shell } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk jobs unpublish A-17
  boardwalk jobs unpublish A-17 A-18 "A/19"
  boardwalk jobs unpublish A-17 --json | jq '.jobs[].status'
`

/** Adds the command `boardwalk jobs unpublish`. */
export function addJobsUnpublish(group: Command, shell: Shell): void {
  const command = group
    .command('unpublish')
    .description('take jobs off the public site; their data stays')
    .argument('<id...>', 'external ids of the jobs; put -- before an id that begins with a dash')
  addConnectionOptions(command)
  addResultOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp + exitCodesHelp)
    .action((ids: string[], flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const [{ changeJobs }, { Unpublishing }, { jobs }] = await Promise.all([
          import('./job-changes.ts'),
          import('../unpublishing.ts'),
          connect(shell.world, flags, output),
        ])
        return changeJobs(shell.world, ids, (interruption) => new Unpublishing(jobs, interruption), output, format)
      }),
    )
}
