import type { Paging } from '@boardwalk/schema/page'
import type { Application, ApplicationFilter, ApplicationStore } from '../application/store.ts'

const REMEMBERED_MAX = 10_000
/** A page is looked for in a part of the range that should hold so many pages. */
const PAGES_IN_PART = 2
/** Where it holds less than one, in a part so many times as long. */
const GROWTH = 4

interface Known {
  throughMs: number
  total: number
}

/** Reads one page of what a filter finds, and how many it finds in all. */
export type ReadPage = (
  filter: ApplicationFilter,
  paging: Paging,
) => Promise<{ applications: Application[]; total: number }>

/**
 * Pages that cost the same however many applications there are. How many there are after a date is counted once: all
 * that will ever be at or before a mailbox's clock is there (docs/adr/0002-mailbox.md), and a row never goes. So of a
 * million only the new ones are counted again.
 */
export function createReadPage({ count, list }: Pick<ApplicationStore, 'count' | 'list'>): ReadPage {
  const known = new Map<string, Known>()

  function learn(filter: ApplicationFilter, total: number): void {
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(keyOf(filter), { throughMs: filter.date.$lte.getTime(), total })
  }

  async function totalOf(filter: ApplicationFilter): Promise<number> {
    const before = known.get(keyOf(filter))
    const { $lte } = filter.date
    let total: number
    if (before === undefined || before.throughMs > $lte.getTime()) total = await count(filter)
    else if (before.throughMs === $lte.getTime()) total = before.total
    else total = before.total + (await count({ ...filter, date: { $gt: new Date(before.throughMs), $lte } }))
    learn(filter, total)
    return total
  }

  /** Reads the first rows of a range. Looks first in a part of the range that should hold them. */
  // secantus: a query with a limit reads its whole range.
  async function firstOf(filter: ApplicationFilter, pageSize: number): Promise<Application[]> {
    const { $gt, $lte } = filter.date
    const spanMs = $lte.getTime() - $gt.getTime()
    const total = known.get(keyOf(filter))?.total ?? 0
    for (let share = (PAGES_IN_PART * pageSize) / total; share < 1; share *= GROWTH) {
      const part = { $gt, $lte: new Date($gt.getTime() + Math.ceil(spanMs * share)) }
      const found = await list({ ...filter, date: part }, { page: 1, pageSize })
      if (found.length === pageSize) return found
    }
    return list(filter, { page: 1, pageSize })
  }

  return async (filter, { page, pageSize }) => {
    if (page > 1) {
      const total = await totalOf(filter)
      const isPastTheEnd = (page - 1) * pageSize >= total
      return { applications: isPastTheEnd ? [] : await list(filter, { page, pageSize }), total }
    }
    const applications = await firstOf(filter, pageSize)
    const last = applications.at(-1)
    if (last === undefined || applications.length < pageSize) return { applications, total: applications.length }
    const total = await totalOf(filter)
    // Who goes on from the last date asks for this next.
    learn({ ...filter, date: { ...filter.date, $gt: last.date } }, total - applications.length)
    return { applications, total }
  }
}

const keyOf = ({ companyId, jobId, date }: ApplicationFilter): string =>
  JSON.stringify([companyId, jobId, date.$gt.getTime()])
