import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../process/clock.ts'
import type { Metrics } from '../process/metrics.ts'
import type { UnplacedChange } from './application.ts'
import type { MailboxStore } from './mailbox-store.ts'
import type { ApplicationStore } from './store.ts'

/*
 * Gives each change of an application (a new status, an erasure) a place in the order of its company's dates, so that a caller
 * who goes on from an instant gets it once. The mailbox gives places as it gives dates. docs/adr/0014-changes.md says why no
 * caller misses a change, whenever a process dies.
 */

/** A poll places at most this many changes that other processes left. */
const LEFT_MAX = 300

/** The name of the work in the metrics. */
const PLACING = 'place changes of applications'

interface PlacingDeps extends Clock {
  mailboxes: Pick<MailboxStore, 'reservePlaces'>
  applications: Pick<ApplicationStore, 'place' | 'listUnplaced' | 'renameUnplaced'>
  newToken: () => string
  log: Pick<Logger, 'warn'>
  metrics: Pick<Metrics, 'workKnown' | 'workFailed'>
  /** Called when a change of the company may have got a place. */
  announce: (companyId: string) => void
}

/** Makes the token of a change. */
export const newChangeToken = (): string => randomBytes(9).toString('base64url')

export function createPlacing({ mailboxes, applications, now, newToken, log, metrics, announce }: PlacingDeps) {
  metrics.workKnown(PLACING)

  /** Gives changes places, in their order. Returns how many got one: fewer than all if the mailbox has no room for more. */
  async function reserveAndPlace(companyId: string, changes: UnplacedChange[]): Promise<number> {
    const places = await mailboxes.reservePlaces(companyId, changes.length, new Date(now()))
    const placed = changes.flatMap((change, index) => {
      const placedAt = places[index]
      return placedAt === undefined ? [] : [{ ...change, placedAt }]
    })
    if (placed.length === 0) return 0
    await applications.place(companyId, placed)
    return placed.length
  }

  return {
    /** Gives changes that were just made their places. If that fails, a later poll of changes does it. */
    async place(companyId: string, changes: UnplacedChange[]): Promise<void> {
      if (changes.length === 0) return
      try {
        await reserveAndPlace(companyId, changes)
      } catch (error) {
        metrics.workFailed(PLACING)
        log.warn({ err: error }, 'changes of applications have no place yet')
      } finally {
        // Also after a failure, because another process may have placed them.
        announce(companyId)
      }
    },

    /**
     * Places the changes that have no place yet. Returns whether it placed any. After this, a change that was made before the call
     * never gets a place that was reserved before the call, unless it has that place already.
     */
    async placeLeft(companyId: string): Promise<boolean> {
      const left = await applications.listUnplaced(companyId, LEFT_MAX + 1)
      if (left.length === 0) return false
      const placed = await reserveAndPlace(companyId, left.slice(0, LEFT_MAX))
      announce(companyId)
      // Another process may have reserved places for the rest, which it must not use any more.
      if (placed < left.length) await applications.renameUnplaced(companyId, newToken())
      return placed > 0
    },
  }
}
