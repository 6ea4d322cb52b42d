import type { JobFields } from '@boardwalk/schema/job'
import type { StoredJob } from '../job.ts'
import { type FindShownOwners, matchOwners } from '../owners.ts'
import { findJobs, type JobCollection, toRowStatuses } from './document.ts'

/** The parts of a job that a sitemap needs. */
export type SitemapJob = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'locale' | 'updatedAt'>

/** The parts of a job that a short list of links shows. */
export type LinkedJob = Pick<StoredJob, 'id' | 'companyId' | 'slug' | 'locale' | 'fields' | 'terms'>

/** The fields of a job that a short list of links needs, because it shows the salary too. */
const SHOWN_FIELDS = [
  'title',
  'city',
  'contractType',
  'workMode',
  'country',
  'minSalary',
  'maxSalary',
  'displaySalary',
] as const satisfies (keyof JobFields)[]

const BY_ID = { _id: 1 } as const
const matchAfter = (afterId: number) => ({ status: 'PUBLISHED', _id: { $gt: afterId } }) as const

/** Reads published jobs: in the order of their ids, for feeds and sitemaps, and those of a list of ids. */
export const createPublishedJobs = (jobs: JobCollection, findShownOwners: FindShownOwners) => ({
  /** Finds the company's next published jobs after a job id, at most `jobsMax`. */
  findPublished: (companyId: string, afterId: number, jobsMax: number): Promise<StoredJob[]> =>
    findJobs(jobs, { companyId, ...matchAfter(afterId) }, { sort: BY_ID, limit: jobsMax }),

  /** Finds the next published jobs of all companies that are not suspended after a job id, at most `jobsMax`. */
  async findPublishedOnBoard(afterId: number, jobsMax: number): Promise<StoredJob[]> {
    const filter = { ...matchOwners(await findShownOwners()), ...matchAfter(afterId) }
    return findJobs(jobs, filter, { sort: BY_ID, limit: jobsMax })
  },

  /** Finds only the addresses of the next published jobs, without their texts. Also those of suspended companies, as `findPartStarts` does. */
  async findPublishedAddresses(afterId: number, jobsMax: number): Promise<SitemapJob[]> {
    const projection = { companyId: 1, slug: 1, locale: 1, updatedAt: 1 }
    const found = await jobs.find(matchAfter(afterId), { projection, sort: BY_ID, limit: jobsMax }).toArray()
    return found.map(({ _id, companyId, slug, locale, updatedAt }) => ({ id: _id, companyId, slug, locale, updatedAt }))
  },

  /**
   * Divides the board's published jobs into parts of at most `jobsMax`. Returns the job id before each part: 0 comes
   * first.
   */
  async findPartStarts(jobsMax: number): Promise<number[]> {
    const starts = [0]
    for (let after = 0; ; ) {
      const next = await jobs.findOne(matchAfter(after), { projection: { _id: 1 }, sort: BY_ID, skip: jobsMax })
      if (next === null) return starts
      after = next._id - 1
      starts.push(after)
    }
  },

  /** Reads those of these jobs that are published now, in this order, without their texts. */
  async findLinked(ids: readonly number[]): Promise<LinkedJob[]> {
    const shown = SHOWN_FIELDS.map((name) => [`fields.${name}`, 1])
    const projection = { companyId: 1, slug: 1, locale: 1, status: 1, terms: 1, ...Object.fromEntries(shown) }
    // By their ids alone, because a database that begins with the index of the status reads all published jobs.
    const found = await jobs.find({ _id: { $in: [...ids] } }, { projection }).toArray()
    const { exceptCompanyIds } = await findShownOwners()
    const published = found.filter(
      ({ status, companyId }) => status === 'PUBLISHED' && !exceptCompanyIds.includes(companyId),
    )
    const byId = new Map(published.map(({ _id, ...rest }) => [_id, { id: _id, ...rest }]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  },

  /**
   * Finds the next published jobs of a company, after a job id, that have an external id and were not changed since an instant. Also those
   * that people cannot see.
   */
  async findUnchanged(companyId: string, since: Date, afterId: number, jobsMax: number) {
    const filter = {
      companyId,
      status: { $in: toRowStatuses(['PUBLISHED']) },
      _id: { $gt: afterId },
      externalKey: { $gte: '' },
      changedAt: { $lt: since },
    }
    const found = await jobs.find(filter, { projection: { revision: 1 }, sort: BY_ID, limit: jobsMax }).toArray()
    return found.map(({ _id: jobId, revision }) => ({ jobId, revision }))
  },

  /** Finds which of these companies have a published job. */
  findPublishingCompanies: async (companyIds: string[]): Promise<Set<string>> =>
    new Set(await jobs.distinct('companyId', { companyId: { $in: companyIds }, status: 'PUBLISHED' })),
})
