import { type InferSchemaType, Schema } from 'mongoose'
import { date, defineCollection, list, nullable, number, optional, part, text, withoutId } from '../db/collection.ts'
import { claimable } from '../db/row.ts'

const expiredBatch = Schema.create(
  {
    /** The id of its audit event, so that the event is written once. */
    id: text,
    applicationIds: list(text),
    /** Applications before this instant have expired. */
    before: date,
    /** The date of the last one. */
    through: date,
  },
  withoutId,
)
/** Applications that a process has begun to erase. If it dies, the next claim finishes them. */
export type ExpiredBatch = InferSchemaType<typeof expiredBatch>

/** What one company's applications are erased by, and how far that has come. The id is the company's. */
const retention = Schema.create({
  ...claimable,
  /** How long applications are kept. Null: until a user erases them. */
  months: nullable(number),
  /** Every application up to this date is erased. Dates grow in the order of acceptance, so no older one comes later. */
  through: date,
  batch: nullable(part(expiredBatch)),
  /** The number of applications that the run under way has erased. */
  erased: number,
  lastRun: nullable(part(Schema.create({ at: date, erased: number }, withoutId))),
  /** The failures since the last success. */
  failures: number,
  /** The last change of the setting, and what was set before it. */
  change: optional(part(Schema.create({ id: text, before: nullable(number) }, withoutId))),
})
  // The next company whose applications are to be erased.
  .index({ dueAt: 1 }, { sparse: true })
export type RetentionDocument = InferSchemaType<typeof retention>

export const openRetentions = defineCollection('retentions', { companyIn: '_id' }, retention)
