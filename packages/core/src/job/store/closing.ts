import type { ChangeOutcome, RowChange } from '../../db/change-each.ts'
import type { Clock } from '../../process/clock.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import type { JobCollection } from './document.ts'
import type { SearchRows } from './search-rows.ts'

/** The jobs that one command changes. */
const JOBS_AT_ONCE = 100

interface ClosingOptions {
  /** Changes several jobs with one command. */
  changeJobs: (changes: readonly RowChange<JobDocument>[]) => Promise<(ChangeOutcome | Error)[]>
  noteSearch: SearchRows['note']
}

/** Takes jobs out of all lists when their closing date has passed. */
export const createClosing = (jobs: JobCollection, { changeJobs, noteSearch }: ClosingOptions) => ({
  /**
   * Withholds the published jobs whose closing date has passed, and yields those that this call withheld. Who changed their content last,
   * and when, stays. Several processes may do so at once: a job that has changed since it was found waits for the next call.
   */
  async *withholdClosed({ now }: Clock, signal: AbortSignal): AsyncGenerator<Pick<StoredJob, 'id' | 'companyId'>[]> {
    const filter = { status: 'PUBLISHED', 'terms.closesAt': { $lte: new Date(now()) } } as const
    const projection = { companyId: 1, revision: 1 }
    while (!signal.aborted) {
      const found = await jobs.find(filter, { projection, limit: JOBS_AT_ONCE }).toArray()
      if (found.length === 0) return
      const outcomes = await changeJobs(
        found.map(({ _id, companyId, revision }) => ({
          where: { _id, companyId, revision },
          set: { status: 'WITHHELD', searchRevision: revision + 1 },
        })),
      )
      const closed = found
        .filter((_, index) => outcomes[index] === 'made')
        .map(({ _id: id, companyId, revision }) => ({ id, companyId, revision: revision + 1 }))
      for (const job of closed) noteSearch({ ...job, status: 'UNPUBLISHED' })
      yield closed
      const failure = outcomes.find((outcome) => outcome instanceof Error)
      if (failure !== undefined) throw failure
    }
  },
})
