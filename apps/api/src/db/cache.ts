import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { shareReads } from './share-reads.ts'

/** A value is used for this long, counted from the start of its read (docs/adr/0007-what-a-process-remembers.md). */
const AGE_MS_MAX = 900
/** After this long no process uses a value that it read before. A little longer than the age, because timers may be early. */
const FORGOTTEN_MS = AGE_MS_MAX + 100
const ENTRIES_MAX = 10_000

/** Caches values that are read often and rarely change, for less than a second. */
export interface Cache<Args extends unknown[], Value> {
  /** Returns a value from the cache, or reads it. What does not exist is not cached. */
  find(...args: Args): Promise<Value | undefined>
  /** Removes all values. Call it after this process has changed something: every later caller gets the stored value. */
  forget(): void
}

/**
 * Waits until no process uses a value that it cached before this call. A writer that ends something, such as the use of a
 * key, calls it before it answers: then "done" means done on every process.
 */
export const waitUntilForgotten = (): Promise<void> => pause(FORGOTTEN_MS)

export function createCache<Args extends unknown[], Value extends object | number>(
  read: (...args: Args) => Promise<Value | undefined>,
  now = () => performance.now(),
): Cache<Args, Value> {
  // Exact to the millisecond: with a resolution, a busy process would look at the clock late.
  const entries = new LRUCache<string, Value>({ max: ENTRIES_MAX, ttl: AGE_MS_MAX, ttlResolution: 0, perf: { now } })
  let changes = 0
  const load = shareReads(async (...args: Args) => {
    const changesBefore = changes
    // The age counts from the start of the read.
    const start = now()
    const value = await read(...args)
    if (value !== undefined && changes === changesBefore) entries.set(JSON.stringify(args), value, { start })
    return value
  })
  return {
    async find(...args) {
      return entries.get(JSON.stringify(args)) ?? load(...args)
    },
    forget() {
      changes++
      entries.clear()
    },
  }
}
