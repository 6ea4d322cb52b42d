import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { ClaimedMail } from './store.ts'

export type { ClaimedMail }

const HOUR_MS = 60 * 60 * 1000
/** How long a mail waits for a mail server that is away. After that its reader would no longer understand it. */
const COURTESY_MS_MAX = 48 * HOUR_MS
const PASSWORD_MS_MAX = HOUR_MS

/** So long does a process keep a mail to itself. Longer than it takes to send one (feature/mail/sender.ts). */
const CLAIM_MS = 5 * 60 * 1000
/** The waits after failed attempts double from the first to the last. */
const FIRST_WAIT_MS = 30_000
const LAST_WAIT_MS = 4 * HOUR_MS
const ATTEMPTS_MAX = 20

const makeId = () => `mail_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`

/** Throws `too_many_requests` if somebody has been invited too often today. */
export async function countInvitation(deps: Deps, email: string): Promise<void> {
  requireNoWait(await deps.mailLimit.takeInvitation(email))
}

/** Queues the invitation of a user. It replaces an earlier one that has not been sent. */
export async function queueInvitation(
  deps: Deps,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await deps.outbox.cancel(companyId, [userId])
  const now = deps.now()
  await deps.outbox.insert(
    {
      ...{ id: makeId(), kind: 'invitation', companyId, target: userId, locale: null },
      expiresAt: new Date(now + COURTESY_MS_MAX),
    },
    new Date(now),
  )
}

/**
 * Queues the mail for somebody who has forgotten the password. Whether the address has an account is found out when the
 * mail is sent, so that neither the answer nor its time tells. Throws `too_many_requests`, and `page_not_found` if the
 * board sends no mail.
 */
export async function requestPasswordMail(
  deps: Deps,
  { email, locale }: { email: string; locale: Locale },
  caller: string,
): Promise<void> {
  if (!deps.settings.sendsMail) throw new AppError('page_not_found')
  requireNoWait(await deps.mailLimit.takePasswordMail(email, caller))
  const now = deps.now()
  await deps.outbox.insert(
    {
      ...{ id: makeId(), kind: 'password', companyId: null, target: email, locale },
      expiresAt: new Date(now + PASSWORD_MS_MAX),
    },
    new Date(now),
  )
}

/**
 * Queues the confirmation of an accepted application, once for each application. Does nothing if the address has got too
 * many today.
 */
export async function queueConfirmation(
  deps: Deps,
  {
    companyId,
    applicationId,
    email,
    locale,
  }: Record<'companyId' | 'applicationId' | 'email', string> & { locale: Locale },
): Promise<void> {
  if ((await deps.mailLimit.takeConfirmation(email)) !== undefined) return
  const now = deps.now()
  await deps.outbox.insert(
    {
      ...{ id: `mail_${applicationId}`, kind: 'confirmation', companyId, target: applicationId, locale },
      expiresAt: new Date(now + COURTESY_MS_MAX),
    },
    new Date(now),
  )
}

/** Queues the mail that tells a user what is held back, once a day at most. */
export async function queueHeldNotice(
  deps: Deps,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const now = new Date(deps.now())
  await deps.outbox.insert(
    {
      id: `mail_held_${userId}_${now.toISOString().slice(0, 10)}`,
      ...{ kind: 'held', companyId, target: userId, locale: null },
      expiresAt: new Date(now.getTime() + COURTESY_MS_MAX),
    },
    now,
  )
}

/** Deletes unsent mails about users or applications of a company. */
export function cancelMails(deps: Deps, companyId: string, targets: string[]): Promise<void> {
  return deps.outbox.cancel(companyId, targets)
}

/** Deletes every unsent mail of the board, and returns how many there were: a restored one may have been sent before. */
export function cancelAllMails(deps: Deps): Promise<number> {
  return deps.outbox.cancelAll()
}

/** Takes the next mail for this process. Undefined if none is due. */
export function claimMail(deps: Deps): Promise<ClaimedMail | undefined> {
  const now = deps.now()
  return deps.outbox.claim(new Date(now), new Date(now + CLAIM_MS))
}

/** Whether it is too late for a mail, or it was tried too often. A mail that ends every process must end too. */
export function isOverdue(deps: Deps, { attempts, expiresAt }: ClaimedMail): boolean {
  return attempts > ATTEMPTS_MAX || deps.now() >= expiresAt.getTime()
}

/** Ends a mail that was sent, that nobody needs any more, or that the mail server refuses for good. */
export function endMail(deps: Deps, mail: ClaimedMail): Promise<void> {
  return deps.outbox.end(mail)
}

/** Lets a mail be tried again: after a wait that grows with its attempts or, if nothing is wrong with it, at once. */
export function postponeMail(deps: Deps, mail: ClaimedMail, isAtOnce = false): Promise<void> {
  const waitMs = isAtOnce ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (mail.attempts - 1))
  return deps.outbox.postpone(mail, new Date(deps.now() + waitMs))
}

function requireNoWait(seconds: number | undefined): void {
  if (seconds === undefined) return
  throw new AppError('too_many_requests', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds })
}
