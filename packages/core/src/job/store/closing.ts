import type { Clock } from '../../process/clock.ts'
import type { KnownJob } from '../job.ts'
import type { JobChanges } from './change.ts'
import { type JobCollection, readExternalId } from './document.ts'

/** The jobs that one command changes. */
const JOBS_AT_ONCE = 100

/** Takes jobs out of all lists when their closing date has passed. */
export const createClosing = (jobs: JobCollection, { changeJobs }: Pick<JobChanges, 'changeJobs'>) => ({
  /**
   * Withholds the published jobs whose closing date has passed, and yields those that this call withheld. Who changed their content last,
   * and when, stays. Several processes may do so at once: a job that has changed since it was found waits for the next call.
   */
  async *withholdClosed({ now }: Clock, signal: AbortSignal): AsyncGenerator<Pick<KnownJob, 'id' | 'companyId'>[]> {
    const at = new Date(now())
    const filter = { status: 'PUBLISHED', 'terms.closesAt': { $lte: at } } as const
    const projection = { companyId: 1, externalKey: 1, terms: 1, suspendedAt: 1, revision: 1 }
    while (!signal.aborted) {
      const rows = await jobs.find(filter, { projection, limit: JOBS_AT_ONCE }).toArray()
      if (rows.length === 0) return
      const found = rows.map(({ _id: id, companyId, terms, suspendedAt = null, revision, ...row }) => {
        const externalId = readExternalId(row)
        return { id, companyId, externalId, status: 'PUBLISHED', terms, suspendedAt, revision } as const
      })
      const outcomes = await changeJobs(
        // The job's own status stays. That of its row follows from the time.
        found.map((read) => ({ read, set: { status: read.status }, at, isSearched: true })),
      )
      yield found.filter((_, index) => outcomes[index] === 'made')
      const failure = outcomes.find((outcome) => outcome instanceof Error)
      if (failure !== undefined) throw failure
    }
  },
})
