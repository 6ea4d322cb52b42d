import { noteAudit } from '@boardwalk/core/activity/audit'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import { AppError, requireNoWait } from '@boardwalk/core/error'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { aboutCompany, formatMessage, isolateIn, type MailSubject } from '../mail/compose.ts'
import { makeMailId, queueMail } from '../mail/queue.ts'
import type { Message } from '../mail/transport.ts'
import { mailWords } from '../mail/words.ts'
import { createLink, LINK_MS_MAX } from './link.ts'
import type { StoredUser } from './store.ts'

/** A link in a password mail is valid for an hour, and the mail waits no longer for the mail server. */
const PASSWORD_LINK_MS_MAX = 60 * 60 * 1000
/** The most companies that a password mail names. */
const COMPANIES_MAX = 20

/** Composes the mails to users. Each mail has a new link, which ends the link of an earlier attempt to send it. */
export const userMails = { invitation: aboutCompany(composeInvitation), password: composePassword }

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
  await queueMail(deps, { id: makeMailId(), kind: 'invitation', companyId, target: userId, locale: null })
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
  const mail = { id: makeMailId(), kind: 'password', companyId: null, target: email, locale }
  await queueMail(deps, mail, PASSWORD_LINK_MS_MAX)
}

/** Composes an invitation. Undefined if the user was removed, or has chosen a password. */
async function composeInvitation(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  { target: userId }: MailSubject,
): Promise<Message | undefined> {
  const user = await deps.users.find(userId)
  if (user?.companyId !== companyId || user.passwordSetAt !== null) return undefined
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  await deps.users.replaceLink(companyId, userId, stored)
  const { invitedBy: inviter } = user
  const { subject, text } = mailWords[locale].invitation
  const paragraphs = text({
    company: isolateIn(locale, company),
    inviter,
    operator: inviter === 'operator',
    link: shown.link,
  })
  return formatMessage(deps, { to: user.email, locale, subject: subject(company), paragraphs })
}

/** Composes a mail with a link for each company that has a user with this address. Undefined if there is none. */
async function composePassword(
  deps: Deps,
  { target: email, locale: chosen }: MailSubject,
): Promise<Message | undefined> {
  const locale = chosen ?? 'en'
  const users = await deps.users.listByEmail(email, {}, COMPANIES_MAX)
  const companies = await findCompaniesById(
    deps,
    users.map(({ companyId }) => companyId),
  )
  const { subject, text, account: describe } = mailWords[locale].password
  const accounts: string[] = []
  for (const user of users) {
    const company = companies.get(user.companyId)
    if (company === undefined) continue
    const isInvitation = user.passwordSetAt === null
    const link = await makePasswordLink(deps, user, isInvitation ? LINK_MS_MAX : PASSWORD_LINK_MS_MAX)
    accounts.push(describe({ company: isolateIn(locale, company.name), link, isInvitation }))
  }
  if (accounts.length === 0) return undefined
  const paragraphs = text({ site: deps.settings.publicUrl, accounts })
  return formatMessage(deps, { to: email, locale, subject, paragraphs })
}

/** Makes a link for a user who has forgotten the password. The old password works until the link is used. */
async function makePasswordLink(deps: Deps, user: StoredUser, validMs: number): Promise<string> {
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now(), validMs)
  await deps.users.replaceLink(user.companyId, user.id, stored)
  await noteAudit(deps, user, 'password_link_made', user.email)
  return shown.link
}
