import type { Command } from 'commander'
import { addConnectionOptions, type ConnectionFlags, connect, connectionHelp } from '../connection.ts'
import { type ExitCode, exitCode, exitCodesHelp, tellFailure } from '../failure.ts'
import type { Output, OutputFormat } from '../output.ts'
import { addResultOptions, listFormats, type ResultFlags, type Shell } from '../shell.ts'

interface Flags extends ConnectionFlags, ResultFlags {}

const examples = `Examples:
  boardwalk jobs unpublish A-17
  boardwalk jobs unpublish A-17 A-18 "A/19"
  boardwalk jobs unpublish A-17 --json | jq '.jobs[].status'
`
const concurrency = 4

/** Adds the command `boardwalk jobs unpublish`. */
export function addJobsUnpublish(jobs: Command, shell: Shell): void {
  const command = jobs
    .command('unpublish')
    .description('take jobs off the public site; their data stays')
    .argument('<id...>', 'external ids of the jobs; put -- before an id that begins with a dash')
  addConnectionOptions(command)
  addResultOptions(command, listFormats)
    .addHelpText('before', examples)
    .addHelpText('after', connectionHelp + exitCodesHelp)
    .action((ids: string[], flags: Flags) =>
      shell.run(flags, (output, format) => unpublish(shell, ids, flags, output, format)),
    )
}

async function unpublish(
  { world }: Shell,
  ids: string[],
  flags: Flags,
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  const [{ printRecords }, { runInterruptible }, { Unpublishing }] = await Promise.all([
    import('../records.ts'),
    import('../interruption.ts'),
    import('../unpublishing.ts'),
  ])
  const { jobs } = await connect(world, flags, output)
  return runInterruptible(world, output.say, async (interruption) => {
    const unpublishing = new Unpublishing(jobs, interruption)
    let failed = 0
    async function* results() {
      for await (const result of unpublishing.results(ids, concurrency)) {
        if (result.status !== 'unpublished') {
          failed++
          output.say(`${result.id}: ${result.error?.message}`, 'red')
        }
        yield result
      }
    }
    await printRecords(output, format, {
      name: 'jobs',
      columns: [
        { name: 'id', text: ({ id }) => id },
        { name: 'status', text: ({ status }) => status },
        { name: 'jobId', text: ({ jobId }) => (jobId === null ? '' : String(jobId)) },
      ],
      items: results(),
      more: () => ({
        error: unpublishing.stoppedBy === undefined ? null : tellFailure(unpublishing.stoppedBy),
      }),
    })
    if (interruption.stop.aborted) return exitCode.interrupted
    if (unpublishing.stoppedBy !== undefined) return unpublishing.stoppedBy.exitCode
    return failed > 0 ? exitCode.someRowsFailed : exitCode.done
  })
}
