import type { Paging } from '@boardwalk/schema/page'
import { shareReads } from '../../db/share-reads.ts'
import type { Application, ApplicationFilter } from './application.ts'
import { type CountStores, createKnownCounts, SHORT_MS } from './known-counts.ts'
import type { ApplicationStore } from './store.ts'

/** The first query looks for the first page in a slice of the range. The slice should hold this many pages. */
const PAGES_IN_SLICE = 2
/** If a slice holds less than a page, widen it by this factor. */
const GROWTH = 4

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
  const listAlone = shareReads((filter: ApplicationFilter, pageSize: number) =>
    list(filter, { page: 1, pageSize }, 'alone'),
  )

  /** Counts the applications before a range, and those in it. */
  async function countRange(filter: ApplicationFilter): Promise<{ before: number; total: number }> {
    const through = await counts.countThrough(filter, filter.throughMs)
    const before = await counts.countThrough(filter, filter.afterMs)
    return { before, total: through - before }
  }

  /** Reads the first page from a slice of the range that should hold it. */
  // secantus: a query with a limit still reads its whole range.
  async function readFirst(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const { afterMs, throughMs } = filter
    const readThrough = (endMs: number) => list({ ...filter, throughMs: endMs }, { page: 1, pageSize })
    if (throughMs - afterMs <= SHORT_MS) return readThrough(throughMs)
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
