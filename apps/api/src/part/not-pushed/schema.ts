import { date, defineCollection, nullable, number, part, text, withoutId } from '@boardwalk/core/db/collection'
import { claimable } from '@boardwalk/core/db/row'
import { type InferSchemaType, Schema } from 'mongoose'

/** The rule of a company that its jobs are unpublished if its ATS does not push them. The id is the company's. */
const pushRule = Schema.create({
  ...claimable,
  /** The whole days without a push after which a job is unpublished. Null: the rule is off. */
  days: nullable(number),
  /** The days are counted from this instant on: since the rule was turned on, or since the board was back after a standstill. */
  countsFrom: date,
  /** When a process last looked at the company's jobs. */
  checkedAt: date,
  /** The last change of the rule, and what was set before it. */
  change: part(Schema.create({ id: text, before: nullable(number) }, withoutId)),
})
  // The next company whose jobs are to be looked at.
  .index({ dueAt: 1 }, { sparse: true })
export type PushRuleDocument = InferSchemaType<typeof pushRule>

export const openPushRules = defineCollection('pushRules', { companyIn: '_id' }, pushRule)

/** The last day on which an ATS pushed a job without changing it. Only jobs of companies with a rule have a row. */
const jobPush = Schema.create({
  /** The job id. */
  _id: number,
  companyId: text,
  /** The first instant of the UTC day. */
  day: date,
})
  // The rows of a company that is removed.
  .index({ companyId: 1 })
  // The database deletes a row after 400 days. No rule looks back that far.
  .index({ day: 1 }, { expireAfterSeconds: 400 * 24 * 60 * 60 })

export const openJobPushes = defineCollection('jobPushes', { companyIn: 'companyId' }, jobPush)
