import { RateLimiterMemory } from 'rate-limiter-flexible'
import { takeAndFindWait } from '../db/limiter.ts'

const HOUR_SECONDS = 60 * 60

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** Limits how many forms one caller sends per hour. Each process counts for itself. */
export function createApplicationLimit(applicationsPerHour: number) {
  const limiter = new RateLimiterMemory({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form. If it exceeds the limit, answers how many seconds to wait. */
    consume: (caller: string): Promise<number | undefined> => takeAndFindWait(limiter, caller),
  }
}
