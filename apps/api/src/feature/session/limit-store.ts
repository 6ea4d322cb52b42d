import { type CreateLimiter, secondsOver } from '../../db/limiter.ts'

const WINDOW_SECONDS = 15 * 60
/** For one account from one address: an administrator who mistypes. */
const TRIES_OF_PAIR_MAX = 10
/** From one address, for all accounts: an office behind one address, or somebody who tries one password on many. */
const TRIES_OF_ADDRESS_MAX = 100
/** For one account, from all addresses that it never signed in from: somebody with many addresses. */
const TRIES_OF_ACCOUNT_MAX = 100
const KNOWN_SECONDS = 90 * 24 * 60 * 60

/**
 * Limits how often a password may be tried. What others try locks an administrator out for one window at most, and never
 * from an address that they signed in from before. All processes count together; without the database, each counts alone.
 */
export function createSignInLimit(createLimiter: CreateLimiter) {
  const tries = { duration: WINDOW_SECONDS }
  const ofPair = createLimiter({ ...tries, keyPrefix: 'sign-in-pair', points: TRIES_OF_PAIR_MAX })
  const ofAddress = createLimiter({ ...tries, keyPrefix: 'sign-in-address', points: TRIES_OF_ADDRESS_MAX })
  const ofAccount = createLimiter({ ...tries, keyPrefix: 'sign-in-account', points: TRIES_OF_ACCOUNT_MAX })
  const known = createLimiter({ keyPrefix: 'sign-in-known', points: 1, duration: KNOWN_SECONDS })

  return {
    /** Counts a try. If it is over a limit, returns after how many seconds the next try is allowed. */
    async take(email: string, address: string): Promise<number | undefined> {
      const [pair, account] = [pairOf(email, address), email]
      // One after the other, so that what is refused here is not counted there.
      const seconds = (await secondsOver(ofPair, pair)) ?? (await secondsOver(ofAddress, address))
      if (seconds !== undefined || (await known.get(pair)) !== null) return seconds
      return secondsOver(ofAccount, account)
    },
    /** Takes back the count of a try with the right password. */
    async forgive(email: string, address: string): Promise<void> {
      const [pair, account] = [pairOf(email, address), email]
      const wasKnown = (await known.get(pair)) !== null
      await ofPair.delete(pair)
      await ofAddress.reward(address)
      if (!wasKnown) await ofAccount.reward(account)
      await known.set(pair, 1, KNOWN_SECONDS)
    },
  }
}

export type SignInLimit = ReturnType<typeof createSignInLimit>

const pairOf = (email: string, address: string) => JSON.stringify([email, address])
