import { type ExitCode, exitCode, tellFailure } from '../failure.ts'
import { type Interruption, runInterruptible } from '../interruption.ts'
import type { JobChanging } from '../job-changing.ts'
import type { Output, OutputFormat } from '../output.ts'
import { printRecords } from '../records.ts'
import type { World } from '../shell.ts'

const concurrency = 4

/** Makes the same change to the jobs of these ids, prints one result per id, and says why a job was not changed. */
export function changeJobs<Done extends string>(
  world: World,
  ids: string[],
  createChanging: (interruption: Interruption) => JobChanging<Done>,
  output: Output,
  format: OutputFormat,
): Promise<ExitCode> {
  return runInterruptible(world, output.say, async (interruption) => {
    const changing = createChanging(interruption)
    let failed = 0
    async function* results() {
      for await (const result of changing.results(ids, concurrency)) {
        if (result.error !== null) {
          failed++
          output.say(`${result.id}: ${result.error.message}`, 'red')
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
      more: () => ({ error: changing.stoppedBy === undefined ? null : tellFailure(changing.stoppedBy) }),
    })
    if (interruption.stop.aborted) return exitCode.interrupted
    if (changing.stoppedBy !== undefined) return changing.stoppedBy.exitCode
    return failed > 0 ? exitCode.someRowsFailed : exitCode.done
  })
}
