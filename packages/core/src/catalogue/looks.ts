import { CLOCK_SKEW_MS_MAX, STORED_WITHIN_MS } from '../db/clock-watch.ts'

/* Decides from when on each look for the changes of other processes reads them. A change may be stored after one of a later time. */

/** Two changes at the same moment may be stored in another order than that of their times. */
const OVERLAP_MS = 500
/** A new job has the time of its server, whose clock may be wrong, so the changes of this time are read again, but not by each look. */
const SKEW_MS = 2 * CLOCK_SKEW_MS_MAX
const LOOK_FOR_SKEWED_EVERY_MS = 5_000
/** If the latest time of all changes stays the same for so long, every further change has a later one, and a look reads none again. */
const QUIET_AFTER_MS = SKEW_MS + 2 * LOOK_FOR_SKEWED_EVERY_MS
/** A change may be stored `STORED_WITHIN_MS` after its time, so the changes of that time are read again so often. */
const LOOK_FOR_LATE_EVERY_MS = 60_000

const minusMs = (date: Date, ms: number): Date => new Date(date.getTime() - ms)

/** Makes the looks of one process. `now` is a clock that only counts on. */
export function createLooks(now: () => number) {
  /** The latest time of a change that was seen, now and when late changes and those of other clocks were last looked for. */
  let seen = new Date(0)
  let lateFrom = seen
  let skewedFrom = seen
  /** When `seen` last rose, by `now`. */
  let seenAtMs = 0
  let lookForLateAtMs = 0
  let lookForSkewedAtMs = 0

  function note(changedAt: Date): void {
    if (changedAt <= seen) return
    seen = changedAt
    seenAtMs = now()
  }

  return {
    /** Notes the time of a change that was seen. */
    note,
    /** Begins at the time of the last change. */
    begin(lastChange: Date): void {
      note(lastChange)
      lateFrom = seen
      skewedFrom = seen
    },
    /** Calls a function that reads the changes since an instant and notes their times. */
    async look(readSince: (since: Date) => Promise<void>): Promise<void> {
      const nowMs = now()
      const from = seen
      if (nowMs >= lookForLateAtMs) {
        lookForLateAtMs = nowMs + LOOK_FOR_LATE_EVERY_MS
        await readSince(minusMs(lateFrom, STORED_WITHIN_MS))
        lateFrom = from
      } else if (nowMs > seenAtMs + QUIET_AFTER_MS) await readSince(from)
      else if (nowMs >= lookForSkewedAtMs) {
        lookForSkewedAtMs = nowMs + LOOK_FOR_SKEWED_EVERY_MS
        await readSince(minusMs(skewedFrom, SKEW_MS))
        skewedFrom = from
      } else await readSince(minusMs(from, OVERLAP_MS))
    },
  }
}
