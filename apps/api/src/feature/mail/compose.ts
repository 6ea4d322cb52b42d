import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import { findDirection, isolate, pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Deps } from '../../deps.ts'
import type { QueuedMail } from './store.ts'
import type { Message } from './transport.ts'
import { mailWords } from './words.ts'

/** Undefined if there is no person any more to write to, or nothing to tell. */
type OptionalMessage = Promise<Message | undefined>

/** What a mail is about: the company, and what its kind means by `target`. */
export type MailSubject = Pick<QueuedMail, 'companyId' | 'target' | 'locale'>

/** Composes a mail of one kind from what the database has now. */
export type ComposeMail = (deps: Deps, mail: MailSubject) => OptionalMessage

/** How mails are composed, by their kind. Each kind belongs to the feature that its mails are about. */
export type MailKinds = Readonly<Record<string, ComposeMail>>

/** Makes a kind of mail that is about a company, and is dropped when the company is gone. */
export const aboutCompany =
  (compose: (deps: Deps, company: Company, mail: MailSubject) => OptionalMessage): ComposeMail =>
  async (deps, mail) => {
    if (mail.companyId === null) return undefined
    const company = (await findCompaniesById(deps, [mail.companyId])).get(mail.companyId)
    return company && compose(deps, company, mail)
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
  const { isByPerson = false } = rest
  const end = mailWords[locale].end({ board: board.name && isolateIn(locale, board.name), site: publicUrl, isByPerson })
  const text = [...paragraphs, end].join('\n\n')
  return { ...rest, subject: removeUnprintable(subject), text: `${text}\n`, language: locale }
}

/** Where a job seeker's answer to a mail goes: to the company, or else to the board's operator. It is never an address that a stranger typed. */
export const findReplyTo = (
  { settings: { board } }: Deps,
  company: Pick<Company, 'contactEmail'> | undefined,
): string | undefined => company?.contactEmail ?? board.contactEmail ?? undefined
