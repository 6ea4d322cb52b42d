import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { exitCode } from '../failure.ts'
import { addResultOptions, type ResultFlags, type Shell } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk jobs get A-17
  boardwalk jobs get A-17 --json | jq -r .job.jobUrl
`

/** Adds the command `boardwalk jobs get`. */
export function addJobsGet(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('get')
    .description('show one job with all its fields, also the extra ones')
    .argument('<id>', 'external id of the job')
  addConnectionOptions(command)
  addResultOptions(command, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp)
    .action((id: string, flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const [{ formatFields }, boardwalk] = await Promise.all([
          import('../records.ts'),
          connect(shell.world, flags, output),
        ])
        const { job } = await boardwalk.jobs.get(id)
        const { id: _, title, status, jobId, jobUrl, ...others } = job
        const shown = { id, title, status, jobId, jobUrl, ...others }
        await (format === 'json' ? output.document({ job }) : output.result(formatFields(shown)))
        return exitCode.done
      }),
    )
}
