import { type CreateLimiter, takeAndFindWait } from '@boardwalk/core/db/limiter'

const DAY_SECONDS = 24 * 60 * 60

/** The most people whom a user replies in a day: more than a person reads, and few enough that a stolen session harms not many. */
export const ANSWERS_A_DAY_MAX = 500

/** Limits how many people a user replies. All processes count together. */
export function createReplyLimit(createLimiter: CreateLimiter) {
  const users = createLimiter({ keyPrefix: 'mail-reply', points: ANSWERS_A_DAY_MAX, duration: DAY_SECONDS })
  return {
    /** Counts replies of a user. If they are over the limit, returns the number of seconds to wait. */
    async take(companyId: string, user: string, count: number): Promise<number | undefined> {
      const caller = JSON.stringify([companyId, user])
      const waitSeconds = await takeAndFindWait(users, caller, count)
      // Nothing is sent, so fewer may still go.
      if (waitSeconds !== undefined) await users.reward(caller, count)
      return waitSeconds
    },
  }
}
