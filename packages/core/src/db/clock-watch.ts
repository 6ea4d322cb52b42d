import type * as mongo from 'mongodb'
import { AppError } from '../error.ts'
import type { Clock, SoundClock } from '../process/clock.ts'
import type { Connection } from './connection.ts'

/** The clock of a process may be this far from the database's. Dates of applications only rise, so none may be in the future. */
export const CLOCK_SKEW_MS_MAX = 5_000

/** A smaller step comes from rounding or from a slow correction by NTP. The next comparison measures it. */
const STEP_MS_MIN = 100

const RETRY_AFTER_SECONDS = 5

interface Comparison {
  /** How far the clock was ahead. Negative: behind. */
  skewMs: number
  /** The clock less the steady clock at this moment. It changes only if the clock is set. */
  offsetMs: number
}

interface ClockWatchOptions extends Clock {
  skewMsMax?: number | undefined
  /** A clock that only counts on and is never set, such as `performance.now`. */
  steadyNow?: () => number
}

export interface ClockWatch extends SoundClock {
  /** Asks the database for its time. Returns its answer to `hello`. Throws if the database does not answer. */
  compare(connection: Connection, signal?: AbortSignal): Promise<mongo.Document>
  /** How far the clock is ahead of the database's, in milliseconds. Negative: behind. Undefined if that is not known. */
  measureSkew(): number | undefined
  isWrong(): boolean
}

/**
 * Watches how far the clock of this process is from the database's. If the operator or
 * NTP sets the clock between two comparisons, it notices at once, so that no date comes from a wrong clock.
 */
export function createClockWatch({
  now,
  skewMsMax = CLOCK_SKEW_MS_MAX,
  steadyNow = () => performance.now(),
}: ClockWatchOptions): ClockWatch {
  let last: Comparison | undefined

  async function compare(connection: Connection, signal?: AbortSignal): Promise<mongo.Document> {
    const startedMs = now()
    const startedSteadyMs = steadyNow()
    const db = connection.client.db('admin')
    // Any member can answer, so the comparison also works while the members elect a primary.
    const options = { readPreference: 'primaryPreferred', ...(signal && { signal }) } as const
    const hello = await db.command({ hello: 1 }, options)
    const tookMs = steadyNow() - startedSteadyMs
    // MongoDB sends a date. Some other databases with its protocol send a number.
    const databaseMs = Number(hello.localTime)
    if (!Number.isFinite(databaseMs)) {
      last = undefined
      return hello
    }
    // The database read its clock at some moment of this time, so a slow answer alone is no difference.
    const aheadAtStart = startedMs - databaseMs
    const aheadAtEnd = aheadAtStart + tookMs
    const skewMs = aheadAtStart > 0 ? aheadAtStart : Math.min(aheadAtEnd, 0)
    last = { skewMs, offsetMs: startedMs - startedSteadyMs }
    return hello
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
      if (isWrongAt(nowMs))
        throw new AppError('unavailable', { reason: 'clock_wrong' }, { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return nowMs
    },
  }
}

/**
 * The longest time between the time of change in a row and the write that stores it. For most rows the database sets it during the write.
 * For a new job its server sets it, with a clock up to 5 s wrong, then tries for up to 20 s, and one try takes up to 60 s.
 */
export const STORED_WITHIN_MS = 120_000

/** Finds the instant up to which every change is stored now. */
export const findStoredThrough = ({ soundNow }: SoundClock): Date => new Date(soundNow() - STORED_WITHIN_MS)

/**
 * Finds the instant up to which a list of changes is complete, from which the caller's next list goes on
 * (docs/adr/0014-changes.md). Call it before you read the list. Undefined if the caller does not ask for the first page of
 * changes.
 */
export function findChangedThrough(
  clock: SoundClock,
  {
    changedSince,
    afterJobId = 0,
    page,
  }: { changedSince?: Date | undefined; afterJobId?: number | undefined; page: number },
): Date | undefined {
  const isFirst = page === 1 && afterJobId === 0
  return changedSince !== undefined && isFirst ? findStoredThrough(clock) : undefined
}
