import type { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { type Company, findCompaniesById } from '../company/service.ts'
import { formatMessage, isolateIn } from '../mail/compose.ts'
import type { Message } from '../mail/transport.ts'
import { mailWords } from '../mail/words/mail-words.ts'
import { createAskedLink, createInvitedLink, listAccountsOf } from './link.ts'

/** Composes the mails to users: each has a new link, which ends the link of an earlier attempt to send the mail. */
export const userMails = { invitation: composeInvitation, password: composePassword }

async function composeInvitation(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  userId: string,
): Promise<Message | undefined> {
  const invited = await createInvitedLink(deps, { companyId, userId })
  if (invited === undefined) return undefined
  const { user, link } = invited
  const inviter = user.invitedBy
  const { subject, text } = mailWords[locale].invitation
  const paragraphs = text({
    ...{ company: isolateIn(locale, company), inviter, operator: inviter === 'operator', link: link.link },
  })
  return formatMessage(deps, { to: user.email, locale, subject: subject(company), paragraphs })
}

async function composePassword(
  deps: Deps,
  { email, locale }: { email: string; locale: Locale },
): Promise<Message | undefined> {
  const accounts = await listAccountsOf(deps, email)
  const companies = await findCompaniesById(
    deps,
    accounts.map(({ companyId }) => companyId),
  )
  const { subject, text, account: describe } = mailWords[locale].password
  const described: string[] = []
  for (const account of accounts) {
    const company = companies.get(account.companyId)
    if (company === undefined) continue
    const { link, isInvitation } = await createAskedLink(deps, account)
    described.push(describe({ company: isolateIn(locale, company.name), link, isInvitation }))
  }
  if (described.length === 0) return undefined
  const paragraphs = text({ site: deps.settings.publicUrl, accounts: described })
  return formatMessage(deps, { to: email, locale, subject, paragraphs })
}
