import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { sharedReading } from './shared-reading.ts'

/** What is remembered is used for this long, counted from the start of its reading (ADR 7). */
const AGE_MS_MAX = 900
/** After this long no process uses what it read before. A little longer than the age, for timers may be early. */
const FORGOTTEN_MS = AGE_MS_MAX + 100
const ENTRIES_MAX = 10_000

/** What is read again and again and seldom changes, remembered for less than a second. */
export interface Cache<Args extends unknown[], Value> {
  /** What was read so short a while ago, or is read now; what is not there is looked for each time. */
  find(...args: Args): Promise<Value | undefined>
  /**
   * To be called after this process has changed something, this one thing or any: whoever asks from then on is told what
   * is there.
   */
  forget(...args: Args | []): void
}

/**
 * Waits until no process uses what it remembered before this call. A writer of what may not be used any longer, such as
 * a key that was revoked, waits for it before it answers: then "done" means done everywhere.
 */
export const forgottenEverywhere = (): Promise<void> => pause(FORGOTTEN_MS)

export function createCache<Args extends unknown[], Value extends object | number>(
  read: (...args: Args) => Promise<Value | undefined>,
  now = () => performance.now(),
): Cache<Args, Value> {
  // To the millisecond, for a process that is busy would otherwise look at the clock late.
  const entries = new LRUCache<string, Value>({ max: ENTRIES_MAX, ttl: AGE_MS_MAX, ttlResolution: 0, perf: { now } })
  let changes = 0
  const load = sharedReading(async (...args: Args) => {
    const changesBefore = changes
    // It is as old as the beginning of its reading.
    const start = now()
    const value = await read(...args)
    if (value !== undefined && changes === changesBefore) entries.set(JSON.stringify(args), value, { start })
    return value
  })
  return {
    async find(...args) {
      return entries.get(JSON.stringify(args)) ?? load(...args)
    },
    forget(...args) {
      changes++
      if (args.length === 0) entries.clear()
      else entries.delete(JSON.stringify(args))
    },
  }
}
