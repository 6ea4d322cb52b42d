import { AppError } from '../error.ts'
import type { Clock, SoundClock } from '../process/clock.ts'
import type { Connection } from './connection.ts'

/** The clock of a process may be this far from the database's. Dates of applications only rise, so none may be in the future. */
export const CLOCK_SKEW_MS_MAX = 5_000

/** A smaller step of the clock is its rounding, or a correction that NTP makes slowly. The next comparison measures it. */
const STEP_MS_MIN = 100

const RETRY_AFTER_SECONDS = 5

interface Comparison {
  /** How far the clock was ahead. Negative: behind. */
  skewMs: number
  /** The clock less the steady clock at this moment. It changes only if somebody sets the clock. */
  offsetMs: number
}

interface ClockWatchOptions extends Clock {
  skewMsMax?: number | undefined
  /** A clock that nobody sets. It need not tell the time. */
  steadyNow?: () => number
}

export interface ClockWatch extends SoundClock {
  /** Asks the database for its time. Throws if the database does not answer. */
  compare(connection: Connection, signal?: AbortSignal): Promise<void>
  /** How far the clock is ahead of the database's, in milliseconds. Negative: behind. Undefined if that is not known. */
  measureSkew(): number | undefined
  isWrong(): boolean
}

/**
 * Watches how far the clock of this process is from the database's. Between two comparisons it notices at once if somebody
 * sets the clock, so that no date comes from a wrong clock.
 */
export function createClockWatch({
  now,
  skewMsMax = CLOCK_SKEW_MS_MAX,
  steadyNow = () => performance.now(),
}: ClockWatchOptions): ClockWatch {
  let last: Comparison | undefined

  async function compare(connection: Connection, signal?: AbortSignal): Promise<void> {
    const startedMs = now()
    const startedSteadyMs = steadyNow()
    const db = connection.client.db('admin')
    // Any member will do: while the members elect a primary, the database is not away.
    const options = { readPreference: 'primaryPreferred', ...(signal && { signal }) } as const
    const { localTime } = await db.command({ hello: 1 }, options)
    const tookMs = steadyNow() - startedSteadyMs
    // MongoDB sends a date. Some other databases with its protocol send a number.
    const databaseMs = Number(localTime)
    if (!Number.isFinite(databaseMs)) {
      last = undefined
      return
    }
    // The database read its clock at some moment of this time, so a slow answer alone is no difference.
    const aheadAtStart = startedMs - databaseMs
    const aheadAtEnd = aheadAtStart + tookMs
    const skewMs = aheadAtStart > 0 ? aheadAtStart : Math.min(aheadAtEnd, 0)
    last = { skewMs, offsetMs: startedMs - startedSteadyMs }
  }

  function measureSkewAt(nowMs: number): number | undefined {
    if (last === undefined) return undefined
    const stepMs = nowMs - steadyNow() - last.offsetMs
    return Math.round(last.skewMs + (Math.abs(stepMs) < STEP_MS_MIN ? 0 : stepMs))
  }

  const isWrongAt = (nowMs: number) => {
    const skewMs = measureSkewAt(nowMs)
    return skewMs === undefined || Math.abs(skewMs) > skewMsMax
  }

  return {
    compare,
    measureSkew: () => measureSkewAt(now()),
    isWrong: () => isWrongAt(now()),
    soundNow() {
      // Read once: the time that is checked is the time that is used.
      const nowMs = now()
      if (isWrongAt(nowMs)) throw new AppError('clock_wrong', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return nowMs
    },
  }
}
