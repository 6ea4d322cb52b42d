import { ApplicationStatus } from '@boardwalk/schema/application'
import { Locale } from '@boardwalk/schema/company'
import { type InferSchemaType, Schema } from 'mongoose'
import {
  date,
  defineCollection,
  list,
  nullable,
  number,
  oneOf,
  optional,
  part,
  text,
  typed,
  withoutId,
} from '../db/collection.ts'

/** An answer to a question of the job, with the question as the applicant read it. */
const answer = Schema.create(
  {
    id: text,
    label: text,
    value: text,
  },
  withoutId,
)

/** One person's application to one job, before it is accepted. A field that the applicant left out is `""`. */
const newApplication = {
  _id: text,
  companyId: text,
  jobId: number,
  status: oneOf(ApplicationStatus.options),
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  linkedinUrl: text,
  message: text,
  /** Absent if the applicant answered no question. */
  answers: optional(list(answer)),
  /** The stored CV; null if none was sent. */
  cvId: nullable(text),
  /** Tells the same form again from a changed one (content.ts). `""` if the data was erased. */
  contentDigest: text,
} as const

/** The last change of an application's status. */
const statusChange = Schema.create(
  {
    /** By the database's clock, or the time that a caller of the API told. */
    at: date,
    by: oneOf(['api', 'back_office', 'applicant']),
    /** The id of the key, the e-mail address of the user, or `applicant`. */
    actor: text,
  },
  withoutId,
)

const acceptedApplication = {
  ...newApplication,
  /** Unique in a company. It grows in the order of acceptance, so callers use it as their cursor. */
  date,
  /** The language of the form. Absent if it came in before the board kept it. */
  locale: optional(oneOf(Locale.options)),
  /** When the person's data was erased, on request or because its time had passed. The rest of the row stays. */
  erasedAt: optional(date),
  /** When the mail server said that the mailbox of the applicant does not exist. Absent if it took the confirmation. */
  confirmationRefusedAt: optional(date),
  /** Absent while the status is that of a new application. */
  statusChange: optional(part(statusChange)),
  /** The latest time that each key has told of its status, by the id of the key. Absent if no key has told any. */
  toldAt: optional(typed<Record<string, Date>>(Map)),
  /** When a caller of the API confirmed that it erased its copy, and the id of its key. */
  erasureConfirmed: optional(part(Schema.create({ at: date, keyId: text }, withoutId))),
  /** When its status or data was last changed, by the database's clock. Absent if that never happened. */
  changedAt: optional(date),
  /** The position of its last change in the order of the company's dates (mailbox.ts). Absent if it never changed. */
  changePosition: optional(date),
  /** A random text that names its last change while that has no position yet. */
  unpositionedChange: optional(text),
  /** Random texts that name the last changes of its status and the confirmation, newest last (change-store.ts). */
  changeIds: optional(list(text)),
} as const

const application = Schema.create(acceptedApplication)
  // The candidates of a company by date. No two of them have the same date.
  .index({ companyId: 1, date: 1 }, { unique: true })
  // The candidates of one job by date, and their count.
  .index({ companyId: 1, jobId: 1, date: 1 })
  // The back office's list of applications with one status.
  .index({ companyId: 1, status: 1, date: 1 })
  // Those that no user and no key has given a status. Erased ones are apart.
  .index({ companyId: 1, erasedAt: 1, date: 1 }, { partialFilterExpression: { status: 'PENDING' } })
  // The erased ones. Those whose erasure is not confirmed are together.
  .index(
    { companyId: 1, 'erasureConfirmed.at': 1, date: 1, erasedAt: 1 },
    { partialFilterExpression: { erasedAt: { $exists: true } } },
  )
  // The applications that were changed since an instant.
  .index({ companyId: 1, changedAt: 1 }, { partialFilterExpression: { changedAt: { $exists: true } } })
  // The applications by the position of their last change.
  .index(
    { companyId: 1, changePosition: 1, date: 1 },
    { partialFilterExpression: { changePosition: { $exists: true } } },
  )
  // The changes that have no position yet.
  .index(
    { companyId: 1, unpositionedChange: 1 },
    { partialFilterExpression: { unpositionedChange: { $exists: true } } },
  )
  // All of one person's applications.
  .index({ companyId: 1, email: 1 })
export type ApplicationDocument = InferSchemaType<typeof application>

export const openApplications = defineCollection('applications', { companyIn: 'companyId' }, application)

/** An application whose form had the trap field filled in. An ATS gets it only after it is let in. */
const heldApplication = Schema.create({
  ...newApplication,
  heldAt: date,
  /** The language of the page that the applicant saw. */
  locale: oneOf(Locale.options),
  /** What a user decided. It is stored before it is carried out, so that one user cannot discard what another lets in. */
  decision: optional(oneOf(['let_in', 'discarded'])),
})
  // The back office's list, newest first.
  .index({ companyId: 1, heldAt: -1, _id: 1 })
  // All of one person's held applications.
  .index({ companyId: 1, email: 1 })
  // The held applications of all companies that have waited long enough.
  .index({ heldAt: 1, _id: 1 })
export type HeldDocument = InferSchemaType<typeof heldApplication>

export const openHeld = defineCollection('heldApplications', { companyIn: 'companyId' }, heldApplication)

/** A note that a user of the company wrote about an application. */
const note = Schema.create({
  _id: text,
  companyId: text,
  applicationId: text,
  at: date,
  /** The e-mail address of the user. */
  by: text,
  text,
  /** When the database deletes the note. Absent once the process that stored it has made sure that the application is not erased. */
  until: optional(date),
})
  // The notes about applications, oldest first.
  .index({ companyId: 1, applicationId: 1, at: 1, _id: 1 })
  .index({ until: 1 }, { expireAfterSeconds: 0 })
export type NoteDocument = InferSchemaType<typeof note>

export const openNotes = defineCollection('applicationNotes', { companyIn: 'companyId' }, note)

/** A company's mailbox: the one document through which all its applications come in. */
const mailbox = Schema.create({
  /** The company's id. */
  _id: text,
  /** No application will ever get a date, and no change a position, at or before this instant. */
  watermark: date,
  /** The date of the last application that was accepted. */
  lastDate: date,
  /** No change of an application has a later position. Absent in a mailbox in which no change ever got one. */
  lastPosition: optional(date),
  /** The first position of the last reservation. If it is after `lastPosition`, there was no room for any. */
  firstPosition: optional(date),
  /** Accepted applications that may not be delivered yet. They have a schema without indexes, so that mailboxes get none. */
  inbox: list(Schema.create(acceptedApplication)),
  /** Grows with each call of `fence`. A push has the token that it read, and is refused if the mailbox has another one. */
  fencingToken: number,
  /** The latest time by which a process pushed or reserved, or to which a poll raised the watermark. Dates may run a little ahead of it. */
  wallTime: date,
})
  // The applications that wait on the whole board. A mailbox in which none waits has no entry.
  .index({ 'inbox.date': 1 }, { sparse: true })
export type MailboxDocument = InferSchemaType<typeof mailbox>

export const openMailboxes = defineCollection('mailboxes', { companyIn: '_id' }, mailbox)
