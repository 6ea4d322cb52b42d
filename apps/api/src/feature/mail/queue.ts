import { LOWER_LETTERS_AND_DIGITS, randomText } from '@boardwalk/core/process/random'
import type { Deps } from '../../deps.ts'
import type { ClaimedMail, QueuedMail } from './store.ts'

export type { ClaimedMail }

const HOUR_MS = 60 * 60 * 1000
/** How long a mail waits while the mail server is down. A later mail would surprise its reader. */
const COURTESY_MS_MAX = 48 * HOUR_MS

/** How long a process keeps a mail to itself. Longer than sending one takes (sender.ts). */
const CLAIM_MS = 5 * 60 * 1000
/** The waits after failed attempts double from the first to the last. */
const FIRST_WAIT_MS = 30_000
const LAST_WAIT_MS = 4 * HOUR_MS
/** The wait after the mail server has said that a mailbox does not exist. */
const REFUSED_WAIT_MS = 24 * HOUR_MS
const ATTEMPTS_MAX = 20

export const makeMailId = (): string => `mail_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`

/** Queues a mail that is sent within `msMax` or not at all. Does nothing if one with the same id waits, or was sent. */
export async function queueMail(
  deps: Deps,
  mail: Omit<QueuedMail, 'expiresAt'>,
  msMax = COURTESY_MS_MAX,
): Promise<void> {
  const nowMs = deps.now()
  await deps.mails.insert({ ...mail, expiresAt: new Date(nowMs + msMax) }, new Date(nowMs))
}

/** Formats a day in UTC: today's, for the id of a mail that is sent once a day at most. */
export const formatDay = ({ now }: Pick<Deps, 'now'>, at = new Date(now())): string => at.toISOString().slice(0, 10)

/** Queues a mail with what is new since an instant. Does nothing if the one about the same instant waits, or was sent. */
export async function queueNews(
  deps: Deps,
  { kind, companyId, target }: Pick<QueuedMail, 'kind' | 'companyId' | 'target'>,
  since: Date,
): Promise<void> {
  const id = `mail_${kind}_${target}_${since.getTime()}`
  await queueMail(deps, { id, kind, companyId, target, locale: null })
}

/** Takes the next mail of these kinds for this process. Undefined if none is due. */
export function claimMail(deps: Deps, kinds: string[]): Promise<ClaimedMail | undefined> {
  const nowMs = deps.now()
  return deps.mails.claim(kinds, new Date(nowMs), new Date(nowMs + CLAIM_MS))
}

/** Whether a mail is too late, or was tried too often. The attempts are limited because a mail may crash its process. */
export function isOverdue(deps: Deps, { attempts, expiresAt }: ClaimedMail): boolean {
  return attempts > ATTEMPTS_MAX || deps.now() >= expiresAt.getTime()
}

/** Lets a mail be tried again: after a wait that grows with its attempts or, if the mail itself did not fail, at once. */
export function postponeMail(deps: Deps, mail: ClaimedMail, isAtOnce = false): Promise<void> {
  const waitMs = isAtOnce ? 0 : Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** (mail.attempts - 1))
  return deps.mails.postpone(mail, new Date(deps.now() + waitMs))
}

/**
 * Whether the recipient of a mail was refused on another day before. One refusal is not enough: a mail server may lose its list of
 * mailboxes for some hours.
 */
export const wasRefusedBefore = (deps: Deps, { refusedAt }: ClaimedMail): boolean =>
  refusedAt !== undefined && formatDay(deps, refusedAt) !== formatDay(deps)

/** Lets a mail be tried again a day later, because the mail server says that the mailbox of its recipient does not exist. */
export function postponeRefused(deps: Deps, mail: ClaimedMail): Promise<void> {
  const nowMs = deps.now()
  return deps.mails.postpone(mail, new Date(nowMs + REFUSED_WAIT_MS), mail.refusedAt ?? new Date(nowMs))
}
