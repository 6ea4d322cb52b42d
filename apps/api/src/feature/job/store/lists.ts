import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-lookup'
import type { Paging } from '@boardwalk/schema/page'
import type { mongo } from 'mongoose'
import { createPattern } from '../../../db/word-pattern.ts'
import type { StoredJob } from '../job.ts'
import { fromDocument, type JobCollection, type JobDocument } from './document.ts'

/** One page of jobs, and how many there are on all pages. */
interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** Lists all jobs of a company, drafts too, for its own eyes. */
export interface JobLists {
  countByStatus(companyId: string, status: PublicationStatus): Promise<number>
  /** One page in the order of job ids; with `afterJobId`, of the jobs after that one. */
  list(
    companyId: string,
    statuses: PublicationStatus[],
    range: Paging & { afterJobId?: number | undefined },
  ): Promise<JobPage>
  /** One page of the jobs that an administrator looks for, newest first. */
  lookUp(
    companyId: string,
    statuses: PublicationStatus[],
    lookup: Pick<JobLookup, 'search' | 'externalId'> & Paging,
  ): Promise<JobPage>
}

export function createJobLists(jobs: JobCollection): JobLists {
  async function readPage(
    filter: mongo.Filter<JobDocument>,
    sort: { _id: 1 | -1 },
    { page, pageSize }: Paging,
  ): Promise<JobPage> {
    const total = await jobs.countDocuments(filter)
    const skip = (page - 1) * pageSize
    if (skip >= total) return { jobs: [], total }
    const found = await jobs.find(filter, { sort, skip, limit: pageSize }).toArray()
    return { jobs: found.map(fromDocument), total }
  }

  return {
    countByStatus: (companyId, status) => jobs.countDocuments({ companyId, status }),
    list(companyId, statuses, { afterJobId, ...paging }) {
      const later = afterJobId !== undefined && { _id: { $gt: afterJobId } }
      return readPage({ companyId, status: { $in: statuses }, ...later }, { _id: 1 }, paging)
    },
    lookUp(companyId, statuses, { search, externalId, ...paging }) {
      const filter = {
        companyId,
        status: { $in: statuses },
        ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
        ...(search.length > 0 && { $and: search.map(matchWord) }),
      }
      return readPage(filter, { _id: -1 }, paging)
    },
  }
}

/** A word matches in the title or in the external id, or as the job id. */
function matchWord(word: string): mongo.Filter<JobDocument> {
  const held = { $regex: createPattern(word), $options: 'i' }
  const isNumber = /^\d{1,15}$/.test(word)
  return { $or: [{ 'fields.title': held }, { externalKey: held }, ...(isNumber ? [{ _id: Number(word) }] : [])] }
}
