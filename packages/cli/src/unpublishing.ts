import type { Boardwalk } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { chooseExitCode, findErrorCode, toBoardFailure } from './board-failure.ts'
import { type Failure, type ToldError, tellFailure } from './failure.ts'
import type { Interruption } from './interruption.ts'

/** The outcome for one job that a command should unpublish. */
export interface Unpublished {
  id: string
  status: 'unpublished' | 'not_found' | 'failed'
  jobId: number | null
  error: ToldError | null
}

/** Unpublishes jobs, several at the same time. */
export class Unpublishing {
  /** Why the remaining jobs were not tried, such as a refused key or a board that does not answer. */
  stoppedBy: Failure | undefined
  readonly #jobs: Pick<Boardwalk['jobs'], 'unpublish'>
  readonly #interruption: Interruption

  constructor(jobs: Pick<Boardwalk['jobs'], 'unpublish'>, interruption: Interruption) {
    this.#jobs = jobs
    this.#interruption = interruption
  }

  /** Gives one result per id, in the order of the ids. An id that was not tried has the status `failed`. */
  results(ids: Iterable<string>, concurrency: number): AsyncIterable<Unpublished> {
    return pMapIterable(ids, (id) => this.#unpublish(id), { concurrency })
  }

  async #unpublish(id: string): Promise<Unpublished> {
    const reason = this.#interruption.stop.aborted ? 'interrupted' : this.stoppedBy?.message
    if (reason !== undefined) return { id, status: 'failed', jobId: null, error: { message: `not tried: ${reason}` } }
    try {
      const { jobId } = await this.#jobs.unpublish(id, { signal: this.#interruption.abort })
      return { id, status: 'unpublished', jobId, error: null }
    } catch (thrown) {
      const failure = toBoardFailure(thrown)
      const code = findErrorCode(thrown) ?? ''
      if (chooseExitCode(code) !== undefined) this.stoppedBy ??= failure
      const status = code === 'job_not_found' ? 'not_found' : 'failed'
      return { id, status, jobId: null, error: tellFailure(failure) }
    }
  }
}
