import { type CreateLimiter, takeAndFindWait } from '@boardwalk/core/db/limiter'
import { findInbox } from '../../feature/mail/inbox.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Enough for a person who follows several searches, or whose first mail is lost. */
const ALERTS_A_DAY_MAX = 5
/** From one network address. An office may share it. */
const ALERTS_OF_CALLER_MAX = 20

/** Limits how many alerts are asked for, because each makes the board send a mail. All processes count together. */
export function createAlertLimit(createLimiter: CreateLimiter) {
  const inboxes = createLimiter({ keyPrefix: 'mail-alert', points: ALERTS_A_DAY_MAX, duration: DAY_SECONDS })
  const callers = createLimiter({ keyPrefix: 'mail-alert-caller', points: ALERTS_OF_CALLER_MAX, duration: DAY_SECONDS })
  return {
    /**
     * Counts an alert. `caller` is the network address from which it was asked for. If it is over a limit, returns the number of seconds
     * to wait.
     */
    take: async (email: string, caller: string): Promise<number | undefined> =>
      (await takeAndFindWait(callers, caller)) ?? takeAndFindWait(inboxes, findInbox(email)),
  }
}
