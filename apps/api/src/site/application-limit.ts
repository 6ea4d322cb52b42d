import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { subscriberOf } from '../http/subscriber.ts'

const HOUR_SECONDS = 60 * 60

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** At most so many forms an hour from one address; each process counts for itself. */
export function createApplicationLimit(applicationsPerHour: number) {
  const limiter = new RateLimiterMemory({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form, and answers after how many seconds the next is taken if this one is over the limit. */
    async consume(address: string): Promise<number | undefined> {
      try {
        await limiter.consume(subscriberOf(address))
        return undefined
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
  }
}
