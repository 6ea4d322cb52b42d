import type { ChangedJob, StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { findJobs, fromDocument, type JobCollection } from './document.ts'
import type { SitemapJob } from './published.ts'

const WITHOUT_TEXTS = {
  companyId: 1,
  revision: 1,
  searchRevision: 1,
  status: 1,
  terms: 1,
  suspendedAt: 1,
  publishedAt: 1,
  updatedAt: 1,
  changedAt: 1,
} as const

/** The jobs that are read together. */
const JOBS_AT_ONCE = 100

const toChanged = (row: JobDocument): ChangedJob => ({
  ...fromDocument(row),
  changedAt: row.changedAt,
  searchRevision: row.searchRevision,
  isListed: row.status === 'PUBLISHED',
})

/** Reads what was changed lately on the whole board, for what is kept of jobs elsewhere. */
export const createChangedJobs = (jobs: JobCollection) => ({
  /** Reads the jobs that were changed after an instant, in batches. */
  async *readChanged(since: Date): AsyncGenerator<ChangedJob[]> {
    let some: ChangedJob[] = []
    const found = jobs.find<JobDocument>({ changedAt: { $gt: since } }, { projection: WITHOUT_TEXTS })
    for await (const row of found) {
      some.push(toChanged(row))
      if (some.length < JOBS_AT_ONCE) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  },
  /** Reads the next jobs of the board after a job id, one batch of them. */
  async readNext(afterId: number): Promise<ChangedJob[]> {
    const options = { projection: WITHOUT_TEXTS, sort: { _id: 1 }, limit: JOBS_AT_ONCE } as const
    return (await jobs.find<JobDocument>({ _id: { $gt: afterId } }, options).toArray()).map(toChanged)
  },
  /** Finds whole jobs of any companies. */
  findOnBoard: async (jobIds: readonly number[]): Promise<StoredJob[]> =>
    jobIds.length === 0 ? [] : findJobs(jobs, { _id: { $in: [...jobIds] } }),
  /** Finds those of these jobs of any companies that the lists of the public site have. */
  findListed: (jobIds: readonly number[]): Promise<StoredJob[]> =>
    findJobs(jobs, { _id: { $in: [...jobIds] }, status: 'PUBLISHED' }),
  /** Finds only the addresses of these jobs. */
  async findAddresses(jobIds: readonly number[]): Promise<Omit<SitemapJob, 'updatedAt'>[]> {
    const projection = { companyId: 1, slug: 1, locale: 1 }
    const found = await jobs.find({ _id: { $in: [...jobIds] } }, { projection }).toArray()
    return found.map(({ _id, companyId, slug, locale }) => ({ id: _id, companyId, slug, locale }))
  },
})
