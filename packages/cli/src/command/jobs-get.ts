import type { Command } from 'commander'
import { type ConnectionFlags, connect, connectionHelp, withConnection } from '../connection.ts'
import { exitCode } from '../failure.ts'
import { type ResultFlags, type Shell, withResult } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk jobs get A-17
  boardwalk jobs get A-17 --json | jq -r .job.jobUrl
`

/** `boardwalk jobs get` */
export function addJobsGet(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('get')
    .description('one job as the board has it, its extra fields included')
    .argument('<id>', 'its external id')
  withConnection(command)
  withResult(command, ['table', 'json'])
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp)
    .action((id: string, flags: Flags) =>
      shell.run(flags, async (output, format) => {
        const [{ fieldLines }, boardwalk] = await Promise.all([import('../records.ts'), connect(shell.world, flags)])
        const { job } = await boardwalk.jobs.get(id)
        const { id: _, title, status, jobId, jobUrl, ...others } = job
        const shown = { id, title, status, jobId, jobUrl, ...others }
        await output.result(format === 'json' ? JSON.stringify({ job }) : fieldLines(shown))
        return exitCode.done
      }),
    )
}
