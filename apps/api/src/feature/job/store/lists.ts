import type { PublicationStatus } from '@boardwalk/schema/job'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import { LATEST } from '../../../db/change-each.ts'
import type { JobDocument } from '../schema.ts'
import { findJobs, type JobCollection } from './document.ts'
import { createLookUps, type JobLookUps, type JobPage } from './look-up.ts'

/** Lists a company's jobs, also unpublished ones, for the company itself. */
export interface JobLists extends JobLookUps {
  /**
   * Reads one page in the order of job ids. `afterJobId` leaves out the jobs up to that one, and `changedSince` those that
   * were last changed at or before that instant.
   */
  list(
    companyId: string,
    statuses: PublicationStatus[],
    range: Paging & { afterJobId?: number | undefined; changedSince?: Date | undefined },
  ): Promise<JobPage>
}

export function createJobLists(jobs: JobCollection): JobLists {
  async function readPage(
    filter: mongo.Filter<JobDocument>,
    sort: mongo.Sort,
    { page, pageSize }: Paging,
    options?: mongo.FindOptions,
  ): Promise<JobPage> {
    const total = await jobs.countDocuments(filter, options)
    const skip = (page - 1) * pageSize
    if (skip >= total) return { jobs: [], total }
    return { jobs: await findJobs(jobs, filter, { sort, skip, limit: pageSize, ...options }), total }
  }

  return {
    ...createLookUps(jobs),
    list(companyId, statuses, { afterJobId, changedSince, ...paging }) {
      const filter = {
        companyId,
        status: { $in: statuses },
        ...(afterJobId !== undefined && { _id: { $gt: afterJobId } }),
        ...(changedSince && { changedAt: { $gt: changedSince } }),
      }
      return readPage(filter, { _id: 1 }, paging, changedSince && LATEST)
    },
  }
}
