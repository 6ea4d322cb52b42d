import { noteAudit } from '@boardwalk/core/activity/audit'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { formatMessage, isolateIn } from '../mail/compose.ts'
import type { Message } from '../mail/transport.ts'
import { mailWords } from '../mail/words.ts'
import { createLink, LINK_MS_MAX } from './link.ts'
import type { StoredUser } from './store.ts'

/** A link in a password mail is valid for an hour. */
const PASSWORD_LINK_MS_MAX = 60 * 60 * 1000
/** The most companies that a password mail names. */
const COMPANIES_MAX = 20

/** Composes the mails to users. Each mail has a new link, which ends the link of an earlier attempt to send it. */
export const userMails = { invitation: composeInvitation, password: composePassword }

/** Composes an invitation. Undefined if the user was removed, or has chosen a password. */
async function composeInvitation(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  userId: string,
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
  { email, locale }: { email: string; locale: Locale },
): Promise<Message | undefined> {
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
