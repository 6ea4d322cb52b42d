import { createHash } from 'node:crypto'
import { type Connection, Schema } from 'mongoose'
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 15 * 60
/** Of one account from one address: a person who mistypes. */
const TRIES_OF_PAIR_MAX = 10
/** From one address, whatever the accounts: an office behind one address, and somebody who tries one password on many. */
const TRIES_OF_ADDRESS_MAX = 100
/** Of one account, from all addresses that it never signed in from: somebody with many addresses. */
const TRIES_OF_ACCOUNT_MAX = 100
const KNOWN_SECONDS = 90 * 24 * 60 * 60

const COLLECTION = 'signInTries'
const schema = new Schema({ key: String, points: Number, expire: Date }, { versionKey: false, collection: COLLECTION })
// The count under a key.
schema.index({ key: 1 }, { unique: true })
// The database forgets a count whose time is over.
schema.index({ expire: 1 }, { expireAfterSeconds: 0 })

/**
 * How often a password may be tried. Nobody is locked out by what others try for longer than a window, nor from an
 * address that they signed in from before. Counted over all processes; while the database is away, in each process.
 */
export function signInLimit(connection: Connection) {
  connection.model('SignInTry', schema)
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMongo({
      storeClient: connection,
      tableName: COLLECTION,
      // They are made with all others, before anything is served.
      disableIndexesCreation: true,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      ...{ keyPrefix, points, duration },
    })
  const ofPair = limiter('pair', TRIES_OF_PAIR_MAX, WINDOW_SECONDS)
  const ofAddress = limiter('address', TRIES_OF_ADDRESS_MAX, WINDOW_SECONDS)
  const ofAccount = limiter('account', TRIES_OF_ACCOUNT_MAX, WINDOW_SECONDS)
  const known = limiter('known', 1, KNOWN_SECONDS)

  return {
    /** Counts a try, and answers after how many seconds the next is taken if this one is over a limit. */
    async take(email: string, address: string): Promise<number | undefined> {
      const [pair, account] = [hashOf(email, address), hashOf(email)]
      try {
        // One after the other, so that what is refused here is not counted there.
        await ofPair.consume(pair)
        await ofAddress.consume(address)
        if ((await known.get(pair)) === null) await ofAccount.consume(account)
        return undefined
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
    /** Takes back the count of a try that was right. */
    async forgive(email: string, address: string): Promise<void> {
      const [pair, account] = [hashOf(email, address), hashOf(email)]
      const wasKnown = (await known.get(pair)) !== null
      await ofPair.delete(pair)
      await ofAddress.reward(address)
      if (!wasKnown) await ofAccount.reward(account)
      await known.set(pair, 1, KNOWN_SECONDS)
    },
  }
}

/** Nobody's address stands in the counts. */
const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
