import { LATEST } from '../../db/change-each.ts'
import type { ChangedJob, StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { type Conditions, findJobs, fromDocument, type JobCollection } from './document.ts'
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

/** What the catalogue does not need. */
const LISTED = { extra: 0, changeIds: 0 } as const

/** The jobs that are read together. */
const JOBS_AT_ONCE = 100

const toChanged = (row: JobDocument): ChangedJob => ({
  ...fromDocument(row),
  changedAt: row.changedAt,
  isListed: row.status === 'PUBLISHED',
})

/** Collects rows into batches of a size. The last one may be smaller. */
async function* inBatches<Row>(found: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of found) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Reads what was changed lately on the whole board, for what is kept of jobs elsewhere. */
export const createChangedJobs = (jobs: JobCollection) => ({
  /** Reads the jobs that were changed after an instant, in batches. */
  async *readChanged(since: Date): AsyncGenerator<ChangedJob[]> {
    const found = jobs.find<JobDocument>({ changedAt: { $gt: since } }, { projection: WITHOUT_TEXTS })
    for await (const rows of inBatches(found, JOBS_AT_ONCE)) yield rows.map(toChanged)
  },
  /** Finds when any job was last changed, by the database's clock. Undefined if there is no job. */
  async findLastChange(): Promise<Date | undefined> {
    const found = await jobs.findOne({}, { projection: { changedAt: 1 }, sort: { changedAt: -1 } })
    return found?.changedAt
  },
  /** Finds whole jobs of any companies. */
  findOnBoard: async (jobIds: readonly number[]): Promise<StoredJob[]> =>
    jobIds.length === 0 ? [] : findJobs(jobs, { _id: { $in: [...jobIds] } }),
  /** Reads those of these jobs of any companies that the lists of the public site have, in the order of their ids. */
  readListed: (jobIds: readonly number[]): Promise<StoredJob[]> =>
    findJobs(jobs, { _id: { $in: [...jobIds] }, status: 'PUBLISHED' }, { projection: LISTED, sort: { _id: 1 } }),
  /** Reads the same jobs as they are stored now (`LATEST`). Use it if a list loses the others. */
  readListedLatest: (jobIds: readonly number[]): Promise<StoredJob[]> =>
    findJobs(jobs, { _id: { $in: [...jobIds] }, status: 'PUBLISHED' }, { projection: LISTED, ...LATEST }),
  /** Reads the ids and revisions of all such jobs of the board, in batches. */
  async *readListedRevisions(batchSize: number): AsyncGenerator<Pick<StoredJob, 'id' | 'revision'>[]> {
    // In any order, because a database that sorts reads all jobs for each batch, or keeps them all in memory.
    const found = jobs.find({ status: 'PUBLISHED' }, { projection: { revision: 1 }, batchSize })
    for await (const rows of inBatches(found, batchSize)) yield rows.map(({ _id, revision }) => ({ id: _id, revision }))
  },
  /** Finds only the addresses of these jobs: of all, or of those that the lists of the public site have. */
  async findAddresses(jobIds: readonly number[], which: 'all' | 'listed'): Promise<SitemapJob[]> {
    const filter: Conditions = { _id: { $in: [...jobIds] }, ...(which === 'listed' && { status: 'PUBLISHED' }) }
    const projection = { companyId: 1, slug: 1, locale: 1, updatedAt: 1 }
    const found = await jobs.find(filter, { projection, sort: { _id: 1 } }).toArray()
    return found.map(({ _id, companyId, slug, locale, updatedAt }) => ({ id: _id, companyId, slug, locale, updatedAt }))
  },
})
