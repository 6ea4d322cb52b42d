import { boolean, date, defineCollection, number, oneOf, optional, text } from '@boardwalk/core/db/collection'
import { claimable } from '@boardwalk/core/db/row'
import { type InferSchemaType, Schema } from 'mongoose'

/**
 * What a search engine was told of a job, and whether it must be told more. The id has the engine and the job id. The row has no text and
 * no address: the sender makes the address from the job.
 */
const searchNotice = Schema.create({
  _id: text,
  engine: oneOf(['indexnow', 'google']),
  companyId: text,
  jobId: number,
  /** The revision of the job that was looked at last. */
  revision: number,
  /** When the job was changed, by the database's clock. */
  changedAt: date,
  /** What people see of the job: `withdrawn`, or `public:` and a hash of it. */
  state: text,
  isWithdrawn: boolean,
  /** The state that the engine was told last. Absent if it was told nothing. */
  told: optional(text),
  /** True if the engine must be told the state, else absent. */
  isWaiting: optional(boolean),
  /** When the row is deleted. Absent unless the engine knows that the job is withdrawn. */
  forgetAt: optional(date),
})
  // The next notices for an engine: withdrawals first, then the latest change.
  .index({ engine: 1, isWithdrawn: -1, changedAt: -1 }, { partialFilterExpression: { isWaiting: true } })
  // The notices about the jobs of a company that is removed.
  .index({ companyId: 1 })
  // The database deletes the rows of jobs that were withdrawn long ago.
  .index({ forgetAt: 1 }, { expireAfterSeconds: 0 })
export type SearchNoticeDocument = InferSchemaType<typeof searchNotice>

export const openSearchNotices = defineCollection('searchNotices', { companyIn: 'companyId' }, searchNotice)

/** How far the work for one search engine is. `_id` is the engine's name. The process that claims the row is the only one that calls it. */
const searchEngine = Schema.create({
  ...claimable,
  /** The notices know every change of a job up to this instant. */
  changedThrough: date,
  /** The calls that failed since the last one that succeeded. */
  failures: number,
  /** The day of the last call, in the engine's time zone, and the number of calls on that day. */
  day: text,
  calls: number,
})
export type SearchEngineDocument = InferSchemaType<typeof searchEngine>

export const openSearchEngines = defineCollection(
  'searchEngines',
  { noCompany: 'the progress of the work for each search engine, for the whole board' },
  searchEngine,
)
