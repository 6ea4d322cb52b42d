import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { findDirection, isolate, pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Deps } from '../../deps.ts'
import type { ClaimedMail } from './queue.ts'
import type { Message } from './transport.ts'
import { mailWords } from './words.ts'

/** Undefined if the person or the application is gone. */
type OptionalMessage = Promise<Message | undefined>

/** Functions that compose a mail of each kind. They belong to the features that the mails are about. */
export interface Composers {
  invitation(deps: Deps, company: Company, userId: string): OptionalMessage
  password(deps: Deps, mail: { email: string; locale: Locale }): OptionalMessage
  held(deps: Deps, company: Company, userId: string): OptionalMessage
  confirmation(deps: Deps, company: Company, mail: { applicationId: string; locale: Locale }): OptionalMessage
  digest(deps: Deps, company: Company, userId: string): OptionalMessage
  alertConfirmation(deps: Deps, alertId: string): OptionalMessage
  alert(deps: Deps, alertId: string): OptionalMessage
  report(deps: Deps, company: Company, jobId: string): OptionalMessage
  furtherReports(deps: Deps, day: string): OptionalMessage
}

/** Composes a mail from what the database has now. Undefined if there is no person any more to write to, or nothing to tell. */
export async function composeMail(deps: Deps, compose: Composers, { kind, ...mail }: ClaimedMail): OptionalMessage {
  const { companyId, target, locale } = mail
  if (kind === 'password') return compose.password(deps, { email: target, locale: locale ?? 'en' })
  if (kind === 'alert' || kind === 'alertConfirmation' || kind === 'furtherReports') return compose[kind](deps, target)
  if (companyId === null) return undefined
  const company = (await findCompaniesById(deps, [companyId])).get(companyId)
  if (company === undefined) return undefined
  if (kind === 'confirmation')
    return compose.confirmation(deps, company, { applicationId: target, locale: locale ?? company.locale })
  return compose[kind](deps, company, target)
}

/**
 * Isolates a name whose writing direction is not the mail's. Otherwise the direction of a paragraph that begins with the
 * name would be wrong.
 */
export function isolateIn(locale: Locale, text: string): string {
  const direction = findDirection(text)
  return direction === undefined || direction === pageLanguages[locale].dir ? text : isolate(text)
}

type MessageParts = Omit<Message, 'text' | 'language'> & { locale: Locale; paragraphs: string[] }

/** Joins paragraphs to a message, and adds the last one, which names the board. */
export function formatMessage(
  { settings: { board, publicUrl } }: Deps,
  { locale, subject, paragraphs, ...rest }: MessageParts,
): Message {
  const end = mailWords[locale].end({ board: board.name && isolateIn(locale, board.name), site: publicUrl })
  const text = [...paragraphs, end].join('\n\n')
  return { ...rest, subject: removeUnprintable(subject), text: `${text}\n`, language: locale }
}

/** Where a job seeker's answer to a mail goes: to the company, or else to the board's operator. It is never an address that a stranger typed. */
export const findReplyTo = (
  { settings: { board } }: Deps,
  company: Pick<Company, 'contactEmail'> | undefined,
): string | undefined => company?.contactEmail ?? board.contactEmail ?? undefined
