import type { Paging } from '@boardwalk/schema/page'
import type { Application, ApplicationFilter } from './application.ts'
import type { ApplicationStore } from './store.ts'

const TOTALS_MAX = 10_000
/** The first query looks for the first page in a slice of the range. The slice should hold this many pages. */
const PAGES_IN_SLICE = 2
/** If a slice holds less than a page, widen it by this factor. */
const GROWTH = 4

/** A count that was made before: the number of applications up to `throughMs`. */
interface Known {
  throughMs: number
  total: number
}

/** Reads one page of the applications that a filter finds. `total` counts the applications of all pages. */
export type ReadPage = (
  filter: ApplicationFilter,
  paging: Paging,
) => Promise<{ applications: Application[]; total: number }>

/**
 * Reads pages at a cost that does not grow with the number of applications. It counts the applications after a date once and
 * caches the number, so the next call counts only the new ones. The cached number stays right, because every application up
 * to a mailbox's clock is stored (docs/adr/0002-mailbox.md) and no row is ever deleted.
 */
export function createReadPage({ count, list }: Pick<ApplicationStore, 'count' | 'list'>): ReadPage {
  const known = new Map<string, Known>()

  function learn(filter: ApplicationFilter, total: number): void {
    if (known.size >= TOTALS_MAX) known.clear()
    known.set(formatKey(filter), { throughMs: filter.throughMs, total })
  }

  async function findTotal(filter: ApplicationFilter): Promise<number> {
    const before = known.get(formatKey(filter))
    const { throughMs } = filter
    let total: number
    if (before === undefined || before.throughMs > throughMs) total = await count(filter)
    else if (before.throughMs === throughMs) total = before.total
    else total = before.total + (await count({ ...filter, afterMs: before.throughMs }))
    learn(filter, total)
    return total
  }

  /** Reads the first page from a slice of the range that should hold it. */
  // secantus: a query with a limit still reads its whole range.
  async function readFirst(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const { afterMs, throughMs } = filter
    const total = known.get(formatKey(filter))?.total ?? 0
    for (let share = (PAGES_IN_SLICE * pageSize) / total; share < 1; share *= GROWTH) {
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
    if (last === undefined || applications.length < pageSize) return { applications, total: applications.length }
    const total = await findTotal(filter)
    // A caller that continues from the last date asks for this count next.
    learn({ ...filter, afterMs: last.date.getTime() }, total - applications.length)
    return { applications, total }
  }
}

const formatKey = ({ companyId, jobId, afterMs }: ApplicationFilter): string =>
  JSON.stringify([companyId, jobId, afterMs])
