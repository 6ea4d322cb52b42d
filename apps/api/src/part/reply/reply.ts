import { randomUUID } from 'node:crypto'
import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { AppError } from '@boardwalk/core/error'
import type { Application } from '@boardwalk/core/intake/application'
import { setApplicationStatuses } from '@boardwalk/core/intake/set-status'
import type { ApplicationStatus } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { findReplyTo } from '../../feature/mail/compose.ts'
import { composeReply } from './compose.ts'
import { ANSWERS_A_DAY_MAX } from './limit-store.ts'
import { findLocale, findTemplates, nameSeen, type Plan, planReplies, type SkipReason } from './plan.ts'
import type { Reply, ReplyCall } from './reply-store.ts'
import { replying } from './state.ts'
import type { ReplyKind, Template } from './template.ts'

/*
 * How a user replies to applicants: sees the mail, sends it, and takes a refusal back while it waits. A refusal always goes with the status
 * REJECTED, and is cancelled when the status changes.
 */

export const MINUTE_MS = 60_000

/** What a user wants to tell some applicants. `status` is set with it. */
interface Request {
  kind: ReplyKind
  ids: string[]
  status?: ApplicationStatus | undefined
}

/** A refusal sets its status, and waits. Other replies go at once. */
const findStatus = ({ kind, status }: Pick<Request, 'kind' | 'status'>): ApplicationStatus | undefined =>
  kind === 'refuse' ? 'REJECTED' : status
const findDelayMinutes = (kind: ReplyKind, { rules }: Pick<Plan, 'rules'>): number =>
  kind === 'refuse' ? rules.delayMinutes : 0

const listLocales = (recipients: Application[], { company }: Pick<Plan, 'company'>): Set<Locale> =>
  new Set(recipients.map((each) => findLocale(each, company)))

/** What a preview shows in one language: the mail to the first of the people who get it. */
interface PreviewedMail {
  locale: Locale
  count: number
  to: string
  subject: string
  text: string
}

/**
 * Shows the mails that a request would send, one in each language, filled in for a real applicant. `seen` names what it shows, for the call
 * that sends.
 */
export async function previewReplies(
  deps: Deps,
  { companyId }: UserActor,
  request: Request,
): Promise<{
  recipients: string[]
  skipped: Plan['skipped']
  mails: PreviewedMail[]
  replyTo: string | null
  delayMinutes: number
  seen: string
}> {
  const { kind, ids } = request
  const plan = await planReplies(deps, companyId, ids, kind)
  const { company, rules, recipients, skipped } = plan
  const templates = findTemplates(rules, kind, listLocales(recipients, plan))
  const titles = await deps.jobs.findTitles(
    companyId,
    recipients.map(({ jobId }) => jobId),
  )
  const mails = [...templates].flatMap(([locale, template]) => {
    const readers = recipients.filter((each) => findLocale(each, company) === locale)
    const [first] = readers
    if (first === undefined) return []
    const title = titles.get(first.jobId) ?? ''
    const { to, subject, text } = composeReply(deps, company, {
      locale,
      template,
      title,
      addressee: first,
      isByPerson: true,
    })
    return [{ locale, count: readers.length, to, subject, text }]
  })
  const delayMinutes = findDelayMinutes(kind, plan)
  const shown = recipients.map(({ id }) => id)
  const status = findStatus(request)
  return {
    recipients: shown,
    skipped,
    mails,
    replyTo: findReplyTo(deps, company) ?? null,
    delayMinutes,
    seen: nameSeen(deps, company, { kind, status, ids: shown, templates, delayMinutes }),
  }
}

/** A reply that was sent or waits, for a user. */
export type SentReplies = {
  queued: string[]
  skipped: { id: string; reason: SkipReason | 'changed' }[]
  /** ISO 8601 in UTC. */
  sendAt: string
}

/**
 * Replies applicants, each once, and sets their status. `from` is the status that the user sees: one whose status has changed meanwhile
 * gets no reply. Throws `preview_outdated` if the user has not seen this, and `too_many_replies`.
 */
