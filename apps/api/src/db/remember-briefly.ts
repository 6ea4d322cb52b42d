import { LRUCache } from 'lru-cache'

/** A value is used for at least this long without another look. */
const FRESH_MS = 10_000
/** One whose read took long is used for this many times as long, so that reading it takes a small part of the time. */
const FRESH_FACTOR = 20
const FRESH_MS_MAX = 60_000
/** Then, and for this long, a caller still gets it, while one read in the background fetches the next. */
const STALE_MS = 20_000
const ENTRIES_MAX = 1_000

/** A count of at least this many is remembered for some seconds. A smaller one is made each time. */
export const REMEMBERED_MIN = 1_000

interface Options<Value> {
  /** The size of a value, in parts of `sizeMax`. */
  sizeOf?: (value: Value) => number
  /** The size of all values together. The ones that were used longest ago are dropped. */
  sizeMax?: number
  /** Whether a value is remembered. One that is not serves only the callers who waited for it. */
  isKept?: (value: Value) => boolean
  now?: () => number
}

/**
 * Remembers for some seconds what costs a lot to compute and may be a little old, such as the counts beside a list. Callers
 * who ask for the same share one read. db/cache.ts is for what must never be old.
 */
export function rememberBriefly<Args extends unknown[], Value extends object>(
  read: (...args: Args) => Promise<Value>,
  { sizeOf = () => 1, sizeMax = ENTRIES_MAX, isKept = () => true, now = () => performance.now() }: Options<Value> = {},
): (...args: Args) => Promise<Value> {
  const values = new LRUCache<string, Value, { read: () => Promise<Value> }>({
    max: ENTRIES_MAX,
    maxSize: sizeMax,
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
    // A read goes on if its entry is dropped meanwhile, because its callers wait for it.
    ignoreFetchAbort: true,
    // If a read in the background fails, the older value is used until it is too old.
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, _before, { context, options }) => {
      const start = now()
      const value = await context.read()
      options.ttl = Math.min(FRESH_MS_MAX, Math.max(FRESH_MS, FRESH_FACTOR * (now() - start)))
      return value
    },
  })
  return async (...args) => {
    const key = JSON.stringify(args)
    // What was read before this moment is not too old. A value that nobody asked for meanwhile is read again first.
    if (values.getRemainingTTL(key) <= -STALE_MS) values.delete(key)
    const value = await values.fetch(key, { context: { read: () => read(...args) }, allowStale: true })
    if (value === undefined) throw new Error('a read that is remembered gave no value')
    if (!isKept(value)) values.delete(key)
    return value
  }
}

/** Remembers large counts for some seconds. Callers who ask for the same at the same time share one count, large or small. */
export function rememberLargeCounts<Args extends unknown[]>(
  count: (...args: Args) => Promise<number>,
): (...args: Args) => Promise<number> {
  const remembered = rememberBriefly(async (...args: Args) => ({ count: await count(...args) }), {
    isKept: ({ count }) => count >= REMEMBERED_MIN,
  })
  return async (...args) => (await remembered(...args)).count
}
