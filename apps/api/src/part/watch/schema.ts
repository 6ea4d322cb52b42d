import { date, defineCollection, number, oneOf, text } from '@boardwalk/core/db/collection'
import { claimable } from '@boardwalk/core/db/row'
import { type InferSchemaType, Schema } from 'mongoose'

const DAY_SECONDS = 24 * 60 * 60
const KEPT_SECONDS = 90 * DAY_SECONDS

/** The longest distance of two polls, or of two pushes, of a company's ATS that ended on a UTC day. */
const atsDay = Schema.create({
  /** The company, the use and the day. */
  _id: text,
  companyId: text,
  use: oneOf(['poll', 'push']),
  /** The first instant of the day. */
  day: date,
  longestMs: number,
})
  // The last days of a company.
  .index({ companyId: 1, use: 1, day: -1 })
  // The database deletes the rows of an ATS that has stopped for good.
  .index({ day: 1 }, { expireAfterSeconds: KEPT_SECONDS })
export type AtsDay = InferSchemaType<typeof atsDay>

export const openAtsDays = defineCollection('atsDays', { companyIn: 'companyId' }, atsDay)

/** A user who wants a mail when the ATS of the company stops. The id is the user's. */
const atsWatcher = Schema.create({
  ...claimable,
  companyId: text,
})
  // The next user to look for.
  .index({ dueAt: 1 }, { sparse: true })
  // The users of a company that is removed.
  .index({ companyId: 1 })
export const openAtsWatchers = defineCollection('atsWatchers', { companyIn: 'companyId' }, atsWatcher)
