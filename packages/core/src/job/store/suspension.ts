import type { StoredJob } from '../job.ts'
import type { JobChanges } from './change.ts'
import { findJobs, type JobCollection } from './document.ts'

/** What the operator does to jobs. */
export const createSuspensions = (jobs: JobCollection, { changeJob }: Pick<JobChanges, 'changeJob'>) => ({
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
    return (await changeJob({ read, set: { suspendedAt }, at })) === 'made'
  },
})
