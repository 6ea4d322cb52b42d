import type { CallOptions } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { chooseExitCode, findErrorCode, toBoardFailure } from '../board-failure.ts'
import { type ExitCode, exitCode, type Failure, type ToldError, tellFailure } from '../failure.ts'
import type { Output, OutputFormat } from '../output.ts'
import { printRecords } from '../records.ts'
import { type Interruption, runInterruptible, type World } from '../shell.ts'

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

/** The outcome for one job that a command should change; `Done` is its status after a success. */
interface JobChanged<Done extends string> {
  id: string
  /** `unconfirmed`: the answer was lost, so the board may have changed the job. */
  status: Done | 'not_found' | 'failed' | 'unconfirmed'
  jobId: number | null
  error: ToldError | null
}

// A change that must not create a job gets the second code if there is no such job.
const notFoundCodes = ['job_not_found', 'precondition_failed']

const isUnconfirmed = (thrown: unknown) =>
  thrown instanceof Error && 'isUnconfirmed' in thrown && thrown.isUnconfirmed === true

/** Makes the same change to jobs, several at the same time. */
export class JobChanging<Done extends string> {
  /** Why the remaining jobs were not tried, such as a refused key or a board that does not answer. */
  stoppedBy: Failure | undefined
  readonly #change: (id: string, options: CallOptions) => PromiseLike<{ jobId: number }>
  readonly #done: Done
  readonly #interruption: Interruption

  constructor(
    change: (id: string, options: CallOptions) => PromiseLike<{ jobId: number }>,
    done: Done,
    interruption: Interruption,
  ) {
    this.#change = change
    this.#done = done
    this.#interruption = interruption
  }

  /** Gives one result per id, in the order of the ids. An id that was not tried has the status `failed`. */
  results(ids: Iterable<string>, concurrency: number): AsyncIterable<JobChanged<Done>> {
    return pMapIterable(ids, (id) => this.#changeOne(id), { concurrency })
  }

  async #changeOne(id: string): Promise<JobChanged<Done>> {
    const reason = this.#interruption.stop.aborted ? 'interrupted' : this.stoppedBy?.message
    if (reason !== undefined) return { id, status: 'failed', jobId: null, error: { message: `not tried: ${reason}` } }
    try {
      const { jobId } = await this.#change(id, { signal: this.#interruption.abort })
      return { id, status: this.#done, jobId, error: null }
    } catch (thrown) {
      const failure = toBoardFailure(thrown)
      const code = findErrorCode(thrown) ?? ''
      if (chooseExitCode(code) !== undefined) this.stoppedBy ??= failure
      const status = notFoundCodes.includes(code) ? 'not_found' : 'failed'
      return { id, status: isUnconfirmed(thrown) ? 'unconfirmed' : status, jobId: null, error: tellFailure(failure) }
    }
  }
}
