import type { Company } from '@boardwalk/core/company/service'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { filterAttention, UNANSWERED_DAYS_MIN } from '../../feature/desk/attention.ts'
import { aboutCompany, formatMessage, isolateIn, type MailSubject } from '../../feature/mail/compose.ts'
import { queueNews } from '../../feature/mail/queue.ts'
import type { Message } from '../../feature/mail/transport.ts'
import type { SessionUser } from '../../feature/user/user.ts'
import { digestWords } from './words.ts'

/* The daily digest: a mail with the numbers of new applications, for each user who has turned it on. It has no name of an applicant. */

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** In UTC: seven o'clock in Morocco, before the day's work. */
const HOUR_OF_DIGEST = 6
/** A digest counts what is older than this, because the clocks of processes differ: nothing comes too late to be counted. */
const SETTLED_MS = 5 * 60_000
const JOBS_LISTED = 20

/** Whether a user gets the digest. */
export async function getDigest(deps: Deps, { userId }: SessionUser): Promise<{ isOn: boolean }> {
  return { isOn: (await deps.users.find(userId))?.digest !== undefined }
}

/** Turns the digest of a user on or off. The first one counts from now. */
export async function setDigest(
  deps: Deps,
  { companyId, userId }: SessionUser,
  { isOn }: { isOn: boolean },
): Promise<void> {
  const nowMs = deps.now()
  await deps.users.setDigest(companyId, userId, isOn ? { dueAt: findNextTime(nowMs), through: new Date(nowMs) } : null)
}

function findNextTime(nowMs: number): Date {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS + HOUR_OF_DIGEST * HOUR_MS
  return new Date(todayMs > nowMs ? todayMs : todayMs + DAY_MS)
}

const USERS_AT_ONCE = 100

/**
 * Queues the digests that are due. Several processes may do so at once: one of them makes the next digest of a user due, and queues this
 * one. If it dies between the two, the next digest counts everything. Whether there is anything new is found out when the mail is sent.
 */
export async function queueDueDigests(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const nowMs = deps.now()
    const due = await deps.users.listDigestsDue(new Date(nowMs), USERS_AT_ONCE)
    for (const { id: userId, companyId, digest } of due) {
      if (signal.aborted) return
      if (digest === undefined) continue
      const isOurs = await deps.users.postponeDigest(companyId, userId, digest.dueAt, findNextTime(nowMs))
      if (isOurs) await queueNews(deps, { kind: 'digest', companyId, target: userId }, digest.through)
    }
    if (due.length < USERS_AT_ONCE) return
  }
}

export const digestMails = { digest: aboutCompany(composeDigest) }

/** Composes a digest. Undefined if nothing is new, or if the user was removed or has turned it off. */
async function composeDigest(
  deps: Deps,
  company: Company,
  { target: userId }: MailSubject,
): Promise<Message | undefined> {
  const { id: companyId, locale } = company
  const user = await deps.users.find(userId)
  if (user?.companyId !== companyId || user.digest === undefined) return undefined
  const { through: after } = user.digest
  const through = new Date(deps.now() - SETTLED_MS)
  await deps.mailbox.synchronise(companyId)
  const counts = await deps.applications.countNewByJob(companyId, { after, through })
  const newHeld = await deps.heldApplications.listBetween(companyId, after, through, 1)
  const noteTold = () => deps.users.noteDigested(companyId, userId, through)
  const lines = (await Promise.all(deps.digestLists.map((list) => list(company)))).flat()
  if (counts.size === 0 && newHeld.length === 0 && lines.length === 0) return void (await noteTold())
  const byJob = [...counts].sort(([, a], [, b]) => b - a)
  const listed = byJob.slice(0, JOBS_LISTED)
  const titles = await deps.jobs.findTitles(
    companyId,
    listed.map(([jobId]) => jobId),
  )
  const sum = (rows: typeof byJob) => rows.reduce((total, [, count]) => total + count, 0)
  const isUnanswered = await filterAttention(deps, { companyId, lastVisitEndedAt: undefined }, 'unanswered')
  const { publicUrl } = deps.settings
  const { subject, text } = digestWords[locale]
  const paragraphs = text({
    company: isolateIn(locale, company.name),
    jobs: listed.map(([jobId, count]) => ({
      title: isolateIn(locale, removeUnprintable(titles.get(jobId) ?? String(jobId))),
      count,
    })),
    others: sum(byJob.slice(JOBS_LISTED)),
    lines,
    held: await deps.heldApplications.count(companyId),
    unanswered: isUnanswered === undefined ? 0 : await deps.applications.countAttention(companyId, isUnanswered),
    unansweredDays: UNANSWERED_DAYS_MIN,
    link: `${publicUrl}/backoffice/applications`,
    account: `${publicUrl}/backoffice/settings/account`,
  }).filter((paragraph) => paragraph !== '')
  return {
    ...formatMessage(deps, { to: user.email, locale, subject: subject(company.name, sum(byJob)), paragraphs }),
    noteSent: noteTold,
  }
}
