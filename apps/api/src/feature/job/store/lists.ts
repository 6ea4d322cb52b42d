import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-lookup'
import type { Paging } from '@boardwalk/schema/page'
import type { mongo } from 'mongoose'
import { LATEST } from '../../../db/change-each.ts'
import { createPattern } from '../../../db/word-pattern.ts'
import type { StoredJob } from '../job.ts'
import { findJobs, type JobCollection, type JobDocument } from './document.ts'
import { type Closeness, matchWords } from './match-words.ts'

/** One page of jobs, and the number of jobs on all pages. */
interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** Lists a company's jobs, also unpublished ones, for the company itself. */
export interface JobLists {
  countByStatus(companyId: string, status: PublicationStatus): Promise<number>
  /**
   * Reads one page in the order of job ids. `afterJobId` leaves out the jobs up to that one, and `changedSince` those that
   * were last changed at or before that instant.
   */
  list(
    companyId: string,
    statuses: PublicationStatus[],
    range: Paging & { afterJobId?: number | undefined; changedSince?: Date | undefined },
  ): Promise<JobPage>
  /** Reads one page of the jobs that match an administrator's search. If none does, one wrong letter of each word is forgiven. */
  lookUp(companyId: string, statuses: PublicationStatus[], lookup: Omit<JobLookup, 'status'>): Promise<JobPage>
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
    countByStatus: (companyId, status) => jobs.countDocuments({ companyId, status }),
    list(companyId, statuses, { afterJobId, changedSince, ...paging }) {
      const filter = {
        companyId,
        status: { $in: statuses },
        ...(afterJobId !== undefined && { _id: { $gt: afterJobId } }),
        ...(changedSince && { changedAt: { $gt: changedSince } }),
      }
      return readPage(filter, { _id: 1 }, paging, changedSince && LATEST)
    },
    async lookUp(companyId, statuses, { search, externalId, sort, order, ...paging }) {
      const createFilter = (closeness: Closeness) => ({
        companyId,
        status: { $in: statuses },
        ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
        ...(search.length > 0 && { $and: search.map((word) => matchWord(word, closeness)) }),
      })
      const direction = order === 'ascending' ? 1 : -1
      // A change writes the time of the database and that of the server, `updatedAt`; the first one has an index.
      const by: Record<string, 1 | -1> =
        sort === 'updated' ? { changedAt: direction, _id: direction } : { _id: direction }
      const found = await readPage(createFilter('named'), by, paging)
      return found.total > 0 || search.length === 0 ? found : readPage(createFilter('misspelt'), by, paging)
    },
  }
}

/**
 * Matches jobs that have a word in the title or in the external id, or have it as their job id. A part of a title or of an
 * external id is enough.
 */
function matchWord(word: string, closeness: Closeness): mongo.Filter<JobDocument> {
  const held = { $regex: createPattern(word), $options: 'i' }
  const isNumber = /^\d{1,15}$/.test(word)
  const parts = [{ 'fields.title': held }, { externalKey: held }, ...(isNumber ? [{ _id: Number(word) }] : [])]
  return { $or: [...parts, matchWords([word], closeness)] }
}
