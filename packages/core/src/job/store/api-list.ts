import { optionalFields, type PublicationStatus } from '@boardwalk/schema/job'
import type { JobField } from '@boardwalk/schema/job-answer'
import type { Paging } from '@boardwalk/schema/page'
import { LRUCache } from 'lru-cache'
import { LATEST } from '../../db/change-each.ts'
import { type Conditions, findJobs, type JobCollection, toRowStatuses } from './document.ts'
import type { JobPage } from './lists.ts'

interface ApiPaging extends Paging {
  /** Leaves out the jobs up to this one. */
  afterJobId?: number | undefined
  /** Leaves out the jobs that were last changed at or before this instant. */
  changedSince?: Date | undefined
  /** The members that the caller needs. Default: all. */
  fields?: readonly JobField[] | undefined
}

/**
 * Leaves out the extra fields and the texts that a caller does not need: they are most of a job. The title always comes,
 * because no job is without one.
 */
const withoutFieldsBut = (needed: readonly JobField[]) => ({
  extra: 0,
  ...Object.fromEntries(
    Object.keys(optionalFields)
      .filter((name) => !needed.some((member) => member === name))
      .map((name) => [`fields.${name}`, 0]),
  ),
})

/** Lists a company's jobs, also unpublished ones, for its ATS. */
export function createApiList(jobs: JobCollection) {
  const totals = createTotals(() => performance.now())
  return {
    /** Reads one page in the order of job ids. With `fields`, a job may lack its extra fields and the fields that are not named. */
    async list(
      companyId: string,
      statuses: PublicationStatus[],
      { afterJobId, changedSince, fields, page, pageSize }: ApiPaging,
    ): Promise<JobPage> {
      const filter = {
        companyId,
        status: { $in: toRowStatuses(statuses) },
        ...(afterJobId !== undefined && { _id: { $gt: afterJobId } }),
        ...(changedSince && { changedAt: { $gt: changedSince } }),
      }
      const options = changedSince ? LATEST : {}
      const skip = (page - 1) * pageSize
      const projection = fields && withoutFieldsBut(fields)
      const range = { sort: { _id: 1 }, skip, limit: pageSize } as const
      const found = await findJobs(jobs, filter, { ...(projection && { projection }), ...range, ...options })
      const end = skip + found.length
      const last = found.at(-1)
      // An empty page does not tell how many jobs there are before it.
      if (last === undefined && page > 1)
        return { jobs: [], total: Math.min(skip, await jobs.countDocuments(filter, options)) }
      if (last === undefined || found.length < pageSize) return { jobs: found, total: end }
      const count = async () => Math.max(end, await jobs.countDocuments(filter, options))
      const { total, countedMs } = totals.take({ filter, skip }, end) ?? (await totals.make(count))
      // The next page is asked for by its number, or by the last job of this one.
      totals.leave({ filter, skip: end }, { total, countedMs })
      totals.leave({ filter: { ...filter, _id: { $gt: last.id } }, skip: 0 }, { total: total - end, countedMs })
      return { jobs: found, total }
    },
  }
}

/** The jobs that a page lists: those of the filter, without the first ones. */
interface Place {
  filter: Conditions
  skip: number
}

interface Total {
  /** The number of jobs that match the filter of the place. */
  total: number
  /** When the count that it comes from began. */
  countedMs: number
}

/** A page goes on with the count of an earlier page for this long. */
const COUNT_AGE_MS_MAX = 10_000
const PLACES_MAX = 10_000

/**
 * Remembers what each full page leaves for the page after it: the number of jobs, counted when the list began. So a list of 200
 * pages is not counted 200 times.
 *
 * A total never contradicts the rows that a caller receives. A list that begins is always counted, so it has every job that was
 * stored before. A page that is not full knows its total from its rows. And a remembered total is used only if more jobs
 * follow the page by it, for one page: a caller never ends too early, and one who asks again gets a new count. If another
 * process serves the next page, it counts, too.
 */
export function createTotals(now: () => number) {
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const places = new LRUCache<string, Total>({ maxSize: PLACES_MAX, sizeCalculation: () => 1 })
  return {
    async make(count: () => Promise<number>): Promise<Total> {
      const countedMs = now()
      return { countedMs, total: await count() }
    },
    /** Returns the total that the page before this place has left. */
    take(place: Place, end: number): Total | undefined {
      const key = JSON.stringify(place)
      const left = places.get(key)
      places.delete(key)
      return left && left.total > end && now() - left.countedMs < COUNT_AGE_MS_MAX ? left : undefined
    },
    leave: (place: Place, total: Total): unknown => places.set(JSON.stringify(place), total),
  }
}
