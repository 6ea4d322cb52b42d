import type { StoredJob } from '../job.ts'
import { findJobs, type JobCollection, toRowStatus } from './document.ts'
import type { JobCache } from './read.ts'
import { type SearchRows, toSearched } from './search-rows.ts'
import type { ChangeJob } from './write.ts'

interface SuspensionOptions {
  cache: JobCache
  change: ChangeJob
  noteSearch: SearchRows['note']
}

/** The rows that one command touches. */
const TOUCHED_AT_ONCE = 500

/** What the operator does to jobs. */
export const createSuspensions = (jobs: JobCollection, { cache, change, noteSearch }: SuspensionOptions) => ({
  /** Finds the company of a job. Undefined if no company has such a job. Only for the operator, who knows the job id alone. */
  async findCompanyOf(jobId: number): Promise<string | undefined> {
    const found = await jobs.findOne({ _id: jobId }, { projection: { companyId: 1 } })
    return found?.companyId
  },

  /** Finds the suspended jobs of a company, at most `jobsMax`. */
  findSuspended: (companyId: string, jobsMax: number): Promise<StoredJob[]> =>
    findJobs(jobs, { companyId, suspendedAt: { $gt: new Date(0) } }, { sort: { _id: 1 }, limit: jobsMax }),

  /**
   * Suspends a job, or ends that with null. What its company sent and when stays, so that the job comes back unchanged. False if the job
   * has changed since it was read.
   */
  async setSuspension(read: StoredJob, suspendedAt: Date | null, at: Date): Promise<boolean> {
    const job = { ...read, suspendedAt, revision: read.revision + 1 }
    const outcome = await change({
      where: { _id: read.id, companyId: read.companyId, revision: read.revision },
      set: { suspendedAt, status: toRowStatus(job, at), searchRevision: job.revision },
    })
    if (outcome !== 'made') return false
    cache.store(job)
    noteSearch(toSearched(job, at))
    return true
  },

  /**
   * Marks all jobs of a company as changed, so that a list of changes has them: the company was suspended, or is not any more. It is safe
   * to repeat.
   */
  async touchAll(companyId: string): Promise<void> {
    for (let afterId = 0; ; ) {
      const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit: TOUCHED_AT_ONCE } as const
      const ids = (await jobs.find({ companyId, _id: { $gt: afterId } }, options).toArray()).map(({ _id }) => _id)
      const last = ids.at(-1)
      if (last === undefined) return
      await jobs.updateMany({ _id: { $in: ids }, companyId }, { $currentDate: { changedAt: true } })
      afterId = last
    }
  },
})