export async function sendReplies(
  deps: Deps,
  actor: UserActor,
  request: Omit<Request, 'ids'> & { people: { id: string; from: ApplicationStatus }[]; seen: string },
): Promise<SentReplies> {
  const { companyId, email } = actor
  const { kind, people, seen } = request
  const ids = people.map(({ id }) => id)
  const plan = await planReplies(deps, companyId, ids, kind)
  const { company, rules, recipients, skipped } = plan
  const chosen = await deps.applications.findByIds(companyId, ids)
  const templates = findTemplates(rules, kind, listLocales(chosen, plan))
  const delayMinutes = findDelayMinutes(kind, plan)
  const status = findStatus(request)
  if (nameSeen(deps, company, { kind, status, ids, templates, delayMinutes }) !== seen)
    throw new AppError('preview_outdated')
  const sendAt = new Date(deps.now() + delayMinutes * MINUTE_MS)
  if (recipients.length === 0) return { queued: [], skipped, sendAt: sendAt.toISOString() }
  const waitSeconds = await replying(deps).replyLimit.take(companyId, email, recipients.length)
  if (waitSeconds !== undefined)
    throw new AppError('too_many_replies', { peopleMax: ANSWERS_A_DAY_MAX }, { retryAfterSeconds: waitSeconds })
  const changed = status === undefined ? [] : await changeStatuses(deps, actor, { status, people, recipients })
  const asked = recipients.filter(({ id }) => !changed.includes(id))
  const call = { companyId, kind, by: 'user' as const, actor: email, sendAt }
  const queued = await queueReplies(deps, call, asked, { company, templates })
  const late = asked.filter(({ id }) => !queued.includes(id))
  return {
    queued,
    skipped: [
      ...skipped,
      ...changed.map((id) => ({ id, reason: 'changed' as const })),
      ...late.map(({ id }) => ({ id, reason: 'replied' as const })),
    ],
    sendAt: sendAt.toISOString(),
  }
}

/** Sets the status of people who get a reply. Returns those whose status has changed meanwhile to another one. */
async function changeStatuses(
  deps: Deps,
  actor: UserActor,
  {
    status,
    people,
    recipients,
  }: { status: ApplicationStatus; people: { id: string; from: ApplicationStatus }[]; recipients: Application[] },
): Promise<string[]> {
  const reached = new Set(recipients.map(({ id }) => id))
  const changes = people
    .filter(({ id, from }) => reached.has(id) && from !== status)
    .map(({ id, from }) => ({ id, from, status }))
  const kept = recipients.filter(({ id }) => !changes.some((change) => change.id === id))
  const moved = kept.filter((each) => each.status !== status).map(({ id }) => id)
  if (changes.length === 0) return moved
  const { left } = await setApplicationStatuses(deps, actor, { changes })
  return [...moved, ...left.filter((each) => each.status !== status).map(({ id }) => id)]
}

/** Stores replies, which are sent when they are due. Returns the applications that had none of this kind. */
export async function queueReplies(
  deps: Deps,
  call: Omit<ReplyCall, 'token' | 'askedAt'>,
  recipients: Application[],
  { company, templates }: Pick<Plan, 'company'> & { templates: ReadonlyMap<Locale, Template> },
): Promise<string[]> {
  const asked = recipients.flatMap((application) => {
    const locale = findLocale(application, company)
    const template = templates.get(locale)
    return template === undefined ? [] : [{ applicationId: application.id, locale, template }]
  })
  const named = { ...call, token: randomUUID(), askedAt: new Date(deps.now()) }
  return replying(deps).replies.ask(named, asked)
}

/** Takes replies back that still wait. Returns whose they were. The others are sent, or were not there. */
export async function takeBackReplies(
  deps: Deps,
  actor: UserActor,
  { kind, ids }: Pick<Request, 'kind' | 'ids'>,
): Promise<{ takenBack: string[] }> {
  const takenBack = await cancelReplies(deps, actor.companyId, kind, ids, 'taken_back')
  await Promise.all(takenBack.map((id) => noteAudit(deps, actor, 'reply_cancelled', id, { to: kind })))
  return { takenBack }
}

/** Cancels replies that wait. */
export const cancelReplies = (
  deps: Deps,
  companyId: string,
  kind: ReplyKind,
  ids: string[],
  cancelReason: NonNullable<Reply['cancelReason']>,
): Promise<string[]> =>
  replying(deps).replies.cancel(companyId, kind, ids, {
    cancelReason,
    token: randomUUID(),
    changedAt: new Date(deps.now()),
  })

/** A reply as the back office shows it. */
export type ReplyLine = Pick<Reply, 'applicationId' | 'kind' | 'state' | 'by' | 'actor'> & {
  /** ISO 8601 in UTC. */
  sendAt: string
  changedAt: string
  cancelReason: Reply['cancelReason'] | null
}

/** Lists the replies to applications, and which of these the applicants have withdrawn. `sendsMail` says whether the board sends mail at all. */
export async function listReplies(
  deps: Deps,
  { companyId }: UserActor,
  { ids }: { ids: string[] },
): Promise<{ replies: ReplyLine[]; withdrawn: { id: string; at: string }[]; sendsMail: boolean }> {
  const { replies, applicantLinks } = replying(deps)
  const [found, withdrawn] = await Promise.all([
    replies.listOf(companyId, ids),
    applicantLinks.findWithdrawn(companyId, ids),
  ])
  return {
    replies: found.map(({ applicationId, kind, state, by, actor, sendAt, changedAt, cancelReason = null }) => ({
      applicationId,
      kind,
      state,
      by,
      actor,
      cancelReason,
      sendAt: sendAt.toISOString(),
      changedAt: changedAt.toISOString(),
    })),
    withdrawn: [...withdrawn].map(([id, at]) => ({ id, at: at.toISOString() })),
    sendsMail: deps.settings.sendsMail,
  }
}
