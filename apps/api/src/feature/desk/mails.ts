import type { Company } from '@boardwalk/core/company/service'
import { HELD_DAYS, newChangeToken } from '@boardwalk/core/intake/application'
import { findAcceptedApplication } from '@boardwalk/core/intake/read'
import type { Events } from '@boardwalk/core/listener'
import { toReference } from '@boardwalk/schema/application'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { aboutCompany, findReplyTo, formatMessage, isolateIn, type MailSubject } from '../mail/compose.ts'
import { formatDay, queueMail } from '../mail/queue.ts'
import type { Message } from '../mail/transport.ts'
import { mailWords } from '../mail/words.ts'
import { listUsers } from '../user/user.ts'

/** Composes the mails about applications: the confirmation for the applicant, and the notice of held ones for users. */
export const applicationMails = {
  confirmation: aboutCompany(composeConfirmation),
  held: aboutCompany(composeHeldNotice),
}

/** Queues the confirmation of an application, once. Does nothing if the address got too many confirmations today. */
export async function queueConfirmation(
  deps: Deps,
  { companyId, applicationId, email, locale }: Events['applicationAccepted'],
): Promise<void> {
  if ((await deps.mailLimit.takeConfirmation(email)) !== undefined) return
  const id = `mail_${applicationId}`
  await queueMail(deps, { id, kind: 'confirmation', companyId, target: applicationId, locale })
}

/** Queues the mails that tell the users of a company what is held back: one a day for a user. */
export async function queueHeldNotices(deps: Deps, companyId: string): Promise<void> {
  const day = formatDay(deps)
  for (const { id: target, hasPassword } of await listUsers(deps, { companyId })) {
    const id = `mail_held_${target}_${day}`
    if (hasPassword) await queueMail(deps, { id, kind: 'held', companyId, target, locale: null })
  }
}

async function composeConfirmation(
  deps: Deps,
  wholeCompany: Company,
  { target: applicationId, locale: ofPage }: MailSubject,
): Promise<Message | undefined> {
  const { id: companyId, name: company, contactEmail, locale: ofCompany } = wholeCompany
  const locale = ofPage ?? ofCompany
  const application = await findAcceptedApplication(deps, { companyId, applicationId })
  if (application === undefined || application.erasedAt !== undefined) return undefined
  const { jobId, email, firstName } = application
  const title = removeUnprintable((await deps.jobs.findTitles(companyId, [jobId])).get(jobId) ?? '')
  const { subject, text } = mailWords[locale].confirmation
  const paragraphs = text({
    name: makeGreetable(firstName),
    title: isolateIn(locale, title),
    company: isolateIn(locale, company),
    reference: toReference(applicationId),
  })
  const confirmed = { company: wholeCompany, application, locale }
  const added = await Promise.all(deps.siteSlots.map(({ inConfirmation }) => inConfirmation?.(confirmed) ?? []))
  // Before the last paragraph, which is for people who have not applied.
  paragraphs.splice(-1, 0, ...added.flat())
  const replyTo = findReplyTo(deps, { contactEmail })
  const noteRefused = () => noteConfirmation(deps, { companyId, applicationId }, new Date(deps.now()))
  return {
    ...formatMessage(deps, { to: email, locale, subject: subject(title), paragraphs, replyTo }),
    noteRefused,
    ...(application.confirmationRefusedAt !== undefined && {
      noteSent: () => noteConfirmation(deps, { companyId, applicationId }, undefined),
    }),
  }
}

/** Notes whether a mail to an applicant was refused, and gives this change its position, so that an ATS which follows changes hears of it. */
export async function noteConfirmation(
  deps: Deps,
  { companyId, applicationId: id }: { companyId: string; applicationId: string },
  refusedAt: Date | undefined,
): Promise<void> {
  const token = newChangeToken()
  if (await deps.applications.noteConfirmation(companyId, id, refusedAt, token))
    await deps.mailbox.assignPositions(companyId, [{ id, token }])
}

async function composeHeldNotice(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  { target: userId }: MailSubject,
): Promise<Message | undefined> {
  const user = (await deps.users.list(companyId)).find(({ id }) => id === userId)
  const count = await deps.heldApplications.count(companyId)
  if (user === undefined || count === 0) return undefined
  const { subject, text } = mailWords[locale].held
  const link = `${deps.settings.publicUrl}/backoffice/applications?view=held`
  const paragraphs = text({ company: isolateIn(locale, company), count, days: HELD_DAYS, link })
  return formatMessage(deps, { to: user.email, locale, subject: subject(company), paragraphs })
}

const NAME_CHARACTERS_MAX = 40

/**
 * Returns a first name if a mail may show it, and "" otherwise. A stranger may have typed it beside another person's address,
 * so only letters in at most three words pass: no link, no number and no sentence.
 */
export function makeGreetable(name: string): string {
  const isName = /^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+){0,2}$/u.test(name)
  return isName && name.length <= NAME_CHARACTERS_MAX ? name : ''
}
