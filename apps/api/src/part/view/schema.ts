import { date, defineCollection, number, text, withoutId } from '@boardwalk/core/db/collection'
import { type InferSchemaType, Schema } from 'mongoose'

const KEPT_SECONDS = 400 * 24 * 60 * 60

/** How often the page of a job was read on a day, and how often its form was begun. It has nothing about the people who did. */
const jobDay = Schema.create(
  {
    companyId: text,
    jobId: number,
    /** The first instant of the UTC day. */
    day: date,
    views: number,
    /** The forms that were begun. Most of them are not sent. */
    forms: number,
  },
  withoutId,
)
  // The one row of a job and a day, which each process adds to, and the days of one job.
  .index({ companyId: 1, jobId: 1, day: 1 }, { unique: true })
  // The days of all jobs of a company.
  .index({ companyId: 1, day: 1 })
  // The database deletes rows after 400 days.
  .index({ day: 1 }, { expireAfterSeconds: KEPT_SECONDS })
export type JobDay = InferSchemaType<typeof jobDay>

export const openJobDays = defineCollection('jobDays', { companyIn: 'companyId' }, jobDay)
