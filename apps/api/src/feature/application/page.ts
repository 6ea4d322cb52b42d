import type { Paging } from '@boardwalk/schema/page'
import { shareReads } from '../../db/once.ts'
import type { Application, ApplicationFilter } from './application.ts'
import { type CountStores, createKnownCounts, formatKey, SHORT_MS } from './known-counts.ts'
import type { ApplicationStore } from './store.ts'

/** The first query looks for the first page in a slice of the range. The slice should hold this many pages. */
const PAGES_IN_SLICE = 2
/** If a slice holds less than a page, widen it by this factor. */
const GROWTH = 4
/** The most small ranges that a process remembers: one for each company, and for each job that is polled. */
const SMALL_RANGES_MAX = 50_000

/**
 * A range with less than a page of applications. Its applications never change if its end is not after the mailbox's clock, so a
 * caller who waits for the next application with an old date needs only what came since.
 */
interface SmallRange {
  afterMs: number
  throughMs: number
  isEmpty: boolean
}

interface PageStores extends CountStores {
  applications: CountStores['applications'] & Pick<ApplicationStore, 'list'>
}

/** Reads one page of the applications that a filter finds. `total` counts the applications of all pages. */
export type ReadPage = (
  filter: ApplicationFilter,
  paging: Paging,
) => Promise<{ applications: Application[]; total: number }>

/**
 * Reads pages. The cost of a first page does not grow with the number of applications, whatever range it begins, also in a
 * process that has just started: no query reads or counts more than lie between two marks (docs/adr/0017-marks.md). `throughMs`
 * must not be after the mailbox's clock.
 */
export function createReadPage({ applications, marks }: PageStores, spacing?: number): ReadPage {
  const { list } = applications
  const count = shareReads(applications.count)
  const counts = createKnownCounts({ applications: { ...applications, count }, marks }, spacing)
  const smallRanges = new Map<string, SmallRange>()
  const listAlone = shareReads((filter: ApplicationFilter, pageSize: number) =>
    list(filter, { page: 1, pageSize }, 'alone'),
  )

  /** Counts the applications before a range, and those in it. */
  async function countRange(filter: ApplicationFilter): Promise<{ before: number; total: number }> {
    const through = await counts.countThrough(filter, filter.throughMs)
    const before = await counts.countThrough(filter, filter.afterMs)
    return { before, total: through - before }
  }

  /** Reads the first page, without the part of the range that is known to be empty. */
  async function readFirst(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const known = findSmall(filter)
    const afterMs = known?.isEmpty ? Math.max(filter.afterMs, known.throughMs) : filter.afterMs
    if (afterMs >= filter.throughMs) return []
    const isLittle = filter.throughMs - (known?.throughMs ?? afterMs) <= SHORT_MS
    const rest = { ...filter, afterMs }
    const found = await (isLittle ? list(rest, { page: 1, pageSize }) : readFirstOfLong(rest, pageSize))
    if (found.length < pageSize) rememberSmall(filter, found.length === 0)
    return found
  }

  /** Finds a small range in which the filter's range begins. */
  function findSmall(filter: ApplicationFilter): SmallRange | undefined {
    const range = smallRanges.get(formatKey(filter))
    const isBegun = range !== undefined && range.afterMs <= filter.afterMs && filter.afterMs <= range.throughMs
    return isBegun ? range : undefined
  }

  function rememberSmall(filter: ApplicationFilter, isEmpty: boolean): void {
    const { throughMs } = filter
    const known = findSmall(filter)
    if (known === undefined && throughMs - filter.afterMs <= SHORT_MS) return
    const afterMs = known?.isEmpty ? known.afterMs : filter.afterMs
    const key = formatKey(filter)
    // A range that changes becomes the newest, and the oldest goes first.
    smallRanges.delete(key)
    smallRanges.set(key, { afterMs, throughMs, isEmpty })
    const [oldest] = smallRanges.keys()
    if (smallRanges.size > SMALL_RANGES_MAX && oldest !== undefined) smallRanges.delete(oldest)
  }

  /** Reads the first page from a slice of a long range that should hold it. */
  // secantus: a query with a limit still reads its whole range.
  async function readFirstOfLong(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const { afterMs, throughMs } = filter
    const readThrough = (endMs: number) => list({ ...filter, throughMs: endMs }, { page: 1, pageSize })
    const { known, before, end } = await findEnd(filter, pageSize)
    if (end === undefined || end.throughMs >= throughMs) {
      const last = known.findAround(throughMs)
      // Nobody knows how long the query takes, so no other poll waits for it.
      if (!counts.isShort(last.before, last.after, throughMs)) return listAlone(filter, pageSize)
      return readThrough(throughMs)
    }
    for (let share = (PAGES_IN_SLICE * pageSize) / (end.total - before.total); share < 1; share *= GROWTH) {
      const found = await readThrough(afterMs + Math.ceil((end.throughMs - afterMs) * share))
      if (found.length === pageSize) return found
    }
    const found = await readThrough(end.throughMs)
    // The page is full if the counts are right, and no caller may miss an application because one is wrong.
    return found.length === pageSize ? found : readThrough(throughMs)
  }

  /** Finds the first known count that has at least a page of a range before it, and the last one before the range. */
  async function findEnd(filter: ApplicationFilter, pageSize: number) {
    let known = await counts.load(filter)
    const around = known.findAround(filter.afterMs)
    if (around.after !== undefined && !counts.isShort(around.before, around.after, filter.afterMs)) {
      await counts.countThrough(filter, filter.afterMs)
      known = await counts.load(filter)
    }
    const { before, after } = known.findAround(filter.afterMs)
    return { known, before, end: after && known.findTotal(after.total + pageSize) }
  }

  return async (filter, { page, pageSize }) => {
    if (page > 1) {
      const { total } = await countRange(filter)
      const isPastTheEnd = (page - 1) * pageSize >= total
      return { applications: isPastTheEnd ? [] : await list(filter, { page, pageSize }), total }
    }
    const applications = await readFirst(filter, pageSize)
    const last = applications.at(-1)
    if (last === undefined || applications.length < pageSize) return { applications, total: applications.length }
    const { before, total } = await countRange(filter)
    // A caller that continues from the last date asks for this count next.
    await counts.remember(filter, { throughMs: last.date.getTime(), total: before + applications.length })
    return { applications, total }
  }
}
