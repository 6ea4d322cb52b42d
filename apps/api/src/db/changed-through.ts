import type { SoundClock } from '../process/clock.ts'

/**
 * A change is stored at most this long after the time that its row names. Most rows name the time of the database at the
 * write itself. A new job names the time of its server, which tries to store it for up to 20 s, and a try takes up to 60 s.
 * The clocks of servers differ by up to 5 s from the database's.
 */
const STORED_WITHIN_MS = 120_000

/**
 * Finds the instant from which the next list of changes should go on: the list of this call holds each change up to it
 * (docs/adr/0014-changes.md). Call it before the list is read. Undefined if the caller asks for no changes, or for a later
 * page of them.
 */
export function findChangedThrough(
  { soundNow }: SoundClock,
  { changedSince, page }: { changedSince?: Date | undefined; page: number },
): Date | undefined {
  return changedSince !== undefined && page === 1 ? new Date(soundNow() - STORED_WITHIN_MS) : undefined
}
