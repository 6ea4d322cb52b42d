import type { StoredJob } from '../job.ts'
import { fromDocument, type JobCollection } from './document.ts'

/** What a sitemap says of a job. */
export type JobAddress = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'updatedAt'>

/** Walks the published jobs in the order of their ids, for feeds and sitemaps. */
export interface PublishedJobs {
  /** The company's next published jobs after a job id. */
  findPublished(companyId: string, afterId: number, jobsMax: number): Promise<StoredJob[]>
  /** The next published jobs of all companies after a job id. */
  findPublishedOnBoard(afterId: number, jobsMax: number): Promise<StoredJob[]>
  /** The addresses of the next published jobs of all companies after a job id, without the jobs' texts. */
  findPublishedAddresses(afterId: number, jobsMax: number): Promise<JobAddress[]>
  /** Divides the published jobs of the board into parts of at most `jobsMax`; the job id before each part, first 0. */
  findPartStarts(jobsMax: number): Promise<number[]>
  /** The companies among these that have a published job. */
  findPublishingCompanies(companyIds: string[]): Promise<Set<string>>
}

const BY_ID = { _id: 1 } as const
const matchAfter = (afterId: number) => ({ status: 'PUBLISHED', _id: { $gt: afterId } }) as const

export const createPublishedJobs = (jobs: JobCollection): PublishedJobs => ({
  async findPublished(companyId, afterId, jobsMax) {
    const filter = { companyId, ...matchAfter(afterId) }
    return (await jobs.find(filter, { sort: BY_ID, limit: jobsMax }).toArray()).map(fromDocument)
  },

  async findPublishedOnBoard(afterId, jobsMax) {
    return (await jobs.find(matchAfter(afterId), { sort: BY_ID, limit: jobsMax }).toArray()).map(fromDocument)
  },

  async findPublishedAddresses(afterId, jobsMax) {
    const projection = { companyId: 1, slug: 1, updatedAt: 1 }
    const found = await jobs.find(matchAfter(afterId), { projection, sort: BY_ID, limit: jobsMax }).toArray()
    return found.map(({ _id, companyId, slug, updatedAt }) => ({ id: _id, companyId, slug, updatedAt }))
  },

  async findPartStarts(jobsMax) {
    const starts = [0]
    for (let after = 0; ; ) {
      const next = await jobs.findOne(matchAfter(after), { projection: { _id: 1 }, sort: BY_ID, skip: jobsMax })
      if (next === null) return starts
      after = next._id - 1
      starts.push(after)
    }
  },

  async findPublishingCompanies(companyIds) {
    return new Set(await jobs.distinct('companyId', { companyId: { $in: companyIds }, status: 'PUBLISHED' }))
  },
})
