import type { ChangedJob, StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { findJobs, fromDocument, type JobCollection } from './document.ts'
import type { SitemapJob } from './published.ts'

const WITHOUT_TEXTS = {
  companyId: 1,
  revision: 1,
  status: 1,
  terms: 1,
  suspendedAt: 1,
  publishedAt: 1,
  updatedAt: 1,
  changedAt: 1,
} as const

/** The jobs that are read together. */
const JOBS_AT_ONCE = 100

/** Reads what was changed lately on the whole board. */
export const createChangedJobs = (jobs: JobCollection) => ({
  /** Reads the jobs that were changed after an instant, in batches. */
  async *readChanged(since: Date): AsyncGenerator<ChangedJob[]> {
    let some: ChangedJob[] = []
    const found = jobs.find<JobDocument>({ changedAt: { $gt: since } }, { projection: WITHOUT_TEXTS })
    for await (const row of found) {
      some.push({ ...fromDocument(row), changedAt: row.changedAt })
      if (some.length < JOBS_AT_ONCE) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  },
  /** Finds whole jobs of any companies. */
  findOnBoard: async (jobIds: readonly number[]): Promise<StoredJob[]> =>
    jobIds.length === 0 ? [] : findJobs(jobs, { _id: { $in: [...jobIds] } }),
  /** Finds only the addresses of these jobs. */
  async findAddresses(jobIds: readonly number[]): Promise<Omit<SitemapJob, 'updatedAt'>[]> {
    const projection = { companyId: 1, slug: 1, locale: 1 }
    const found = await jobs.find({ _id: { $in: [...jobIds] } }, { projection }).toArray()
    return found.map(({ _id, companyId, slug, locale }) => ({ id: _id, companyId, slug, locale }))
  },
})
