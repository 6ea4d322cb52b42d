import { type CreateLimiter, takeAndFindWait } from '@boardwalk/core/db/limiter'

const WINDOW_SECONDS = 15 * 60
/** The limit for one user from one address. It leaves room for typing errors. */
const TRIES_PER_PAIR_MAX = 10
/** The limit from one address for all users. An office may share an address; an attacker may try one password on many users. */
const TRIES_PER_ADDRESS_MAX = 100
/** The limit for one user from all addresses that they never signed in from. It stops an attacker who has many addresses. */
const TRIES_PER_USER_MAX = 100
/** The limit of codes of one user, from all addresses. Only a caller who has the password can use them up. */
const CODES_PER_USER_MAX = 10
const CODE_WINDOW_SECONDS = 60 * 60
const KNOWN_SECONDS = 90 * 24 * 60 * 60

/**
 * Limits how often a password may be tried. Tries by others lock a user out for one window at most, and never at an address
 * that the user signed in from before. All processes count together. Without the database, each process counts alone.
 */
export function createSignInLimit(createLimiter: CreateLimiter) {
  const tries = { duration: WINDOW_SECONDS }
  const pairLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-pair', points: TRIES_PER_PAIR_MAX })
  const addressLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-address', points: TRIES_PER_ADDRESS_MAX })
  const userLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-account', points: TRIES_PER_USER_MAX })
  const codeLimiter = createLimiter({
    keyPrefix: 'sign-in-code',
    points: CODES_PER_USER_MAX,
    duration: CODE_WINDOW_SECONDS,
  })
  const known = createLimiter({ keyPrefix: 'sign-in-known', points: 1, duration: KNOWN_SECONDS })

  return {
    /** Counts a try. If it is over a limit, returns the number of seconds until the next try is allowed. */
    async take(email: string, address: string): Promise<number | undefined> {
      const pair = formatPair(email, address)
      // One limit after another, so that a try that one limit refuses is not counted by the next.
      const seconds = (await takeAndFindWait(pairLimiter, pair)) ?? (await takeAndFindWait(addressLimiter, address))
      if (seconds !== undefined || (await known.get(pair)) !== null) return seconds
      return takeAndFindWait(userLimiter, email)
    },
    /** Removes the count of one try that had the right password, if the sign-in is not finished. */
    async refund(email: string, address: string): Promise<void> {
      const pair = formatPair(email, address)
      await pairLimiter.reward(pair)
      await addressLimiter.reward(address)
      if ((await known.get(pair)) === null) await userLimiter.reward(email)
    },
    /** Counts a code of a user. If it is over the limit, returns the number of seconds until the next one is allowed. */
    takeCode: (userId: string) => takeAndFindWait(codeLimiter, userId),
    /** Removes the count of the codes of a user. */
    async forgiveCodes(userId: string): Promise<void> {
      await codeLimiter.delete(userId)
    },
    /** Removes the count of the tries of a user who has signed in. */
    async forgive(email: string, address: string): Promise<void> {
      const pair = formatPair(email, address)
      const wasKnown = (await known.get(pair)) !== null
      await pairLimiter.delete(pair)
      await addressLimiter.reward(address)
      if (!wasKnown) await userLimiter.reward(email)
      await known.set(pair, 1, KNOWN_SECONDS)
    },
  }
}

const formatPair = (email: string, address: string) => JSON.stringify([email, address])
