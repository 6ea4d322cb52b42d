import { LRUCache } from 'lru-cache'
import type { Background } from '../process/background.ts'
import type { Clock } from '../process/clock.ts'

/*
 * Keeps the last look at each company's mailbox, so that most polls need no command (docs/adr/0002-mailbox.md). What is
 * accepted after a look has a date after the clock that the look saw. So a poll may use the look while that clock is neither
 * before now nor before the caller's cursor.
 */

/** A look moves the clock this far past the present, and polls use a look for this long. */
export const LEAD_MS = 400
/** With less than this left, the next poll makes the process look again in the background. */
export const SHORT_LEAD_MS = LEAD_MS / 2
/** The number of companies whose last look this process keeps. */
const LOOKS_MAX = 10_000

/** The name of the work in the metrics. */
const RENEWAL = 'look again at a polled mailbox'

interface Seen {
  clock: Date
  /** Whether the inbox was empty. Only then is the look kept. */
  isEmpty: boolean
}

interface Look<Content> {
  startedMs: number
  seen: Promise<Content>
  isRenewed: boolean
}

interface LooksOptions<Content> extends Clock {
  /** Moves a mailbox's clock past the present if it is behind, and reads the mailbox. */
  see: (companyId: string) => Promise<Content>
  background: Pick<Background, 'run'>
}

export function createLooks<Content extends Seen>({ see, now, background }: LooksOptions<Content>) {
  /** The last look at each mailbox, from its start on. */
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const lastLooks = new LRUCache<string, Look<Content>>({ maxSize: LOOKS_MAX, sizeCalculation: () => 1 })

  const start = (companyId: string): Look<Content> => ({ startedMs: now(), seen: see(companyId), isRenewed: false })

  /** Looks at the mailbox now. */
  async function lookAnew(companyId: string): Promise<Content> {
    const look = start(companyId)
    lastLooks.set(companyId, look)
    let isKept = false
    try {
      const seen = await look.seen
      isKept = seen.isEmpty
      return seen
    } finally {
      if (!isKept && lastLooks.get(companyId) === look) lastLooks.delete(companyId)
    }
  }

  /** Uses the last look if a poll may. `afterMs` is the caller's cursor, which another process may have given to it. */
  async function lookForPoll(companyId: string, afterMs: number): Promise<Content> {
    const nowMs = now()
    const last = lastLooks.get(companyId)
    // The age has a limit of its own, because another process may have moved the clock further ahead, and an operator may
    // set this process's time back.
    const isYoung = last !== undefined && last.startedMs <= nowMs && nowMs <= last.startedMs + LEAD_MS
    if (!isYoung) return lookAnew(companyId)
    const seen = await last.seen
    const clockMs = seen.clock.getTime()
    // The polls that waited for the same look share the next one.
    if (clockMs < nowMs || clockMs < afterMs)
      return lastLooks.get(companyId) === last ? lookAnew(companyId) : lookForPoll(companyId, afterMs)
    const leftMs = Math.min(clockMs, last.startedMs + LEAD_MS) - nowMs
    if (leftMs < SHORT_LEAD_MS && !last.isRenewed) renew(companyId, last)
    return seen
  }

  /** Looks again before the last look is too old, so that no poll waits for the clock. */
  function renew(companyId: string, last: Look<Content>): void {
    last.isRenewed = true
    background.run(RENEWAL, async () => {
      const look = start(companyId)
      const { isEmpty } = await look.seen
      // If this process has accepted an application meanwhile, `drop` has removed the last look, and this one may lack it.
      if (isEmpty && lastLooks.get(companyId) === last) lastLooks.set(companyId, look)
    })
  }

  return {
    lookAnew,
    lookForPoll,
    /**
     * Removes the last look, also one that is under way. Call it before an applicant learns of an acceptance: then every later
     * poll of this process shows the application.
     */
    drop(companyId: string): void {
      lastLooks.delete(companyId)
    },
  }
}
