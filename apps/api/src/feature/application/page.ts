import type { Paging } from '@boardwalk/schema/page'
import { shareReads } from '../../db/share-reads.ts'
import type { Application, ApplicationFilter } from './application.ts'
import type { ApplicationStore } from './store.ts'

/** The number of jobs and companies whose counts are cached, and how many counts each has. */
const SCOPES_MAX = 10_000
const COUNTS_MAX = 16
/** The first query looks for the first page in a slice of the range. The slice should hold this many pages. */
const PAGES_IN_SLICE = 2
/** If a slice holds less than a page, widen it by this factor. */
const GROWTH = 4

/** A count that was made before: the number of applications after `afterMs` and up to `throughMs`. */
interface Counted {
  afterMs: number
  throughMs: number
  total: number
}

/** Reads one page of the applications that a filter finds. `total` counts the applications of all pages. */
export type ReadPage = (
  filter: ApplicationFilter,
  paging: Paging,
) => Promise<{ applications: Application[]; total: number }>

/**
 * Reads pages at a cost that does not grow with the number of applications. It counts the applications of a job or a company
 * once and caches the number. A later call counts only those between its range and a counted one. The cached number stays right,
 * because every application up to a mailbox's clock is stored (docs/adr/0002-mailbox.md) and no row is ever deleted.
 */
export function createReadPage({ count, list }: Pick<ApplicationStore, 'count' | 'list'>): ReadPage {
  const known = new Map<string, Counted[]>()
  const countShared = shareReads(count)
  const listAlone = shareReads((filter: ApplicationFilter, pageSize: number) =>
    list(filter, { page: 1, pageSize }, 'alone'),
  )

  function learn({ afterMs, throughMs, ...scope }: ApplicationFilter, total: number): void {
    const key = formatKey(scope)
    if (known.size >= SCOPES_MAX && !known.has(key)) known.clear()
    const others = (known.get(key) ?? []).filter((counted) => counted.afterMs !== afterMs)
    known.set(key, [...others, { afterMs, throughMs, total }].slice(-COUNTS_MAX))
  }

  async function findTotal(filter: ApplicationFilter): Promise<number> {
    const { afterMs, throughMs } = filter
    const before = findNearest(known.get(formatKey(filter)) ?? [], filter)
    const countRange = (fromMs: number, toMs: number) =>
      fromMs === toMs ? 0 : countShared({ ...filter, afterMs: fromMs, throughMs: toMs })
    let total: number
    if (before === undefined) total = await countShared(filter)
    else {
      const earlier = await countRange(afterMs, Math.max(afterMs, before.afterMs))
      const left = await countRange(Math.min(afterMs, before.afterMs), afterMs)
      total = before.total + earlier - left + (await countRange(before.throughMs, throughMs))
    }
    learn(filter, total)
    return total
  }

  /** Reads the first page from a slice of the range that should hold it. */
  // secantus: a query with a limit still reads its whole range.
  async function readFirst(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const { afterMs, throughMs } = filter
    const most = estimateMost(known.get(formatKey(filter)) ?? [], filter)
    // Nobody knows how long the query takes, so no other poll waits for it.
    if (most === undefined) return listAlone(filter, pageSize)
    for (let share = (PAGES_IN_SLICE * pageSize) / most; share < 1; share *= GROWTH) {
      const slice = { ...filter, throughMs: afterMs + Math.ceil((throughMs - afterMs) * share) }
      const found = await list(slice, { page: 1, pageSize })
      if (found.length === pageSize) return found
    }
    return list(filter, { page: 1, pageSize })
  }

  return async (filter, { page, pageSize }) => {
    if (page > 1) {
      const total = await findTotal(filter)
      const isPastTheEnd = (page - 1) * pageSize >= total
      return { applications: isPastTheEnd ? [] : await list(filter, { page, pageSize }), total }
    }
    const applications = await readFirst(filter, pageSize)
    const last = applications.at(-1)
    if (last === undefined || applications.length < pageSize) {
      learn(filter, applications.length)
      return { applications, total: applications.length }
    }
    const total = await findTotal(filter)
    // A caller that continues from the last date asks for this count next.
    learn({ ...filter, afterMs: last.date.getTime() }, total - applications.length)
    return { applications, total }
  }
}

/** Finds the count from which a range is reached with the least to count. Undefined if it is best counted from its beginning. */
function findNearest(counts: Counted[], { afterMs, throughMs }: ApplicationFilter): Counted | undefined {
  const distance = (counted: Counted) => Math.abs(counted.afterMs - afterMs) + throughMs - counted.throughMs
  return counts
    .filter((counted) => counted.throughMs <= throughMs && counted.throughMs >= afterMs)
    .filter((counted) => distance(counted) < throughMs - afterMs)
    .reduce<Counted | undefined>((best, each) => (best && distance(best) <= distance(each) ? best : each), undefined)
}

/** Estimates how many applications a range has at most, from the count of a longer one. Undefined if there is none. */
function estimateMost(counts: Counted[], { afterMs, throughMs }: ApplicationFilter): number | undefined {
  const longer = counts
    .filter((counted) => counted.afterMs <= afterMs)
    .reduce<Counted | undefined>((best, each) => (best && best.afterMs >= each.afterMs ? best : each), undefined)
  if (longer === undefined) return undefined
  const share = (throughMs - afterMs) / Math.max(1, throughMs - longer.afterMs)
  return longer.total * Math.min(1, share)
}

const formatKey = ({ companyId, jobId }: Pick<ApplicationFilter, 'companyId' | 'jobId'>): string =>
  JSON.stringify([companyId, jobId])
