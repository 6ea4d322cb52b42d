import type { Company } from '@boardwalk/core/company/service'
import { HELD_DAYS, newChangeToken } from '@boardwalk/core/intake/application'
import { findAcceptedApplication } from '@boardwalk/core/intake/read'
import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { findReplyTo, formatMessage, isolateIn } from '../mail/compose.ts'
import type { Message } from '../mail/transport.ts'
import { mailWords } from '../mail/words.ts'

/** Composes the mails about applications: the confirmation for the applicant, and the notice of held ones for users. */
export const applicationMails = { confirmation: composeConfirmation, held: composeHeldNotice }

async function composeConfirmation(
  deps: Deps,
  { id: companyId, name: company, contactEmail }: Company,
  { applicationId, locale }: { applicationId: string; locale: Locale },
): Promise<Message | undefined> {
  const application = await findAcceptedApplication(deps, { companyId, applicationId })
  if (application === undefined || application.erasedAt !== undefined) return undefined
  const { jobId, email, firstName } = application
  const title = removeUnprintable((await deps.jobs.findTitles(companyId, [jobId])).get(jobId) ?? '')
  const { subject, text } = mailWords[locale].confirmation
  const paragraphs = text({
    name: makeGreetable(firstName),
    title: isolateIn(locale, title),
    company: isolateIn(locale, company),
    reference: applicationId,
  })
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

/** Notes whether a confirmation was refused, and gives this change its position, so that an ATS which follows changes hears of it. */
async function noteConfirmation(
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
  userId: string,
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
function makeGreetable(name: string): string {
  const isName = /^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+){0,2}$/u.test(name)
  return isName && name.length <= NAME_CHARACTERS_MAX ? name : ''
}
