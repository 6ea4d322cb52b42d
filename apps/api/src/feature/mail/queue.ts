import { AppError, requireNoWait } from '@boardwalk/core/error'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '@boardwalk/core/process/random'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import type { ClaimedMail, QueuedMail } from './store.ts'

export type { ClaimedMail }

const HOUR_MS = 60 * 60 * 1000
/** How long a mail waits while the mail server is down. A later mail would surprise its reader. */
const COURTESY_MS_MAX = 48 * HOUR_MS
/** Half of the time for which the mail's link works. */
const ALERT_CONFIRMATION_MS_MAX = 24 * HOUR_MS
const PASSWORD_MS_MAX = HOUR_MS

/** How long a process keeps a mail to itself. Longer than sending one takes (sender.ts). */
const CLAIM_MS = 5 * 60 * 1000
/** The waits after failed attempts double from the first to the last. */
const FIRST_WAIT_MS = 30_000
const LAST_WAIT_MS = 4 * HOUR_MS
/** The wait after the mail server has said that a mailbox does not exist. */
const REFUSED_WAIT_MS = 24 * HOUR_MS
const ATTEMPTS_MAX = 20

const makeId = () => `mail_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`

/** Queues a mail that is sent within `msMax` or not at all. */
async function queue(deps: Deps, mail: Omit<QueuedMail, 'expiresAt'>, msMax: number): Promise<void> {
  const nowMs = deps.now()
  await deps.mails.insert({ ...mail, expiresAt: new Date(nowMs + msMax) }, new Date(nowMs))
}

/** Throws `too_many_requests` if the address was invited too often today. */
export async function countInvitation(deps: Deps, email: string): Promise<void> {
  requireNoWait(await deps.mailLimit.takeInvitation(email))
}

/** Queues the invitation of a user. It replaces an earlier one that has not been sent. */
export async function queueInvitation(
  deps: Deps,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await deps.mails.cancel(companyId, [userId])
  await queue(deps, { id: makeId(), kind: 'invitation', companyId, target: userId, locale: null }, COURTESY_MS_MAX)
}

/**
 * Queues the mail for a person who has forgotten the password. Only the sender of the mail finds out whether the address
 * belongs to a user, so neither the answer nor its time tells. Throws `too_many_requests`, and `page_not_found` if the
 * board sends no mail.
 */
export async function requestPasswordMail(
  deps: Deps,
  { email, locale }: { email: string; locale: Locale },
  caller: string,
): Promise<void> {
  if (!deps.settings.sendsMail) throw new AppError('page_not_found')
  requireNoWait(await deps.mailLimit.takePasswordMail(email, caller))
  await queue(deps, { id: makeId(), kind: 'password', companyId: null, target: email, locale }, PASSWORD_MS_MAX)
}

/** Queues the confirmation of an application, once. Does nothing if the address got too many confirmations today. */
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
  const id = `mail_${applicationId}`
  await queue(deps, { id, kind: 'confirmation', companyId, target: applicationId, locale }, COURTESY_MS_MAX)
}

/** Formats a day in UTC: today's, for the id of a mail that is sent once a day at most. */
const formatDay = ({ now }: Deps, at = new Date(now())): string => at.toISOString().slice(0, 10)

/** A user of a company. */
type Recipient = Record<'companyId' | 'userId', string>

/** Queues the mail that tells a user what is held back, once a day at most. */
export async function queueHeldNotice(deps: Deps, { companyId, userId }: Recipient): Promise<void> {
  const id = `mail_held_${userId}_${formatDay(deps)}`
  await queue(deps, { id, kind: 'held', companyId, target: userId, locale: null }, COURTESY_MS_MAX)
}

/** Mails a day about single jobs. Strangers can report every job of the board. */
const REPORT_MAILS_A_DAY_MAX = 19

/** The beginning of the ids of the mails about single jobs that are queued on a UTC day. */
export const startReportIds = (day: string): string => `mail_report_${day}_`
/** The same of the mails that say how many further jobs have reports. The hour since 1970 follows. */
const startFurtherIds = (day: string): string => `mail_further_${day}_`

/** A job of a company, and when its first report came that no mail has told of. */
interface ReportedJob {
  companyId: string
  jobId: number
  at: Date
}

/**
 * Queues the mails that tell the operator of the reports of jobs: one a day about a job, and only some a day in all. After them, a mail
 * says how many further jobs have reports. It comes again if another job is reported, once an hour at most.
 */
export async function queueReportMails(deps: Deps, jobs: ReportedJob[], signal: AbortSignal): Promise<void> {
  if (jobs.length === 0) return
  const day = formatDay(deps)
  const idStart = startReportIds(day)
  const queuedIds = await deps.mails.listIds(idStart)
  const fresh = jobs.filter(({ jobId }) => !queuedIds.includes(`${idStart}${jobId}`))
  const single = fresh.slice(0, Math.max(0, REPORT_MAILS_A_DAY_MAX - queuedIds.length))
  for (const { companyId, jobId } of single) {
    if (signal.aborted) return
    const mail = { id: `${idStart}${jobId}`, kind: 'report', companyId, target: String(jobId), locale: null } as const
    await queue(deps, mail, COURTESY_MS_MAX)
  }
  const further = fresh.slice(single.length)
  if (further.length === 0) return
  const furtherStart = startFurtherIds(day)
  const hours = (await deps.mails.listIds(furtherStart)).map((id) => Number(id.slice(furtherStart.length)))
  // A job whose first report is older than the hour of the last mail was counted in it.
  if (further.every(({ at }) => hours.some((hour) => at.getTime() < hour * HOUR_MS))) return
  const id = `${furtherStart}${Math.floor(deps.now() / HOUR_MS)}`
  await queue(deps, { id, kind: 'furtherReports', companyId: null, target: day, locale: null }, COURTESY_MS_MAX)
}

/** Queues a mail with what is new since an instant. Does nothing if the one about the same instant waits, or was sent. */
async function queueNews(
  deps: Deps,
  { kind, companyId, target }: Pick<QueuedMail, 'kind' | 'companyId' | 'target'>,
  since: Date,
): Promise<void> {
  const id = `mail_${kind}_${target}_${since.getTime()}`
  await queue(deps, { id, kind, companyId, target, locale: null }, COURTESY_MS_MAX)
}

/** Queues the digest of a user. */
export const queueDigest = (deps: Deps, { companyId, userId: target }: Recipient, since: Date): Promise<void> =>
  queueNews(deps, { kind: 'digest', companyId, target }, since)

/** An alert, of one company or of the whole board. */
interface AlertSubject {
  id: string
  companyId: string | null
}

/** Queues the mail by which a person confirms an alert. */
export const queueAlertConfirmation = (deps: Deps, { id: target, companyId }: AlertSubject): Promise<void> =>
  queue(deps, { id: makeId(), kind: 'alertConfirmation', companyId, target, locale: null }, ALERT_CONFIRMATION_MS_MAX)

/** Queues the mail with the new jobs of an alert. */
export const queueAlert = (deps: Deps, { id: target, companyId }: AlertSubject, since: Date): Promise<void> =>
  queueNews(deps, { kind: 'alert', companyId, target }, since)

/** Takes the next mail for this process. Undefined if none is due. */
export function claimMail(deps: Deps): Promise<ClaimedMail | undefined> {
  const nowMs = deps.now()
  return deps.mails.claim(new Date(nowMs), new Date(nowMs + CLAIM_MS))
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
