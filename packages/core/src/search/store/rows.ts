import type * as mongo from 'mongodb'
import { readDuplicates } from '../../db/connection.ts'
import { sendApart, throwIfPassing } from '../../db/refusal.ts'
import { listFilterValues } from '../../job/filters.ts'
import { countCharacters, isWhole, type JobChange, type StoredJob } from '../../job/job.ts'
import { waitForTurn } from '../../process/turns.ts'
import { listKeys, listSpelling } from '../keys.ts'
import type { JobSearchRow } from '../schema.ts'
import { REPEATABLE, type Spelling } from './spelling.ts'

/*
 * Writes the rows that searches read: in the background, in bulks, from the jobs that this process has created or changed. A row is lost
 * if the process ends before; a sweep writes it then (sweep.ts).
 */

/** What a row is made from. The row of an unpublished job needs no content. */
export type SearchedJob = Pick<StoredJob, 'id' | 'companyId' | 'revision'> &
  ({ status: 'UNPUBLISHED' } | Pick<StoredJob, 'status' | 'fields' | 'extra' | 'publishedAt' | 'externalId'>)

/**
 * Makes what the row of a changed job is made from. Undefined if the change needs no row, or if its writer did not read enough of the job:
 * then a sweep finds it.
 */
function toSearched({ before, after, isPublic, isSearched }: JobChange): SearchedJob | undefined {
  if (!isSearched || after === undefined) return undefined
  if (isPublic) return isWhole(after) ? after : undefined
  // A new job that people cannot see has no row to replace.
  if (before === undefined || isPublic === undefined) return undefined
  const { id, companyId, revision } = after
  return { id, companyId, revision, status: 'UNPUBLISHED' }
}

function toRow(job: SearchedJob): JobSearchRow {
  const row = { _id: job.id, companyId: job.companyId, revision: job.revision }
  if (job.status === 'UNPUBLISHED' || job.publishedAt === null) return row
  const { publishedAt, fields } = job
  return { ...row, publishedAt, keys: listKeys(job), filters: listFilterValues(fields) }
}

/** The approximate size of a job in characters. */
const countWork = (job: SearchedJob): number => (job.status === 'UNPUBLISHED' ? 1000 : countCharacters(job))

const isNew = ({ revision }: JobSearchRow): boolean => revision === 1

/** Replaces a row of an earlier revision, or inserts the first one. */
const replaceEarlier = ({ _id, ...replacement }: JobSearchRow) => ({
  replaceOne: {
    filter: { _id, companyId: replacement.companyId, revision: { $lt: replacement.revision } },
    replacement,
    upsert: true,
  },
})

/** The rows of one bulk. */
const ROWS_MAX = 50
/** The jobs that wait in memory have at most this many characters together. A sweep finds the others. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024

export function createSearchRows(rows: mongo.Collection<JobSearchRow>, spelling: Spelling) {
  const waiting = new Map<number, SearchedJob>()
  let waitingCharacters = 0
  let flushing: Promise<void> | undefined

  /**
   * Writes the rows of jobs with common commands. It replaces only rows of an earlier revision, so writes of several processes may come late, twice and in any
   * order.
   */
  async function writeTogether(jobs: readonly SearchedJob[]): Promise<undefined[]> {
    const made: JobSearchRow[] = []
    for (const job of jobs) {
      await waitForTurn(countWork(job))
      made.push(toRow(job))
    }
    await spelling.learn(jobs.flatMap((job) => (job.status === 'UNPUBLISHED' ? [] : listSpelling(job.fields))))
    // The row of a new job replaces none. An insert costs half of a replacement.
    await send(made.filter(isNew).map((document) => ({ insertOne: { document } })))
    const others = made.filter((row) => !isNew(row)).map(replaceEarlier)
    const refused = await send(others)
    // Another process may have inserted the row at this moment. Then it is there now, and is replaced if it is earlier.
    await send(others.filter((_, index) => refused.has(index)))
    return jobs.map(() => undefined)
  }

  /** Writes the rows of jobs, and returns the refusals. A row that is refused harms no other row. Throws while the database is away. */
  async function write(jobs: readonly SearchedJob[]): Promise<Error[]> {
    return throwIfPassing(await sendApart(jobs, writeTogether)).filter((outcome) => outcome instanceof Error)
  }

  /** Returns the places of the writes that were refused because the stored row is not earlier. */
  async function send(writes: mongo.AnyBulkWriteOperation<JobSearchRow>[]): Promise<Set<number>> {
    if (writes.length === 0) return new Set()
    return rows.bulkWrite(writes, { ordered: false, ...REPEATABLE }).then(() => new Set<number>(), readDuplicates)
  }

  function drop(jobs: readonly SearchedJob[]): void {
    for (const job of jobs) {
      // A later revision may have taken its place.
      if (waiting.get(job.id) !== job) continue
      waiting.delete(job.id)
      waitingCharacters -= countWork(job)
    }
  }

  async function flushAll(): Promise<void> {
    const refusals: Error[] = []
    while (waiting.size > 0) {
      const some = [...waiting.values()].slice(0, ROWS_MAX)
      refusals.push(...(await write(some)))
      drop(some)
    }
    if (refusals[0] !== undefined) throw refusals[0]
  }

  return {
    write,
    /** Notes a change of a job, so that `flush` writes its row. */
    note(change: JobChange): void {
      const job = toSearched(change)
      if (job === undefined) return
      const before = waiting.get(job.id)
      if (before !== undefined && before.revision > job.revision) return
      const characters = countWork(job) - (before === undefined ? 0 : countWork(before))
      if (waitingCharacters + characters > WAITING_CHARACTERS_MAX) return
      waiting.set(job.id, job)
      waitingCharacters += characters
    },
    /**
     * Writes the rows of all jobs that were noted. At most one flush is under way. Throws a refusal after the others are written. While the
     * database is away, they wait on.
     */
    async flush(): Promise<void> {
      while (waiting.size > 0) {
        flushing ??= flushAll().finally(() => {
          flushing = undefined
        })
        await flushing
      }
    },
  }
}
export type SearchRows = ReturnType<typeof createSearchRows>
