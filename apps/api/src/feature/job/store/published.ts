import type { StoredJob } from '../job.ts'
import { findJobs, type JobCollection } from './document.ts'

/** The parts of a job that a sitemap needs. */
export type SitemapJob = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'locale' | 'updatedAt'>

/** Reads the published jobs in the order of their ids, for feeds and sitemaps. */
export interface PublishedJobs {
  /** Finds the company's next published jobs after a job id, at most `jobsMax`. */
  findPublished(companyId: string, afterId: number, jobsMax: number): Promise<StoredJob[]>
  /** Finds the next published jobs of all companies after a job id, at most `jobsMax`. */
  findPublishedOnBoard(afterId: number, jobsMax: number): Promise<StoredJob[]>
  /** Finds only the addresses of those jobs, without their texts. */
  findPublishedAddresses(afterId: number, jobsMax: number): Promise<SitemapJob[]>
  /**
   * Divides the board's published jobs into parts of at most `jobsMax`. Returns the job id before each part: 0 comes
   * first.
   */
  findPartStarts(jobsMax: number): Promise<number[]>
  /** Finds which of these companies have a published job. */
  findPublishingCompanies(companyIds: string[]): Promise<Set<string>>
}

const BY_ID = { _id: 1 } as const
const matchAfter = (afterId: number) => ({ status: 'PUBLISHED', _id: { $gt: afterId } }) as const

export const createPublishedJobs = (jobs: JobCollection): PublishedJobs => ({
  async findPublished(companyId, afterId, jobsMax) {
    const filter = { companyId, ...matchAfter(afterId) }
    return findJobs(jobs, filter, { sort: BY_ID, limit: jobsMax })
  },

  async findPublishedOnBoard(afterId, jobsMax) {
    return findJobs(jobs, matchAfter(afterId), { sort: BY_ID, limit: jobsMax })
  },

  async findPublishedAddresses(afterId, jobsMax) {
    const projection = { companyId: 1, slug: 1, locale: 1, updatedAt: 1 }
    const found = await jobs.find(matchAfter(afterId), { projection, sort: BY_ID, limit: jobsMax }).toArray()
    return found.map(({ _id, companyId, slug, locale = null, updatedAt }) => ({
      ...{ id: _id, companyId, slug, locale, updatedAt },
    }))
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
