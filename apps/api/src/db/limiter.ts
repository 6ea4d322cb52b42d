import { createHmac } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from '../metrics.ts'
import { defineCollection } from './collection.ts'

const COLLECTION = 'limitCounts'
const openCounts = defineCollection(COLLECTION, [
  // The count under a key.
  { key: { key: 1 }, unique: true },
  // The database deletes a count when its time has passed.
  { key: { expire: 1 }, expireAfterSeconds: 0 },
])

interface LimiterOptions {
  /** The beginning of each key of this limiter. */
  keyPrefix: string
  points: number
  /** In seconds. */
  duration: number
  /** From this many points on, a key is refused without asking the database until its points come back. */
  inMemoryBlockOnConsumed?: number
}

export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>

interface LimiterSettings {
  /** Shared by all processes on one database. Callers are stored under an HMAC with it, so the counts have nobody's address. */
  secret: string
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Pick<Metrics, 'limitFellBack'>
}

export interface CreateLimiter {
  (options: LimiterOptions): Limiter
  /** Must be called before the first count. */
  start(settings: LimiterSettings): void
}

/** Makes limiters that all processes share. If the database fails, a process counts alone. */
export function createLimiters(connection: Connection): CreateLimiter {
  openCounts(connection)
  let settings: LimiterSettings | undefined
  let isCountingAlone = false

  function started(): LimiterSettings {
    if (settings === undefined) throw new Error('limiters count once the server has started')
    return settings
  }
  const storedNameOf = (caller: string | number) =>
    createHmac('sha256', started().secret).update(String(caller)).digest('base64url')

  /** Logs the first of several failures in a row. With their end, an outage is two lines in the log. */
  function fellBack(error: unknown): void {
    const { log, metrics } = started()
    metrics.limitFellBack()
    if (!isCountingAlone) log.warn({ err: error }, 'limits are counted by this process alone: the database failed')
    isCountingAlone = true
  }
  function counted(): void {
    if (isCountingAlone) started().log.info('limits are counted over all processes again')
    isCountingAlone = false
  }

  function createLimiter(options: LimiterOptions): Limiter {
    const shared = new RateLimiterMongo({
      ...options,
      storeClient: connection,
      tableName: COLLECTION,
      // `prepareDatabase` makes them.
      disableIndexesCreation: true,
    })
    const alone = new RateLimiterMemory(options)
    async function either<Result>(count: (limiter: Limiter) => Promise<Result>): Promise<Result> {
      try {
        const result = await count(shared)
        counted()
        return result
      } catch (error) {
        // Over the limit: this is an answer and no failure.
        if (error instanceof RateLimiterRes) throw error
        fellBack(error)
        return count(alone)
      }
    }
    return {
      consume: (caller, points) => either((limiter) => limiter.consume(storedNameOf(caller), points)),
      get: (caller) => either((limiter) => limiter.get(storedNameOf(caller))),
      set: (caller, points, seconds) => either((limiter) => limiter.set(storedNameOf(caller), points, seconds)),
      reward: (caller, points) => either((limiter) => limiter.reward(storedNameOf(caller), points)),
      delete: (caller) => either((limiter) => limiter.delete(storedNameOf(caller))),
    }
  }
  return Object.assign(createLimiter, {
    start(started: LimiterSettings) {
      settings = started
    },
  })
}

/** Counts one request of a caller. Returns how many remain, and after how many seconds all are available again. */
export async function take(
  limiter: Pick<Limiter, 'consume'>,
  caller: string,
): Promise<{ isOver: boolean; remaining: number; seconds: number }> {
  const { isOver, result } = await limiter.consume(caller).then(
    (result) => ({ isOver: false, result }),
    (refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return { isOver: true, result: refused }
    },
  )
  return { isOver, remaining: result.remainingPoints, seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) }
}

/** Counts one request of a caller. If it is over the limit, returns after how many seconds the next one is allowed. */
export async function secondsOver(limiter: Pick<Limiter, 'consume'>, caller: string): Promise<number | undefined> {
  const { isOver, seconds } = await take(limiter, caller)
  return isOver ? seconds : undefined
}
