import { type CreateLimiter, takeAndFindWait } from '@boardwalk/core/db/limiter'
import { findInbox } from './inbox.ts'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
/** Enough for a user who repeats an invitation because the first mail is lost. */
const INVITATIONS_A_DAY_MAX = 5
/** Enough for a person who applies to several jobs. */
const CONFIRMATIONS_A_DAY_MAX = 5
/** From one network address. Requests from other addresses do not use up the person's own. */
const PASSWORD_MAILS_AN_HOUR_MAX = 3
/** From all network addresses together, so that a stranger who has several cannot flood an inbox. */
const PASSWORD_MAILS_OF_INBOX_MAX = 20
/** An office may share an address. */
const PASSWORD_REQUESTS_OF_CALLER_MAX = 20

/**
 * Limits how many mails other people can make the board send to an address. All processes count together. Each function
 * counts one mail. If it is over the limit, it returns the number of seconds to wait.
 */
export function createMailLimit(createLimiter: CreateLimiter) {
  const create = (keyPrefix: string, points: number, duration: number) =>
    createLimiter({ keyPrefix: `mail-${keyPrefix}`, points, duration })
  const invitations = create('invitation', INVITATIONS_A_DAY_MAX, DAY_SECONDS)
  const confirmations = create('confirmation', CONFIRMATIONS_A_DAY_MAX, DAY_SECONDS)
  const passwords = create('password', PASSWORD_MAILS_AN_HOUR_MAX, HOUR_SECONDS)
  const inboxes = create('password-inbox', PASSWORD_MAILS_OF_INBOX_MAX, HOUR_SECONDS)
  const callers = create('caller', PASSWORD_REQUESTS_OF_CALLER_MAX, HOUR_SECONDS)
  return {
    takeInvitation: (email: string) => takeAndFindWait(invitations, findInbox(email)),
    takeConfirmation: (email: string) => takeAndFindWait(confirmations, findInbox(email)),
    /** `caller` is the network address from which a mail was asked for. */
    takePasswordMail: async (email: string, caller: string): Promise<number | undefined> =>
      (await takeAndFindWait(callers, caller)) ??
      (await takeAndFindWait(passwords, JSON.stringify([findInbox(email), caller]))) ??
      takeAndFindWait(inboxes, findInbox(email)),
  }
}
