import { createHmac } from 'node:crypto'
import { Schema } from 'mongoose'
import type { Logger } from 'pino'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from '../process/metrics.ts'
import { date, defineCollection, nullable, number, text, withoutId } from './collection.ts'
import type { Connection } from './connection.ts'
import { createMemoryLimiter, type Limiter } from './memory-limiter.ts'

/* Limits that all processes share, counted in the database; while it fails, each process counts in its own memory. */

const COLLECTION = 'limitCounts'
/** A count, as rate-limiter-flexible stores it. */
const count = Schema.create({ key: text, points: number, expire: nullable(date) }, withoutId)
  // The count under a key.
  .index({ key: 1 }, { unique: true })
  // The database deletes a count when its time has passed.
  .index({ expire: 1 }, { expireAfterSeconds: 0 })
const openCounts = defineCollection(
  COLLECTION,
  { noCompany: 'hashes of callers, which the database deletes soon' },
  count,
)

interface LimiterOptions {
  /** The beginning of each key of this limiter. */
  keyPrefix: string
  points: number
  /** In seconds. */
  duration: number
  /** From this many points on, a key is refused without asking the database until its points come back. */
  inMemoryBlockOnConsumed?: number
}

interface LimiterSettings {
  /** All processes on one database share it. Callers are stored as an HMAC with it, so the database has no addresses. */
  secret: string
  log: Pick<Logger, 'warn' | 'info'>
  metrics: Pick<Metrics, 'limitFellBack' | 'limitKnown' | 'refused'>
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
  const names: string[] = []

  function getSettings(): LimiterSettings {
    if (settings === undefined) throw new Error('start() must be called before the first count')
    return settings
  }
  const hashCaller = (caller: string | number) =>
    createHmac('sha256', getSettings().secret).update(String(caller)).digest('base64url')

  /** Logs the first of several failures in a row. With their end, an outage is two lines in the log. */
  function noteFailure(error: unknown): void {
    const { log, metrics } = getSettings()
    metrics.limitFellBack()
    if (!isCountingAlone) log.warn({ err: error }, 'limits are counted by this process alone: the database failed')
    isCountingAlone = true
  }
  function noteSuccess(): void {
    if (isCountingAlone) getSettings().log.info('limits are counted over all processes again')
    isCountingAlone = false
  }

  function createLimiter(options: LimiterOptions): Limiter {
    names.push(options.keyPrefix)
    settings?.metrics.limitKnown(options.keyPrefix)
    const shared = new RateLimiterMongo({
      ...options,
      storeClient: connection.client,
      dbName: connection.db.databaseName,
      tableName: COLLECTION,
      // `prepareDatabase` makes them.
      disableIndexesCreation: true,
    })
    const alone = createMemoryLimiter(options)
    async function countSharedOrAlone<Result>(count: (limiter: Limiter) => Promise<Result>): Promise<Result> {
      try {
        const result = await count(shared)
        noteSuccess()
        return result
      } catch (error) {
        // The caller is over the limit. This is an answer, not a failure.
        if (error instanceof RateLimiterRes) throw error
        noteFailure(error)
        return count(alone)
      }
    }
    return {
      async consume(caller, points) {
        try {
          return await countSharedOrAlone((limiter) => limiter.consume(hashCaller(caller), points))
        } catch (refused) {
          getSettings().metrics.refused(options.keyPrefix)
          throw refused
        }
      },
      get: (caller) => countSharedOrAlone((limiter) => limiter.get(hashCaller(caller))),
      set: (caller, points, seconds) =>
        countSharedOrAlone((limiter) => limiter.set(hashCaller(caller), points, seconds)),
      reward: (caller, points) => countSharedOrAlone((limiter) => limiter.reward(hashCaller(caller), points)),
      delete: (caller) => countSharedOrAlone((limiter) => limiter.delete(hashCaller(caller))),
    }
  }
  return Object.assign(createLimiter, {
    start(started: LimiterSettings) {
      settings = started
      for (const name of names) started.metrics.limitKnown(name)
    },
  })
}

/** Takes points from a caller, one for each request by default. Returns how many remain, and after how many seconds all are available again. */
export async function take(
  limiter: Pick<Limiter, 'consume'>,
  caller: string,
  points = 1,
): Promise<{ isOver: boolean; remaining: number; seconds: number }> {
  const { isOver, result } = await limiter.consume(caller, points).then(
    (result) => ({ isOver: false, result }),
    (refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return { isOver: true, result: refused }
    },
  )
  return { isOver, remaining: result.remainingPoints, seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) }
}

/** Takes points from a caller. Returns how many seconds a caller over the limit must wait. Undefined if it is within the limit. */
export async function takeAndFindWait(
  limiter: Pick<Limiter, 'consume'>,
  caller: string,
  points = 1,
): Promise<number | undefined> {
  const { isOver, seconds } = await take(limiter, caller, points)
  return isOver ? seconds : undefined
}
