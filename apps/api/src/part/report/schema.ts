import { boolean, date, defineCollection, nullable, number, oneOf, optional, text } from '@boardwalk/core/db/collection'
import { type InferSchemaType, Schema } from 'mongoose'
import { ReportReason } from './form.ts'

const REPORT_KEPT_SECONDS = 180 * 24 * 60 * 60

/** What a visitor of the public site finds wrong with a job. The operator reads it, the company does not. */
const jobReport = Schema.create({
  _id: text,
  companyId: text,
  jobId: number,
  at: date,
  reason: oneOf(ReportReason.options),
  /** What the visitor wrote; "" if nothing, or after its erasure. */
  text,
  /** Where the operator may answer. Null if the visitor gave no address, or after its erasure. */
  email: nullable(text),
  /** The same network address had reported the job on that day before. The address itself is not stored. */
  isRepeat: optional(boolean),
  /** When a mail told the operator of it. */
  toldAt: optional(date),
  /** When the operator closed it. Absent while it is open. */
  closedAt: optional(date),
})
  // The open reports of the board, and of a job.
  .index({ closedAt: 1, at: -1 })
  .index({ companyId: 1, jobId: 1, closedAt: 1 })
  // The database deletes a report after this time.
  .index({ at: 1 }, { expireAfterSeconds: REPORT_KEPT_SECONDS })
export type ReportDocument = InferSchemaType<typeof jobReport>

export const openJobReports = defineCollection('jobReports', { companyIn: 'companyId' }, jobReport)
