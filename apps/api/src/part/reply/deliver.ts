import { createHash } from 'node:crypto'
import { noteAudit } from '@boardwalk/core/activity/audit'
import type { Company } from '@boardwalk/core/company/service'
import { findAcceptedApplication } from '@boardwalk/core/intake/read'
import type { Deps } from '../../deps.ts'
import { noteConfirmation } from '../../feature/desk/mails.ts'
import { aboutCompany, type ComposeMail, type MailKinds, type MailSubject } from '../../feature/mail/compose.ts'
import { queueMail } from '../../feature/mail/queue.ts'
import type { Message } from '../../feature/mail/transport.ts'
import { composeReply } from './compose.ts'
import type { Reply } from './reply-store.ts'
import { replying } from './state.ts'
import { ReplyKind } from './template.ts'

/*
 * How a reply leaves: when its time has come, it is given to the sender of mails, which writes and sends it. From then on no one can take
 * it back.
 */

/** How long the sender of mails tries. */
const TRIED_MS_MAX = 48 * 60 * 60 * 1000
/** How long a process keeps a reply to itself. After that, another one looks whether the mail has left. */
const CLAIM_MS = 10 * 60 * 1000

const MAIL_KINDS: Record<ReplyKind, string> = {
  acknowledge: 'replyAcknowledge',
  invite: 'replyInvite',
  refuse: 'replyRefuse',
}

/**
 * Gives the replies that are due to the sender of mails. Several processes may do so at once. If one dies in between, another finds the
 * reply when its claim ends, and queues a mail with the same id, which is one mail.
 */
export async function deliverReplies(deps: Deps, signal: AbortSignal): Promise<void> {
  const { replies } = replying(deps)
  while (!signal.aborted) {
    const nowMs = deps.now()
    const reply = await replies.claim(new Date(nowMs), new Date(nowMs + CLAIM_MS))
    if (reply === undefined) return
    const endMs = reply.sendAt.getTime() + TRIED_MS_MAX
    if (nowMs >= endMs) {
      await replies.end(reply, new Date(nowMs), { state: 'failed' })
      continue
    }
    if (!(await replies.begin(reply, new Date(nowMs)))) continue
    const { id, round, kind, companyId, applicationId: target, locale } = reply
    await queueMail(
      deps,
      { id: `mail_reply_${id}_${round}`, kind: MAIL_KINDS[kind], companyId, target, locale },
      endMs - nowMs,
    )
  }
}

/** Composes the replies, from what the database has when they are sent. */
export const replyMails: MailKinds = Object.fromEntries(
  ReplyKind.options.map((kind): [string, ComposeMail] => [
    MAIL_KINDS[kind],
    aboutCompany((deps, company, subject) => compose(deps, company, subject, kind)),
  ]),
)

/** Composes a reply. Undefined if it has ended, or must not be sent any more. */
async function compose(
  deps: Deps,
  company: Company,
  { target: applicationId }: MailSubject,
  kind: ReplyKind,
): Promise<Message | undefined> {
  const { id: companyId } = company
  const { replies, applicantLinks } = replying(deps)
  const reply = await replies.find(companyId, applicationId, kind)
  const application = await findAcceptedApplication(deps, { companyId, applicationId })
  if (reply?.state !== 'sending' || application === undefined) return undefined
  const end = (outcome: Parameters<typeof replies.end>[2]) => replies.end(reply, new Date(deps.now()), outcome)
  const { erasedAt, status, jobId } = application
  if (erasedAt !== undefined) return void (await end({ state: 'cancelled', cancelReason: 'erased' }))
  if (company.suspendedAt !== null) return void (await end({ state: 'cancelled', cancelReason: 'suspended' }))
  const isWithdrawn =
    status === 'WITHDRAWN' || (await applicantLinks.findWithdrawn(companyId, [applicationId])).size > 0
  if (isWithdrawn || (kind === 'refuse' && status !== 'REJECTED'))
    return void (await end({ state: 'cancelled', cancelReason: 'status' }))
  const title = (await deps.jobs.findTitles(companyId, [jobId])).get(jobId) ?? ''
  const { locale, template, by } = reply
  const isByPerson = by === 'user'
  return {
    ...composeReply(deps, company, { locale, template, title, addressee: application, isByPerson }),
    // A mail server that took the mail just before the process died gets it once more. Mail programs show one of a name once.
    name: `reply.${createHash('sha256').update(`${reply.id}/${reply.round}`).digest('hex').slice(0, 32)}`,
    noteSent: () => noteSent(deps, reply),
    noteRefused: async (isFinal) => {
      if (!isFinal) return
      await end({ state: 'refused' })
      await noteConfirmation(deps, { companyId, applicationId }, new Date(deps.now()))
    },
  }
}

/** Notes that a reply has left. It may be repeated. */
async function noteSent(deps: Deps, reply: Reply): Promise<void> {
  const { id, round, companyId, applicationId, kind, by, actor } = reply
  const auditId = createHash('sha256').update(`${id}/${round}`).digest('hex').slice(0, 24)
  const details = { to: kind, ...(by === 'key' && { keyName: actor }) }
  const who = { companyId, email: by === 'key' ? 'board' : actor }
  await noteAudit(deps, who, 'reply_sent', applicationId, details, auditId)
  await replying(deps).replies.end(reply, new Date(deps.now()), { state: 'sent' })
}
