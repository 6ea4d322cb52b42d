import type { Paging } from '@boardwalk/schema/page'
import { LRUCache } from 'lru-cache'
import { shareReads } from '../db/once.ts'
import type { Application, ApplicationFilter } from './application.ts'
import type { ApplicationStore } from './store.ts'

/** The number of scopes, and of counts in each, that a process caches. */
const SCOPES_MAX = 10_000
const COUNTS_MAX = 16

/** All applications of a company, or those of one of its jobs. */
type Scope = Pick<ApplicationFilter, 'companyId' | 'jobId'>

/** `total` applications of a scope have a date up to `throughMs`, counted from the first instant that was asked for. */
interface Count {
  throughMs: number
  total: number
}

/** Reads one page of the applications that a filter finds. `total` counts the applications of all pages. */
export type ReadPage = (
  filter: ApplicationFilter,
  paging: Paging,
) => Promise<{ applications: Application[]; total: number }>

/**
 * Creates a function that reads pages and caches counts, so that a range is counted once (docs/adr/0017-counts.md). `throughMs`
 * must not be after the mailbox's watermark, because only then the count up to it never changes.
 */
export function createReadPage({ applications }: { applications: Pick<ApplicationStore, 'list' | 'count'> }): ReadPage {
  const count = shareReads(applications.count)
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const scopes = new LRUCache<string, Count[]>({ maxSize: SCOPES_MAX, sizeCalculation: () => 1 })

  function findCounts({ companyId, jobId }: Scope): Count[] {
    const key = JSON.stringify([companyId, jobId])
    const counts = scopes.get(key) ?? []
    if (counts.length === 0) scopes.set(key, counts)
    return counts
  }

  /** Counts from the nearest known count. */
  async function countThrough(scope: Scope, counts: Count[], throughMs: number): Promise<number> {
    const known = findTotal(counts, throughMs)
    if (known !== undefined) return known
    const { before, after } = findAround(counts, throughMs)
    if (before && (after === undefined || throughMs - before.throughMs <= after.throughMs - throughMs)) {
      const more = await count({ ...scope, afterMs: before.throughMs, throughMs })
      return remember(counts, { throughMs, total: before.total + more })
    }
    const fewer = after ? await count({ ...scope, afterMs: throughMs, throughMs: after.throughMs }) : 0
    return remember(counts, { throughMs, total: (after?.total ?? 0) - fewer })
  }

  return async (filter, { page, pageSize }) => {
    const { companyId, jobId, afterMs, throughMs } = filter
    if (afterMs >= throughMs) return { applications: [], total: 0 }
    const scope = { companyId, ...(jobId !== undefined && { jobId }) }
    const counts = findCounts(scope)
    const countRange = async () => {
      const before = await countThrough(scope, counts, afterMs)
      return { before, total: (await countThrough(scope, counts, throughMs)) - before }
    }
    if (page > 1) {
      const { total } = await countRange()
      const isPastTheEnd = (page - 1) * pageSize >= total
      return { applications: isPastTheEnd ? [] : await applications.list(filter, { page, pageSize }), total }
    }
    const known = findTotal(counts, afterMs)
    if (known !== undefined && known === findTotal(counts, throughMs)) return { applications: [], total: 0 }
    const found = await applications.list(filter, { page, pageSize })
    const last = found.at(-1)
    if (last === undefined || found.length < pageSize) {
      rememberRange(counts, filter, found.length)
      return { applications: found, total: found.length }
    }
    const { before, total } = await countRange()
    // A caller that continues from the last date asks for this count next.
    remember(counts, { throughMs: last.date.getTime(), total: before + found.length })
    return { applications: found, total }
  }
}

/** The last known count up to an instant, and the first one after it. */
function findAround(counts: Count[], throughMs: number): { before?: Count | undefined; after?: Count | undefined } {
  let before: Count | undefined
  let after: Count | undefined
  for (const each of counts) {
    if (each.throughMs <= throughMs) before = before && before.throughMs > each.throughMs ? before : each
    else after = after && after.throughMs < each.throughMs ? after : each
  }
  return { before, after }
}

/** The count up to an instant, if it is known or follows from the counts around it. */
function findTotal(counts: Count[], throughMs: number): number | undefined {
  const { before, after } = findAround(counts, throughMs)
  return before && (before.throughMs === throughMs || before.total === after?.total) ? before.total : undefined
}

/** Remembers a count in place of the one that was used least recently, and returns it. */
function remember(counts: Count[], count: Count): number {
  const index = counts.findIndex(({ throughMs }) => throughMs === count.throughMs)
  if (index !== -1) counts.splice(index, 1)
  else if (counts.length === COUNTS_MAX) counts.shift()
  counts.push(count)
  return count.total
}

/** Remembers how many applications a range has, if one of its ends is known or nothing is. */
function rememberRange(counts: Count[], { afterMs, throughMs }: ApplicationFilter, total: number): void {
  const before = findTotal(counts, afterMs) ?? (counts.length === 0 ? 0 : undefined)
  const through = findTotal(counts, throughMs)
  if (before !== undefined) remember(counts, { throughMs: afterMs, total: before })
  if (before !== undefined) remember(counts, { throughMs, total: before + total })
  else if (through !== undefined) remember(counts, { throughMs: afterMs, total: through - total })
}
