import type { ApplicationFilter } from './application.ts'
import type { Mark, MarkStore, Scope } from './mark-store.ts'
import type { ApplicationStore } from './store.ts'

/** The number of applications between two marks, if they come evenly. */
const SPACING = 500
/** A gap between two marks with more than this many spacings is divided before anybody counts in it. */
const SPACINGS_IN_GAP = 4
/** A long range is counted in this many parts of equal time, or in more of the longest length. */
const PARTS = 2_000
const PART_MS_MAX = 60 * 60 * 1000
/** A query for all applications of a company within this time is short for nearly every company. */
export const SHORT_MS = 60 * 60 * 1000
/** The counts of a scope that this process remembers beside the marks. */
const RECENT_MAX = 16
/** The most scopes, and the most marks of all scopes, that this process caches. */
const SCOPES_MAX = 10_000
const MARKS_MAX = 500_000

/** Before every application. Dates of applications are after 1970. */
const BEGINNING: Mark = { throughMs: -1, total: 0 }

export interface CountStores {
  applications: Pick<ApplicationStore, 'count' | 'countParts'>
  marks: Pick<MarkStore, 'read' | 'save'>
}

/**
 * Knows how many applications of a company or a job have a date up to an instant. Such a count never changes if the instant is
 * not after the mailbox's clock: all applications up to the clock are stored (docs/adr/0002-mailbox.md), and no row is ever
 * deleted. So a long range is counted once for the whole board, and its counts are stored as marks (docs/adr/0017-marks.md).
 */
export function createKnownCounts({ applications, marks }: CountStores, spacing = SPACING) {
  const cache = new Map<string, Promise<ScopeCounts>>()
  let marksCached = 0

  /** Finds what this process knows of a scope. Reads the marks if that is nothing. */
  function load(scope: Scope): Promise<ScopeCounts> {
    const key = formatKey(scope)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    if (cache.size >= SCOPES_MAX || marksCached > MARKS_MAX) {
      cache.clear()
      marksCached = 0
    }
    const loading = read(scope)
    cache.set(key, loading)
    loading.catch(() => cache.delete(key))
    return loading
  }

  async function read(scope: Scope): Promise<ScopeCounts> {
    const stored = await marks.read(scope)
    marksCached += stored.marks.length
    return createScopeCounts(stored)
  }

  /** Counts the applications of a scope up to an instant that is not after the mailbox's clock. */
  async function countThrough(scope: Scope, throughMs: number): Promise<number> {
    for (;;) {
      const known = await load(scope)
      const { before, after } = known.findAround(throughMs)
      if (before.throughMs === throughMs || before.total === after?.total) return before.total
      if (isShort(before, after, throughMs)) {
        const total = await countFrom(scope, before, after, throughMs)
        known.remember({ throughMs, total })
        // So that another process does not count from far away.
        const hasFewMarks = after === undefined && total - known.lastMark.total > SPACINGS_IN_GAP * spacing
        if (hasFewMarks) await extendOnce(scope, known, throughMs)
        return total
      }
      await extendOnce(scope, known, throughMs)
    }
  }

  /** Callers that need marks at the same moment wait for the same ones. */
  function extendOnce(scope: Scope, known: ScopeCounts, throughMs: number): Promise<void> {
    known.extending ??= extend(scope, throughMs)
    return known.extending
  }

  const isShort = (before: Mark, after: Mark | undefined, throughMs: number): boolean =>
    after === undefined
      ? throughMs - before.throughMs <= SHORT_MS
      : after.total - before.total <= SPACINGS_IN_GAP * spacing

  /** Counts from the nearer of two known counts. */
  async function countFrom(scope: Scope, before: Mark, after: Mark | undefined, throughMs: number): Promise<number> {
    const isNearBefore = after === undefined || throughMs - before.throughMs <= after.throughMs - throughMs
    if (isNearBefore)
      return before.total + (await applications.count({ ...scope, afterMs: before.throughMs, throughMs }))
    return after.total - (await applications.count({ ...scope, afterMs: throughMs, throughMs: after.throughMs }))
  }

  /**
   * Makes the marks that are missing around an instant, and caches them in place of what was known. It begins from stored marks
   * only, which it reads again: another process may have made some, or a restore may have removed all.
   */
  async function extend(scope: Scope, throughMs: number): Promise<void> {
    const key = formatKey(scope)
    try {
      const stored = await marks.read(scope)
      const known = createScopeCounts(stored)
      const { before, after } = known.findAround(throughMs)
      const range = { ...scope, afterMs: before.throughMs, throughMs: after?.throughMs ?? throughMs }
      const partMs = Math.min(PART_MS_MAX, Math.ceil((range.throughMs - range.afterMs) / PARTS))
      const found = placeMarks(range, before.total, partMs, await applications.countParts(range, partMs), spacing)
      if (after !== undefined && after.total !== found.last.total) {
        // Somebody has changed the applications without the mailbox, so the marks are worth nothing.
        await marks.save(scope, { marks: [], revision: stored.revision })
        cache.delete(key)
        return
      }
      const all = [...stored.marks.filter((mark) => mark.throughMs <= before.throughMs), ...found.marks]
      if (after !== undefined) all.push(...stored.marks.filter((mark) => mark.throughMs >= after.throughMs))
      if (all.length > stored.marks.length) await marks.save(scope, { marks: all, revision: stored.revision })
      const extended = createScopeCounts({ marks: all })
      if (after === undefined) extended.remember(found.last)
      marksCached += found.marks.length
      cache.set(key, Promise.resolve(extended))
    } catch (error) {
      cache.delete(key)
      throw error
    }
  }

  return {
    countThrough,
    load,
    isShort,
    /** Remembers a count that a caller has found by itself. */
    async remember(scope: Scope, count: Mark): Promise<void> {
      ;(await load(scope)).remember(count)
    },
  }
}

