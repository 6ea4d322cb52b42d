import { type Connection, Schema } from 'mongoose'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const COLLECTION = 'limitCounts'
const schema = new Schema({ key: String, points: Number, expire: Date }, { versionKey: false, collection: COLLECTION })
// The count under a key.
schema.index({ key: 1 }, { unique: true })
// The database forgets a count whose time is over.
schema.index({ expire: 1 }, { expireAfterSeconds: 0 })

interface LimiterOptions {
  /** Begins each key of this limiter. */
  keyPrefix: string
  points: number
  /** In seconds. */
  duration: number
  /** A key that has no points left is refused without asking the database again until they come back. */
  inMemoryBlockOnConsumed?: number
}

export type CreateLimiter = ReturnType<typeof limiters>

/** Makes limiters that count over all processes; while the database is away, in each process. */
export function limiters(connection: Connection) {
  connection.model('LimitCount', schema)
  return (options: LimiterOptions) =>
    new RateLimiterMongo({
      ...options,
      storeClient: connection,
      tableName: COLLECTION,
      // They are made with all others, before anything is served.
      disableIndexesCreation: true,
      insuranceLimiter: new RateLimiterMemory(options),
    })
}

/** Counts one more of a caller, and answers what remains, and after how many seconds all of it is there again. */
export async function take(
  limiter: RateLimiterAbstract,
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

/** Counts one more of a caller, and answers after how many seconds the next is taken if this one is over the limit. */
export async function secondsOver(limiter: RateLimiterAbstract, caller: string): Promise<number | undefined> {
  const { isOver, seconds } = await take(limiter, caller)
  return isOver ? seconds : undefined
}
