import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { findDirection, isolate, pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Deps } from '../../deps.ts'
import { type Company, findCompaniesById } from '../company/service.ts'
import type { ClaimedMail } from './queue.ts'
import type { Message } from './transport.ts'
import { mailWords } from './words/mail-words.ts'

type Composed = Promise<Message | undefined>

/** Compose a mail of each kind. The features that such a mail is about have these functions. */
export interface Composers {
  invitation(deps: Deps, company: Company, userId: string): Composed
  password(deps: Deps, mail: { email: string; locale: Locale }): Composed
  held(deps: Deps, company: Company, userId: string): Composed
  confirmation(deps: Deps, company: Company, mail: { applicationId: string; locale: Locale }): Composed
}

/** Composes a mail from what the database says now. Undefined if the person or the application is gone. */
export async function composeMail(deps: Deps, compose: Composers, { kind, ...mail }: ClaimedMail): Composed {
  const { companyId, target, locale } = mail
  if (kind === 'password') return compose.password(deps, { email: target, locale: locale ?? 'en' })
  if (companyId === null) return undefined
  const company = (await findCompaniesById(deps, [companyId])).get(companyId)
  if (company === undefined) return undefined
  if (kind === 'confirmation')
    return compose.confirmation(deps, company, { applicationId: target, locale: locale ?? company.locale })
  return compose[kind](deps, company, target)
}

/**
 * Isolates a name that runs in the other direction than the mail. Otherwise a paragraph that begins with it would run as the
 * name does, and its brackets would be on the wrong side.
 */
export function isolateIn(locale: Locale, text: string): string {
  const direction = findDirection(text)
  return direction === undefined || direction === pageLanguages[locale].dir ? text : isolate(text)
}

/** Makes a message of paragraphs. The last one names the board. */
export function formatMessage(
  { settings: { publicUrl } }: Deps,
  { to, locale, subject, paragraphs }: { to: string; locale: Locale; subject: string; paragraphs: string[] },
): Message {
  const text = [...paragraphs, mailWords[locale].end(publicUrl)].join('\n\n')
  return { to, subject: removeUnprintable(subject), text: `${text}\n`, language: locale }
}
