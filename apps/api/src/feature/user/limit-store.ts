import { type CreateLimiter, takeAndFindWait } from '../../db/limiter.ts'

const WINDOW_SECONDS = 15 * 60
/** The limit for one account from one address. It leaves room for a user who mistypes. */
const TRIES_PER_PAIR_MAX = 10
/**
 * The limit from one address for all accounts. An office may share an address. Somebody may try one password on many
 * accounts.
 */
const TRIES_PER_ADDRESS_MAX = 100
/**
 * The limit for one account from all addresses that it never signed in from. It stops somebody who has many addresses.
 */
const TRIES_PER_ACCOUNT_MAX = 100
/** The limit of codes of one account, from all addresses. Only somebody who has the password can use them up. */
const CODES_PER_ACCOUNT_MAX = 10
const CODE_WINDOW_SECONDS = 60 * 60
const KNOWN_SECONDS = 90 * 24 * 60 * 60

/**
 * Limits how often a password may be tried. Tries by others lock a user out for one window at most, and never from
 * an address that the user signed in from before. All processes count together. Without the database, each process
 * counts alone.
 */
export function createSignInLimit(createLimiter: CreateLimiter) {
  const tries = { duration: WINDOW_SECONDS }
  const pairLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-pair', points: TRIES_PER_PAIR_MAX })
  const addressLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-address', points: TRIES_PER_ADDRESS_MAX })
  const accountLimiter = createLimiter({ ...tries, keyPrefix: 'sign-in-account', points: TRIES_PER_ACCOUNT_MAX })
  const codeLimiter = createLimiter({
    keyPrefix: 'sign-in-code',
    points: CODES_PER_ACCOUNT_MAX,
    duration: CODE_WINDOW_SECONDS,
  })
  const known = createLimiter({ keyPrefix: 'sign-in-known', points: 1, duration: KNOWN_SECONDS })

  return {
    /** Counts a try. If it is over a limit, returns the number of seconds until the next try is allowed. */
    async take(email: string, address: string): Promise<number | undefined> {
      const [pair, account] = [formatPair(email, address), email]
      // One limit after another, so that a try that one limit refuses is not counted by the next.
      const seconds = (await takeAndFindWait(pairLimiter, pair)) ?? (await takeAndFindWait(addressLimiter, address))
      if (seconds !== undefined || (await known.get(pair)) !== null) return seconds
      return takeAndFindWait(accountLimiter, account)
    },
    /** Removes the count of a try that had the right password, and nothing else: who it was is not known yet. */
    async refund(email: string, address: string): Promise<void> {
      const pair = formatPair(email, address)
      await pairLimiter.reward(pair)
      await addressLimiter.reward(address)
      if ((await known.get(pair)) === null) await accountLimiter.reward(email)
    },
    /** Counts a code of an account. If it is over the limit, returns the number of seconds until the next one is allowed. */
    takeCode: (accountId: string) => takeAndFindWait(codeLimiter, accountId),
    /** Removes the count of the codes of an account. */
    async forgiveCodes(accountId: string): Promise<void> {
      await codeLimiter.delete(accountId)
    },
    /** Removes the count of the tries of somebody who has signed in. */
    async forgive(email: string, address: string): Promise<void> {
      const [pair, account] = [formatPair(email, address), email]
      const wasKnown = (await known.get(pair)) !== null
      await pairLimiter.delete(pair)
      await addressLimiter.reward(address)
      if (!wasKnown) await accountLimiter.reward(account)
      await known.set(pair, 1, KNOWN_SECONDS)
    },
  }
}

const formatPair = (email: string, address: string) => JSON.stringify([email, address])
