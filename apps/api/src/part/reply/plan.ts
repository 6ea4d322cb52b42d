import { createHash } from 'node:crypto'
import { type Company, getCompany } from '@boardwalk/core/company/service'
import { AppError } from '@boardwalk/core/error'
import type { Application } from '@boardwalk/core/intake/application'
import type { ApplicationStatus } from '@boardwalk/schema/application'
import { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { findReplyTo } from '../../feature/mail/compose.ts'
import { findTemplate } from './default-templates.ts'
import type { ReplyRules } from './rules-store.ts'
import { replying } from './state.ts'
import type { ReplyKind, Template } from './template.ts'

/**
 * Why a person gets no reply: the data was erased, the applicant withdrew, the mail server said that the address does not exist, or the
 * person has or will get a reply of this kind.
 */
export type SkipReason = 'erased' | 'withdrawn' | 'address_refused' | 'replied'

/** Whom a reply would reach, and whom not. An application that the company does not have, or holds back, is in neither list. */
export interface Plan {
  company: Company
  rules: ReplyRules
  recipients: Application[]
  skipped: { id: string; reason: SkipReason }[]
}

/** Finds who of these applicants can get a reply of a kind. Throws `company_suspended`, and `page_not_found` if the board sends no mail. */
export async function planReplies(deps: Deps, companyId: string, ids: string[], kind: ReplyKind): Promise<Plan> {
  if (!deps.settings.sendsMail) throw new AppError('page_not_found')
  const company = await getCompany(deps, companyId)
  if (company.suspendedAt !== null) throw new AppError('company_suspended')
  await deps.mailbox.synchronise(companyId)
  const { replies, replyRules, applicantLinks } = replying(deps)
  const [rules, found, given, withdrawn] = await Promise.all([
    replyRules.find(companyId),
    deps.applications.findByIds(companyId, ids),
    replies.listOf(companyId, ids),
    applicantLinks.findWithdrawn(companyId, ids),
  ])
  const emails = found.flatMap(({ email, erasedAt }) => (erasedAt === undefined ? [email] : []))
  const ofPeople = await deps.applications.listByExactEmails(companyId, [...new Set(emails)])
  const refusedOnes = ofPeople.filter(({ confirmationRefusedAt }) => confirmationRefusedAt !== undefined)
  const refused = new Set(refusedOnes.map(({ email }) => email))
  const plan: Plan = { company, rules, recipients: [], skipped: [] }
  for (const application of found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))) {
    const { id } = application
    const isReplied = given.some(
      ({ applicationId, kind: of, state }) =>
        applicationId === id && of === kind && state !== 'cancelled' && state !== 'failed',
    )
    const reason = isReplied ? 'replied' : findReason(application, withdrawn, refused)
    if (reason !== undefined) plan.skipped.push({ id, reason })
    else plan.recipients.push(application)
  }
  return plan
}

function findReason(
  { id, email, status, erasedAt }: Application,
  withdrawn: ReadonlyMap<string, Date>,
  refused: ReadonlySet<string>,
): SkipReason | undefined {
  if (erasedAt !== undefined) return 'erased'
  if (status === 'WITHDRAWN' || withdrawn.has(id)) return 'withdrawn'
  return refused.has(email) ? 'address_refused' : undefined
}

/** The language of a reply: that of the form, or else the company's. */
export const findLocale = ({ locale }: Pick<Application, 'locale'>, company: Pick<Company, 'locale'>): Locale =>
  locale ?? company.locale

/** Finds the templates of a kind in the languages of some people. */
export function findTemplates({ templates }: Pick<ReplyRules, 'templates'>, kind: ReplyKind, locales: Set<Locale>) {
  const used = Locale.options.filter((locale) => locales.has(locale))
  return new Map(used.map((locale): [Locale, Template] => [locale, findTemplate(templates, { kind, locale })]))
}

/** What a user has seen of replies before sending them. */
interface Seen {
  kind: ReplyKind
  status: ApplicationStatus | undefined
  ids: string[]
  templates: ReadonlyMap<Locale, Template>
  delayMinutes: number
}

/**
 * Names what a preview shows: the texts, the people, the status, how long it waits, and where their replies go. The call that sends has it,
 * so nothing is sent that the user has not seen, also if another user changes a template meanwhile.
 */
export function nameSeen(deps: Deps, company: Company, { kind, status, ids, templates, delayMinutes }: Seen): string {
  const texts = [...templates].map(([locale, { subject, text }]) => [locale, subject, text])
  const seen = [kind, status, ids.toSorted(), texts, delayMinutes, findReplyTo(deps, company), company.name]
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}