/** What is known of one scope: marks that are stored, and a few counts of this process. */
interface ScopeCounts {
  /** The last known count up to an instant, and the first one after it. */
  findAround(throughMs: number): { before: Mark; after: Mark | undefined }
  /** The first known count from a total on. */
  findTotal(total: number): Mark | undefined
  remember(count: Mark): void
  lastMark: Mark
  /** The marks that are being made. */
  extending?: Promise<void>
}

function createScopeCounts({ marks }: { marks: Mark[] }): ScopeCounts {
  let recent: Mark[] = []
  return {
    lastMark: marks.at(-1) ?? BEGINNING,
    findAround(throughMs) {
      const place = findPlace(marks, (mark) => mark.throughMs > throughMs)
      let before = marks[place - 1] ?? BEGINNING
      let after = marks[place]
      for (const each of recent) {
        if (each.throughMs <= throughMs && each.throughMs > before.throughMs) before = each
        if (each.throughMs > throughMs && each.throughMs < (after?.throughMs ?? Number.POSITIVE_INFINITY)) after = each
      }
      return { before, after }
    },
    findTotal(total) {
      const mark = marks[findPlace(marks, (each) => each.total >= total)]
      return recent
        .filter((each) => each.total >= total)
        .reduce((first, each) => (first && first.throughMs <= each.throughMs ? first : each), mark)
    },
    remember(count) {
      recent = [...recent.filter(({ throughMs }) => throughMs !== count.throughMs), count].slice(-RECENT_MAX)
    },
  }
}

/** Finds the first place in a sorted list for which something is true, or the list's length. */
function findPlace(marks: Mark[], isReached: (mark: Mark) => boolean): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    const mark = marks[middle]
    if (mark !== undefined && isReached(mark)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Places marks between parts of a range, so that about `spacing` applications are between two of them. A part with more has a mark
 * at its beginning too, so that it can be divided. `last` is the count at the end of the range.
 */
function placeMarks(
  { afterMs, throughMs }: Pick<ApplicationFilter, 'afterMs' | 'throughMs'>,
  totalBefore: number,
  partMs: number,
  counts: Map<number, number>,
  spacing: number,
): { marks: Mark[]; last: Mark } {
  const placed: Mark[] = []
  let lastPlaced: Mark = { throughMs: afterMs, total: totalBefore }
  let total = totalBefore
  const place = (mark: Mark) => {
    if (mark.throughMs <= lastPlaced.throughMs || mark.throughMs >= throughMs) return
    placed.push(mark)
    lastPlaced = mark
  }
  for (const [part, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (count >= spacing) place({ throughMs: afterMs + part * partMs, total })
    total += count
    if (total - lastPlaced.total >= spacing) place({ throughMs: afterMs + (part + 1) * partMs, total })
  }
  return { marks: placed, last: { throughMs, total } }
}

/** Writes a scope as a key of a map. */
export const formatKey = ({ companyId, jobId }: Scope): string => JSON.stringify([companyId, jobId])
