import type { Clock } from '../../process/clock.ts'
import type { KnownJob } from '../job.ts'
import type { JobChanges } from './change.ts'
import { type JobCollection, readExternalId } from './document.ts'

/** Takes jobs out of all lists when their closing date has passed. */
export const createClosing = (jobs: JobCollection, { changeJobs }: Pick<JobChanges, 'changeJobs'>) => ({
  /**
   * Withholds those of these published jobs whose closing date has passed. Returns those that this call withheld. Who changed their content
   * last, and when, stays. Several processes may do so at once: a job that has changed since it was found waits for the next call.
   */
  async withholdClosed({ now }: Clock, jobIds: readonly number[]): Promise<Pick<KnownJob, 'id' | 'companyId'>[]> {
    const at = new Date(now())
    const filter = { _id: { $in: [...jobIds] }, status: 'PUBLISHED', 'terms.closesAt': { $lte: at } } as const
    const projection = { companyId: 1, externalKey: 1, terms: 1, suspendedAt: 1, revision: 1 }
    const rows = await jobs.find(filter, { projection }).toArray()
    const found = rows.map(({ _id: id, companyId, terms, suspendedAt = null, revision, ...row }) => {
      const externalId = readExternalId(row)
      return { id, companyId, externalId, status: 'PUBLISHED', terms, suspendedAt, revision } as const
    })
    // The job's own status stays. That of its row follows from the time.
    const outcomes = await changeJobs(found.map((read) => ({ read, set: { status: read.status }, at })))
    const failure = outcomes.find((outcome) => outcome instanceof Error)
    if (failure !== undefined) throw failure
    return found.filter((_, index) => outcomes[index] === 'made')
  },
})
