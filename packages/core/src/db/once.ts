import { setTimeout as pause } from 'node:timers/promises'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { sendApart } from './refusal.ts'

/*
 * Four ways to ask the database once for many callers. Each says how old its answer may be:
 * `batch` and `shareReads`: read after the caller asked. `createCache`: less than a second, for rules. `rememberBriefly`: up to a
 * minute, for counts beside a list.
 */

const BATCH_MAX = 100

/**
 * Asks the database once for what several callers want at the same time: while one batch is under way, the next one
 * gathers. A caller who is alone does not wait, and no caller gets what was read before they asked. If the database refuses a whole
 * batch, it is asked for parts of it, so that one caller's value fails no other caller.
 */
export function batch<Item, Result>(
  ask: (items: readonly Item[]) => Promise<(Result | Error)[]>,
): (item: Item) => Promise<Result> {
  let underWay: Promise<unknown> | undefined
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const asking = sendApart(items, ask).finally(() => {
        if (underWay === asking) underWay = undefined
      })
      underWay = asking
      return asking
    },
    {
      cache: false,
      maxBatchSize: BATCH_MAX,
      batchScheduleFn(dispatch) {
        const turn = underWay === undefined ? Promise.resolve() : waitForEnd(underWay)
        // On the next tick, so that all calls of this moment are in the batch.
        void turn.then(() => process.nextTick(dispatch))
      },
    },
  )
  return (item) => loader.load(item)
}

/**
 * Shares a read between callers who ask for the same at the same time. At most one read is under way; callers who ask
 * meanwhile share the next one. So no caller gets what was read before they asked, and a crowd costs two reads.
 */
export function shareReads<Args extends unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  return (...args) => {
    const key = JSON.stringify(args)
    const start = (): Promise<Value> => {
      next.delete(key)
      const reading = read(...args).finally(() => {
        if (underWay.get(key) === reading) underWay.delete(key)
      })
      underWay.set(key, reading)
      return reading
    }
    const before = underWay.get(key)
    if (before === undefined) return start()
    const waiting = next.get(key) ?? waitForEnd(before).then(start)
    next.set(key, waiting)
    return waiting
  }
}

const WAIT_MS_MAX = 500

/** Waits until a call has succeeded or failed, but half a second at most, so that one slow call does not block others. */
async function waitForEnd(call: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS_MAX)
  })
  try {
    await Promise.race([call, late])
  } catch {
    // Its own caller gets the error.
  } finally {
    clearTimeout(timer)
  }
}

/** A value is used for this long, counted from the start of its read (docs/adr/0007-what-a-process-remembers.md). */
const AGE_MS_MAX = 900
/** After this long no process uses a value that it read before. A little longer than the age, because timers may be early. */
const FORGOTTEN_MS = AGE_MS_MAX + 100
const CACHED_MAX = 10_000

/** Caches values that are read often and rarely change, for less than a second. */
export interface Cache<Args extends unknown[], Value> {
  /** Returns a value from the cache, or reads it. What does not exist is not cached. */
  find(...args: Args): Promise<Value | undefined>
  /** Whether the cache has a value at this moment, so that `find` does not read. */
  has(...args: Args): boolean
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
  const entries = new LRUCache<string, Value>({
    // Limited by size, because a limit of the number would reserve memory for all of them at once.
    maxSize: CACHED_MAX,
    sizeCalculation: () => 1,
    ttl: AGE_MS_MAX,
    // Exact to the millisecond: with a resolution, a busy process would look at the clock late.
    ttlResolution: 0,
    perf: { now },
  })
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
    has: (...args) => entries.has(JSON.stringify(args)),
    forget() {
      changes++
      entries.clear()
    },
  }
}

/** A value is used for at least this long before it is read again. */
const FRESH_MS = 10_000
/** A value is also used for this many times the duration of its read, up to a minute, so that reads take a small part of the time. */
const FRESH_FACTOR = 20
const FRESH_MS_MAX = 60_000
/** After that, callers get the old value for this long, while one read in the background fetches the next. */
const STALE_MS = 20_000
const REMEMBERED_MAX = 1_000

/** Counts of at least this many are cached for some seconds. Smaller ones are read each time. */
export const REMEMBERED_MIN = 1_000

interface Options<Value> {
  /** The size of a value, in parts of `sizeMax`. */
  sizeOf?: (value: Value) => number
  /** The maximum size of all values together. The least recently used ones are dropped. */
  sizeMax?: number
  /** Whether a value is cached. If not, it serves only the callers that waited for it. */
  isKept?: (value: Value) => boolean
  now?: () => number
}

/**
 * Caches expensive values that may be old, such as the counts beside a list, for 10 to 60 seconds. Callers that ask for the
 * same share one read. Use `createCache` for values that must not be old.
 */
export function rememberBriefly<Args extends unknown[], Value extends object>(
  read: (...args: Args) => Promise<Value>,
  {
    sizeOf = () => 1,
    sizeMax = REMEMBERED_MAX,
    isKept = () => true,
    now = () => performance.now(),
  }: Options<Value> = {},
): (...args: Args) => Promise<Value> {
  const values = new LRUCache<string, Value, { read: () => Promise<Value> }>({
    max: REMEMBERED_MAX,
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
    // A value that is too old, because no caller has asked for it meanwhile, is read again first.
    if (values.getRemainingTTL(key) <= -STALE_MS) values.delete(key)
    const value = await values.fetch(key, { context: { read: () => read(...args) }, allowStale: true })
    if (value === undefined) throw new Error('a read that is remembered gave no value')
    if (!isKept(value)) values.delete(key)
    return value
  }
}

/** Caches large counts for some seconds. Callers that ask for the same at the same time share one count, large or small. */
export function rememberLargeCounts<Args extends unknown[]>(
  count: (...args: Args) => Promise<number>,
): (...args: Args) => Promise<number> {
  const remembered = rememberBriefly(async (...args: Args) => ({ count: await count(...args) }), {
    isKept: ({ count }) => count >= REMEMBERED_MIN,
  })
  return async (...args) => (await remembered(...args)).count
}
