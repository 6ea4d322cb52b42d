import { date, defineCollection, nullable, oneOf, optional, text } from '@boardwalk/core/db/collection'
import { claimable } from '@boardwalk/core/db/row'
import { Locale } from '@boardwalk/schema/company'
import { type InferSchemaType, Schema } from 'mongoose'

const ROW_KEPT_SECONDS = 24 * 60 * 60

/** A mail to send, due until it has been sent or given up. It has no text and no secret of a link: these are made when it is sent. */
const mail = Schema.create({
  ...claimable,
  /** Names the function that composes it. A process leaves mails of a kind that it does not know to others. */
  kind: text,
  /** Null if the mail is about no company, or about several. */
  companyId: nullable(text),
  /** What the mail is about, as its kind says, such as the id of a user, an application or a job, an address, a day. */
  target: text,
  /** Null: the language of the company. */
  locale: nullable(oneOf(Locale.options)),
  /** After this moment it is not sent any more. */
  expiresAt: date,
  /** When the mail server first said that the recipient's mailbox does not exist. Absent if it never did. */
  refusedAt: optional(date),
})
  // The next mail to send.
  .index({ dueAt: 1 }, { sparse: true })
  // The mails about a person, and the mails of a company.
  .index({ companyId: 1, target: 1 })
  // The database deletes a mail a day after its time. Until then it keeps the same mail from being queued again.
  .index({ expiresAt: 1 }, { expireAfterSeconds: ROW_KEPT_SECONDS })
export type MailDocument = InferSchemaType<typeof mail>

export const openMails = defineCollection('mails', { companyIn: 'companyId' }, mail)
