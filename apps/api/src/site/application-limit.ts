import { RateLimiterMemory } from 'rate-limiter-flexible'
import { secondsOver } from '../db/limiter.ts'

const HOUR_SECONDS = 60 * 60

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** At most so many forms an hour from one caller; each process counts for itself. */
export function createApplicationLimit(applicationsPerHour: number) {
  const limiter = new RateLimiterMemory({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form, and answers after how many seconds the next is taken if this one is over the limit. */
    consume: (caller: string): Promise<number | undefined> => secondsOver(limiter, caller),
  }
}
