import { type AuditDetail, auditActions } from '@boardwalk/schema/audit'
import { type InferSchemaType, Schema } from 'mongoose'
import {
  boolean,
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
  withoutId,
} from '../db/collection.ts'
import type { BatchItems, PolledRange, RequestWarnings } from './record.ts'

const DAY_SECONDS = 24 * 60 * 60
const KEPT_SECONDS = 14 * DAY_SECONDS
const KEY_CHANGES_KEPT_SECONDS = 180 * DAY_SECONDS

const request = Schema.create(
  {
    requestId: text,
    /** When the request arrived. */
    at: date,
    operation: text,
    /** The HTTP status of the answer. Null if the caller closed the connection before the answer. */
    status: nullable(number),
    durationMs: number,
    /** The error message in the answer. Null for a success. */
    errorMessage: nullable(text),
    /** The error code in the answer. Absent for a success, and if the caller was gone. */
    errorCode: optional(text),
    /** Where wrong values were in the request, without the values. Absent if none were refused. */
    wrongPaths: optional(list(text)),
    /** The external id of the job that the request was about. Absent if it was about several jobs or none, or was refused early. */
    externalId: optional(text),
    /** For a poll of candidates, what it asked for. */
    polled: optional(typed<PolledRange>(Map)),
    /** For a batch, what became of its items. */
    items: optional(typed<BatchItems>(Map)),
    /** What the answer warned of. Absent if it had no warnings. */
    warnings: optional(typed<RequestWarnings>(Map)),
  },
  withoutId,
)
export type StoredRequest = InferSchemaType<typeof request>

/** One request of the integration API, without its body and without a person's data. */
export type ApiRequest = StoredRequest & { companyId: string; keyId: string }

/** Requests of one key that ended at about the same time. They share a row to save the database work. */
const requestBatch = Schema.create(
  {
    companyId: text,
    keyId: text,
    /** When the newest of them arrived. */
    at: date,
    /** The number of them that failed, in whole or in part. Absent if none did, so that the index of failures stays small. */
    failed: optional(number),
    /** The number of them whose answer had warnings. Absent if none had. */
    warned: optional(number),
    requests: list(request),
  },
  withoutId,
)
  // A company's requests, or one key's, newest first.
  .index({ companyId: 1, at: -1, _id: -1 })
  .index({ companyId: 1, keyId: 1, at: -1, _id: -1 })
  // One request by its id.
  .index({ companyId: 1, 'requests.requestId': 1 })
  // The requests that failed.
  .index({ companyId: 1, failed: 1, at: -1 }, { partialFilterExpression: { failed: { $gt: 0 } } })
  // The requests whose answer had warnings.
  .index({ companyId: 1, warned: 1, at: -1 }, { partialFilterExpression: { warned: { $gt: 0 } } })
  // The database deletes requests after two weeks.
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })
export type RequestBatch = InferSchemaType<typeof requestBatch>

export const openBatches = defineCollection('apiRequests', { companyIn: 'companyId' }, requestBatch)

/** What became of an application form that was sent, without a person's data. */
const form = Schema.create(
  {
    companyId: text,
    jobId: number,
    /** The application that the form is or would be. Null if the form had no usable id. */
    applicationId: nullable(text),
    requestId: text,
    /** The trace of the request. Null if traces are not sent. */
    traceId: nullable(text),
    /** When the form arrived. */
    at: date,
    outcome: oneOf(['accepted', 'repeated', 'held', 'refused']),
    /** Why it was refused: the code of the error. Null if it was not. */
    reason: nullable(text),
    /** The fields of the form that were refused. */
    fields: list(text),
  },
  withoutId,
)
  // A company's forms of a time.
  .index({ companyId: 1, at: 1 })
  // The forms of one application.
  .index({ companyId: 1, applicationId: 1, at: 1 })
  // One form by the id of its request.
  .index({ companyId: 1, requestId: 1 })
  // The database deletes forms after two weeks.
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })
export type FormRecord = InferSchemaType<typeof form>

export const openForms = defineCollection('applicationForms', { companyIn: 'companyId' }, form)

const fieldChange = Schema.create(
  {
    /** The name of the field; `status`, `externalId`, `suspended`, `closed`, or `extra` for fields that only the ATS knows. */
    field: text,
    /** The value as text. Empty if there was none. So is `after`. */
    before: text,
    after: text,
    /** True for a term whose new value is wrong, or does not suit the job, so that it has no effect. */
    isIgnored: optional(boolean),
  },
  withoutId,
)
/** What became of one field of a job. Long values are cut around what has changed. */
export type FieldChange = InferSchemaType<typeof fieldChange>

/** One change in the audit trail: who changed what, and when. It holds no applicant's data. */
const auditEvent = Schema.create({
  _id: objectId,
  companyId: text,
  at: date,
  /** The e-mail address of the user, or `key`, `operator`, `retention` or `board`. */
  by: text,
  action: oneOf(auditActions),
  /**
   * What was changed: the name of a key, the address of a user, or the id of a job or an application. For
   * `applications_expired`: the instant before which applications were erased.
   */
  target: text,
  details: typed<Partial<Record<AuditDetail, string>>>(Map),
  /** For `job_changed`: what became of its fields. Absent for other actions. */
  changes: optional(list(fieldChange)),
})
  // The trail of a company, newest first.
  .index({ companyId: 1, at: -1, _id: -1 })
  // What was done to one thing.
  .index({ companyId: 1, target: 1 })
export type AuditDocument = InferSchemaType<typeof auditEvent>

export const openEvents = defineCollection('auditEvents', { companyIn: 'companyId' }, auditEvent)

/**
 * A change of a job by a key, or the links that a key made with one request. It is written a second later, so that no push waits for it,
 * and may be lost if the process is killed.
 */
const keyChange = Schema.create(
  {
    companyId: text,
    /** The job that was changed, or the jobs that were linked. */
    jobIds: list(number),
    at: date,
    keyId: text,
    /** What became of the fields of the job. Absent for links. */
    changes: optional(list(fieldChange)),
    /** For links: the external ids that the jobs got, in the order of `jobIds`. */
    externalIds: optional(list(text)),
  },
  withoutId,
)
  // The changes of a company's jobs, newest first.
  .index({ companyId: 1, at: -1, _id: -1 })
  // The changes of one job, newest first.
  .index({ companyId: 1, jobIds: 1, at: -1, _id: -1 })
  // The database deletes them after half a year.
  .index({ at: 1 }, { expireAfterSeconds: KEY_CHANGES_KEPT_SECONDS })
export type KeyChange = InferSchemaType<typeof keyChange>

export const openKeyChanges = defineCollection('keyChanges', { companyIn: 'companyId' }, keyChange)
