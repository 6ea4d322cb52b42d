import { takeAndFindWait } from '../db/limiter.ts'
import { createMemoryLimiter } from '../db/memory-limiter.ts'
import type { Deps } from '../deps.ts'

const HOUR_SECONDS = 60 * 60
/** The name of the limit in the metrics. */
const NAME = 'applications'

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** Limits how many forms one caller sends per hour. Each process counts for itself. */
export function createApplicationLimit({ settings: { applicationsPerHour }, metrics }: Deps) {
  metrics.limitKnown(NAME)
  const limiter = createMemoryLimiter({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form. If it exceeds the limit, answers how many seconds to wait. */
    async consume(caller: string): Promise<number | undefined> {
      const seconds = await takeAndFindWait(limiter, caller)
      if (seconds !== undefined) metrics.refused(NAME)
      return seconds
    },
  }
}
