import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Deps } from '../../deps.ts'
import { findDirection, isolate } from '../../direction.ts'
import { findAcceptedApplication } from '../application/accepted.ts'
import { HELD_DAYS } from '../application/application.ts'
import { countHeld } from '../application/hold.ts'
import { type Company, findCompaniesById } from '../company/service.ts'
import { createAskedLink, createInvitedLink, listAccountsOf } from '../user/mailed-link.ts'
import { listAdministrators } from '../user/user.ts'
import type { ClaimedMail } from './queue.ts'
import type { Message } from './transport.ts'
import { mailWords } from './words/mail-words.ts'

/**
 * Makes the text of a mail from what the database says now, and its links. Undefined if there is nobody any more to send it
 * to. Each attempt to send a mail makes new links, which end those of the attempt before.
 */
export async function composeMail(deps: Deps, { kind, ...mail }: ClaimedMail): Promise<Message | undefined> {
  const { companyId, target, locale } = mail
  if (kind === 'password') return composePassword(deps, { email: target, locale: locale ?? 'en' })
  if (companyId === null) return undefined
  const company = (await findCompaniesById(deps, [companyId])).get(companyId)
  if (company === undefined) return undefined
  if (kind === 'invitation') return composeInvitation(deps, company, target)
  if (kind === 'held') return composeHeldNotice(deps, company, target)
  return composeConfirmation(deps, company, { applicationId: target, locale: locale ?? company.locale })
}

async function composeInvitation(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  administratorId: string,
): Promise<Message | undefined> {
  const invited = await createInvitedLink(deps, { companyId, administratorId })
  if (invited === undefined) return undefined
  const { administrator, link } = invited
  const inviter = administrator.invitedBy
  const { subject, text } = mailWords[locale].invitation
  const paragraphs = text({
    ...{ company: isolateIn(locale, company), inviter, operator: inviter === 'operator', link: link.link },
  })
  return formatMessage(deps, { to: administrator.email, locale, subject: subject(company), paragraphs })
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

async function composeConfirmation(
  deps: Deps,
  { id: companyId, name: company }: Company,
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
  return formatMessage(deps, { to: email, locale, subject: subject(title), paragraphs })
}

async function composeHeldNotice(
  deps: Deps,
  { id: companyId, name: company, locale }: Company,
  administratorId: string,
): Promise<Message | undefined> {
  const administrator = (await listAdministrators(deps, { companyId })).find(({ id }) => id === administratorId)
  const count = await countHeld(deps, companyId)
  if (administrator === undefined || count === 0) return undefined
  const { subject, text } = mailWords[locale].held
  const link = `${deps.settings.publicUrl}/backoffice/applications?view=held`
  const paragraphs = text({ company: isolateIn(locale, company), count, days: HELD_DAYS, link })
  return formatMessage(deps, { to: administrator.email, locale, subject: subject(company), paragraphs })
}

/**
 * Isolates a name that runs in the other direction than the mail. Otherwise a paragraph that begins with it would run as the
 * name does, and its brackets would be on the wrong side.
 */
function isolateIn(locale: Locale, text: string): string {
  const direction = findDirection(text)
  return direction === undefined || direction === pageLanguages[locale].dir ? text : isolate(text)
}

const NAME_CHARACTERS_MAX = 40

/**
 * What a mail shows of a first name that anybody may have typed, with somebody else's address: letters in a few words. No
 * link, no number and no sentence of theirs gets through. "" if it is not such a name.
 */
function makeGreetable(name: string): string {
  const isName = /^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+){0,2}$/u.test(name)
  return isName && name.length <= NAME_CHARACTERS_MAX ? name : ''
}

function formatMessage(
  { settings: { publicUrl } }: Deps,
  { to, locale, subject, paragraphs }: { to: string; locale: Locale; subject: string; paragraphs: string[] },
): Message {
  const text = [...paragraphs, mailWords[locale].end(publicUrl)].join('\n\n')
  return { to, subject: removeUnprintable(subject), text: `${text}\n`, language: locale }
}
