import type { Company } from '@boardwalk/core/company/service'
import type { Application } from '@boardwalk/core/intake/application'
import type { Locale } from '@boardwalk/schema/company'
import { removeUnprintable } from '@boardwalk/schema/printable'
import type { Deps } from '../../deps.ts'
import { makeGreetable } from '../../feature/desk/mails.ts'
import { findReplyTo, formatMessage, isolateIn } from '../../feature/mail/compose.ts'
import type { Message } from '../../feature/mail/transport.ts'
import { fillIn, type Template } from './template.ts'

/** What a reply says of the person who gets it. */
export type Addressee = Pick<Application, 'email' | 'firstName' | 'jobId'>

/** Writes a reply to a person. `title` is that of the job. */
export function composeReply(
  deps: Deps,
  company: Company,
  {
    locale,
    template,
    title,
    addressee,
    isByPerson,
  }: { locale: Locale; template: Template; title: string; addressee: Addressee; isByPerson: boolean },
): Message {
  const values = {
    name: makeGreetable(addressee.firstName),
    job: removeUnprintable(title),
    company: removeUnprintable(company.name),
  }
  const isolated = {
    name: isolateIn(locale, values.name),
    job: isolateIn(locale, values.job),
    company: isolateIn(locale, values.company),
  }
  return formatMessage(deps, {
    to: addressee.email,
    locale,
    subject: fillIn(template.subject, values),
    paragraphs: [fillIn(template.text, isolated)],
    replyTo: findReplyTo(deps, company),
    isByPerson,
  })
}
