import { Locale } from '@boardwalk/schema/company'
import { type JobFields, PublicationStatus } from '@boardwalk/schema/job'
import { JobChanger } from '@boardwalk/schema/job-answer'
import type { JobTerms } from '@boardwalk/schema/terms'
import { type InferSchemaType, Schema } from 'mongoose'
import {
  date,
  defineCollection,
  list,
  nullable,
  number,
  objectId,
  oneOf,
  optional,
  text,
  typed,
} from '../db/collection.ts'

/** A job in the database. */
const job = Schema.create({
  _id: number,
  companyId: text,
  /** The external id. For a job without one, the job id: so one plain unique index serves both. */
  externalKey: { type: Schema.Types.Union, of: [String, Number], required: true },
  slug: text,
  /** `StoredJob.locale`. */
  locale: nullable(oneOf(Locale.options)),
  /** `StoredJob.status`, or `WITHHELD`: the job is published, but closed or suspended, so people cannot see it. */
  status: oneOf([...PublicationStatus.options, 'WITHHELD']),
  fields: typed<JobFields>(Map),
  /** The extra fields as JSON text, because BSON would change some names and values (`a.b`, `$c`, half characters). */
  extra: text,
  /** `StoredJob.terms`. */
  terms: typed<JobTerms>(Map),
  /** `StoredJob.suspendedAt`. Absent or null if the job is not suspended. */
  suspendedAt: { type: Date },
  /** Grows by one with each change. */
  revision: number,
  /** The ids of the last changes, newest last (db/change-each.ts). */
  changeIds: optional(list(objectId)),
  /** When the row was last changed, by the database's clock, or when it was made, by its server's. */
  changedAt: date,
  createdAt: date,
  updatedAt: date,
  publishedAt: nullable(date),
  changedBy: oneOf(JobChanger.options),
  /** The id of the form that the job was created in. Absent if it was created in no form. */
  formId: optional(text),
  /** `IdHolder.linkedAt`. Absent if that is null. */
  linkedAt: optional(date),
})
  // Every operation finds its job by external id. Two jobs of a company never share one.
  .index({ companyId: 1, externalKey: 1 }, { unique: true })
  // Two requests with the same form never create two jobs.
  .index({ companyId: 1, formId: 1 }, { unique: true, partialFilterExpression: { formId: { $exists: true } } })
  // The jobs that were changed since an instant, and the back office's list, sorted by the last change.
  .index({ companyId: 1, changedAt: 1, _id: 1 })
  // The list of a company's jobs, ascending by job id, its feed, and its counts by status.
  .index({ companyId: 1, status: 1, _id: 1 })
  // The jobs that were changed lately, for all who follow them. What the public site lists is in the catalogue, which needs no index.
  .index({ changedAt: 1 })
export type JobDocument = InferSchemaType<typeof job>

export const openJobs = defineCollection('jobs', { companyIn: 'companyId' }, job)

const counter = Schema.create({ _id: text, last: number })

export const openCounters = defineCollection('counters', { noCompany: 'the last job id of the whole board' }, counter)
