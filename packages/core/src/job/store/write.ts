import type { JobContent } from '@boardwalk/schema/job-content'
import { isPublic } from '@boardwalk/schema/visibility'
import { type ChangeOutcome, LATEST, type RowChange } from '../../db/change-each.ts'
import { type Connection, readRefusals } from '../../db/connection.ts'
import { batch } from '../../db/once.ts'
import { applyContent, type ChangeMark, type StoredJob } from '../job.ts'
import { type JobDocument, openCounters } from '../schema.ts'
import { toFilterText } from '../search/query.ts'
import { type JobCollection, type NewJob, toDocument, toRowStatus } from './document.ts'
import type { JobCache } from './read.ts'
import { changesSearch, type SearchRows, toSearched } from './search-rows.ts'

/** Changes one job. Changes at the same time share one command. */
export type ChangeJob = (change: RowChange<JobDocument>) => Promise<ChangeOutcome>

interface WriteOptions {
  cache: JobCache
  change: ChangeJob
  /** Removes an external id from the cache of external ids. */
  forgetHolder: (companyId: string, externalId: string) => void
  /** Notes a job whose row of the search must be written. */
  noteSearch: SearchRows['note']
}

/** Creates jobs and changes their content. */
export function createJobWrites(jobs: JobCollection, { cache, change, forgetHolder, noteSearch }: WriteOptions) {
  async function insertMany(all: readonly NewJob[]): Promise<(boolean | Error)[]> {
    const documents = all.map(toDocument)
    const writing = jobs.insertMany(documents, { ordered: false })
    const refusals: ReturnType<typeof readRefusals> = await writing.then(() => new Map(), readRefusals)
    if (refusals.size === 0) return all.map(() => true)
    // The driver sends an insert again if the answer was lost. No other call uses these job ids, so a row with one is
    // ours.
    const refused = documents.filter((_, index) => refusals.has(index)).map(({ _id }) => _id)
    const found = await jobs.find({ _id: { $in: refused } }, { projection: { _id: 1 }, ...LATEST }).toArray()
    const stored = new Set(found.map(({ _id }) => _id))
    return documents.map(({ _id }, index) => {
      const refusal = refusals.get(index)
      if (refusal === undefined || stored.has(_id)) return true
      return refusal.isDuplicateKey ? false : new Error(refusal.message)
    })
  }
  // A hundred separate inserts take ten times as long as one insert of a hundred jobs.
  const insert = batch(insertMany)

  return {
    /** Stores a new job. False if another job of the company has the external id or the form's id. */
    async insert(job: NewJob): Promise<boolean> {
      if (!(await insert(job))) return false
      cache.store(job)
      if (isPublic(job, job.updatedAt.getTime())) noteSearch(job)
      // The cache may still name another job that had this external id a moment ago.
      if (job.externalId !== null) forgetHolder(job.companyId, job.externalId)
      return true
    },

    /** Replaces a job's content. False if the job has changed since it was read. */
    async replace(read: StoredJob, content: JobContent, mark: ChangeMark): Promise<boolean> {
      const job = applyContent(read, content, mark)
      const isSearched = changesSearch(read, job)
      const outcome = await change({
        where: { _id: read.id, companyId: read.companyId, revision: read.revision },
        set: {
          ...findChanged(read, job),
          ...mark,
          ...(isSearched && { searchRevision: job.revision }),
        },
      })
      if (outcome !== 'made') {
        if (read.externalId !== null) cache.forget(read.companyId, read.externalId)
        return false
      }
      cache.store(job)
      if (isSearched) noteSearch(toSearched(job, mark.updatedAt))
      if (read.externalId !== null && job.fields.title !== read.fields.title)
        forgetHolder(read.companyId, read.externalId)
      return true
    },

    /** Deletes a job that was never published, so it has no applications. False if it was published, or has changed since it was read. */
    async deleteDraft({ id, companyId, revision, externalId }: StoredJob): Promise<boolean> {
      // One command checks and deletes, so that no other call can publish the job in between.
      const draft = { _id: id, companyId, revision, status: 'UNPUBLISHED', publishedAt: null } as const
      const { deletedCount } = await jobs.deleteOne(draft)
      if (externalId !== null) forgetHolder(companyId, externalId)
      return deletedCount === 1
    },
  }
}

/**
 * Lists the members of a job's row that a change of its content writes. A job that closes may have another status in its row than it had
 * in the cache, so its status is always written, by the clock by which its row of the search is made.
 */
function findChanged(read: StoredJob, job: StoredJob) {
  const { status, fields, extra, terms, publishedAt } = job
  return {
    ...((status !== read.status || terms !== read.terms || terms.closesAt !== undefined) && {
      status: toRowStatus(job, job.updatedAt),
    }),
    ...(terms !== read.terms && { terms }),
    ...(fields !== read.fields && { fields, filterText: toFilterText(fields) }),
    ...(extra !== read.extra && { extra }),
    ...(publishedAt !== read.publishedAt && { publishedAt }),
  }
}

/**
 * Job ids that this process has taken from the database and may give out. A process that creates many jobs takes many ids
 * at once. Half a second later it drops the rest, so that ids grow with time even though other processes take ids too.
 */
interface IdStock {
  next: number
  last: number
  size: number
  takenMs: number
}
const noIds: IdStock = { next: 1, last: 0, size: 0, takenMs: Number.NEGATIVE_INFINITY }
const STOCK_MS_MAX = 500
const STOCK_MAX = 100

/** Gives out job ids, which are growing whole numbers. */
export function createJobIds(connection: Connection, jobs: JobCollection) {
  const counters = openCounters(connection)
  let stock = noIds

  async function nextIds({ length }: readonly unknown[]): Promise<number[]> {
    const isFresh = performance.now() - stock.takenMs < STOCK_MS_MAX
    let source = stock
    if (!isFresh || stock.last - stock.next + 1 < length)
      source = stock = await takeIds(Math.max(length, isFresh ? Math.min(stock.size * 2, STOCK_MAX) : 0))
    const first = source.next
    source.next += length
    return Array.from({ length }, (_, index) => first + index)
  }

  async function takeIds(size: number): Promise<IdStock> {
    const counter = await counters.findOneAndUpdate(
      { _id: 'jobs' },
      { $inc: { last: size } },
      { upsert: true, returnDocument: 'after' },
    )
    if (counter === null) throw new Error('an upsert always answers a row')
    return { next: counter.last - size + 1, last: counter.last, size, takenMs: performance.now() }
  }

  // Without a batch, a hundred increments of the same counter would wait for each other.
  const giveId = batch(nextIds)
  return {
    /** Takes a job id that no job ever had. */
    nextId: (): Promise<number> => giveId('job'),
    /** Skips this many ids after the last one that was given out or is in use. Returns the last id skipped. */
    async skipIds(count: number): Promise<number> {
      stock = noIds
      await takeIds(1)
      const newest = await jobs.findOne({}, { projection: { _id: 1 }, sort: { _id: -1 } })
      await counters.updateOne({ _id: 'jobs' }, { $max: { last: newest?._id ?? 0 } })
      return (await takeIds(count)).last
    },
  }
}
