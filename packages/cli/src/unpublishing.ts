import type { Boardwalk } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { boardFailureOf, codeOf, endByCode } from './board-failure.ts'
import type { Failure } from './failure.ts'
import type { Interruption } from './interruption.ts'

/** What became of one job that was to be unpublished. */
export interface Unpublished {
  id: string
  status: 'unpublished' | 'not_found' | 'failed'
  jobId: number | null
  error: { message: string } | null
}

/** Unpublishes jobs, a few at once. */
export class Unpublishing {
  /** Why those that were not tried were not: a refused key, a board that does not answer. */
  stoppedBy: Failure | undefined
  readonly #jobs: Pick<Boardwalk['jobs'], 'unpublish'>
  readonly #interruption: Interruption

  constructor(jobs: Pick<Boardwalk['jobs'], 'unpublish'>, interruption: Interruption) {
    this.#jobs = jobs
    this.#interruption = interruption
  }

  /** One result per id in the order given; of one that was not tried too, which has failed. */
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
      const failure = boardFailureOf(thrown)
      const code = codeOf(thrown) ?? ''
      if (endByCode(code) !== undefined) this.stoppedBy ??= failure
      const status = code === 'job_not_found' ? 'not_found' : 'failed'
      return { id, status, jobId: null, error: { message: failure.message } }
    }
  }
}
