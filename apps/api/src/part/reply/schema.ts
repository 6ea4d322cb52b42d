import {
  boolean,
  date,
  defineCollection,
  list,
  number,
  oneOf,
  optional,
  part,
  text,
  typed,
  withoutId,
} from '@boardwalk/core/db/collection'
import { claimable } from '@boardwalk/core/db/row'
import { Locale } from '@boardwalk/schema/company'
import { type InferSchemaType, Schema } from 'mongoose'
import { type OwnTemplates, ReplyKind } from './template.ts'

/**
 * Where a reply is. `waiting`: it can be taken back. `sending`: it is given to the sender of mails, and no one can take it back.
 * `sent`: the mail server has taken it. `refused`: the mail server says that the mailbox does not exist. `cancelled`: it was not sent, for
 * a reason. `failed`: the mail server took it in no try of two days.
 */
const ANSWER_STATES = ['waiting', 'sending', 'sent', 'refused', 'cancelled', 'failed'] as const

/**
 * Why a reply was not sent: it was taken back, the status changed, the person was erased, the company was suspended, or the database was
 * restored, so that it may have been sent before.
 */
const CANCEL_REASONS = ['taken_back', 'status', 'erased', 'suspended', 'restored'] as const

const template = Schema.create({ subject: text, text }, withoutId)

/**
 * A reply to an application. Its id is made of the application and the kind, so that no person gets a reply of one kind twice. Due
 * until it has ended.
 */
const reply = Schema.create({
  ...claimable,
  companyId: text,
  applicationId: text,
  kind: oneOf(ReplyKind.options),
  state: oneOf(ANSWER_STATES),
  /** Who replied: a user, or a key whose caller set the status. */
  by: oneOf(['user', 'key']),
  /** The e-mail address of the user, or the name of the key. */
  actor: text,
  /** Names the call that last wrote the row, so that a call that is repeated knows its own. */
  token: text,
  /** How often it was asked for. Only one that was cancelled or has failed can be asked for again. */
  round: number,
  askedAt: date,
  /** Until then it waits. */
  sendAt: date,
  locale: oneOf(Locale.options),
  /** The template as the user saw it. The names are filled in when it is sent. */
  template: part(template),
  /** When it came to its present state. */
  changedAt: date,
  cancelReason: optional(oneOf(CANCEL_REASONS)),
})
  // The replies that are due.
  .index({ dueAt: 1 }, { sparse: true })
  // The replies to some applications.
  .index({ companyId: 1, applicationId: 1 })
export type ReplyDocument = InferSchemaType<typeof reply>

export const openReplies = defineCollection('replies', { companyIn: 'companyId' }, reply)

/** How a company replies. The id is the company's. */
const replyRules = Schema.create({
  _id: text,
  revision: number,
  /** Names the call that made the revision, so that a call that is repeated knows its own. */
  token: text,
  /** How long a refusal waits. */
  delayMinutes: number,
  /** Whether the board tells people of a refusal that a key sets. */
  tellsKeyRefusals: boolean,
  /** The templates that the company has written, by kind and language. */
  templates: typed<OwnTemplates>(Map),
})
export type ReplyRulesDocument = InferSchemaType<typeof replyRules>

export const openReplyRules = defineCollection('replyRules', { companyIn: '_id' }, replyRules)

/** What lets a person withdraw or erase an application: the link in the mail that confirms it. The id is the application's. */
const applicantLink = Schema.create({
  _id: text,
  companyId: text,
  /** SHA-256 of the secrets in the links of the last mails, in hexadecimal, newest last. */
  secretHashes: list(text),
  /** When the person withdrew. An ATS that sets another status later does not undo it. */
  withdrawnAt: optional(date),
})
  // The application of a link in a mail.
  .index({ secretHashes: 1 })
  // The links of applications of a company.
  .index({ companyId: 1 })
export type ApplicantLinkDocument = InferSchemaType<typeof applicantLink>

export const openApplicantLinks = defineCollection('applicantLinks', { companyIn: 'companyId' }, applicantLink)
