import type { CallOptions } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { chooseExitCode, findErrorCode, toBoardFailure } from './board-failure.ts'
import { type Failure, type ToldError, tellFailure } from './failure.ts'
import type { Interruption } from './interruption.ts'

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
