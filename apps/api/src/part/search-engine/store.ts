import type { Connection } from '@boardwalk/core/db/connection'
import { claimNext, createOnce } from '@boardwalk/core/db/row'
import type * as mongo from 'mongodb'
import { openSearchEngines, openSearchNotices, type SearchEngineDocument, type SearchNoticeDocument } from './schema.ts'

export type EngineName = SearchNoticeDocument['engine']

/** What an engine was told of a job, and whether it must be told more. */
export type SearchNotice = Omit<SearchNoticeDocument, '_id' | 'isWaiting' | 'forgetAt'>

/** An engine that this process works for. `attempts` tells its claim from earlier and later ones. */
export type ClaimedEngine = Omit<SearchEngineDocument, '_id' | 'dueAt'> & { name: EngineName }

type Progress = Partial<Omit<SearchEngineDocument, '_id' | 'attempts'>>

const toId = ({ engine, jobId }: Pick<SearchNotice, 'engine' | 'jobId'>): string => `${engine}/${jobId}`

export function createSearchNoticeStore(connection: Connection) {
  const notices = openSearchNotices(connection)
  const engines = openSearchEngines(connection)

  const writeEach = async (writes: mongo.AnyBulkWriteOperation<SearchNoticeDocument>[]): Promise<void> => {
    if (writes.length > 0) await notices.bulkWrite(writes, { ordered: false })
  }

  return {
    /** Makes the row of an engine that was turned on for the first time: its work begins with the changes after this instant. */
    async begin(name: EngineName, at: Date): Promise<void> {
      const row = { _id: name, changedThrough: at, failures: 0, day: '', calls: 0, attempts: 0, dueAt: at }
      await createOnce(engines, row)
    },
    /** Takes an engine that is due. No other process gets it before `until`. */
    async claim(name: EngineName, now: Date, until: Date): Promise<ClaimedEngine | undefined> {
      const found = await claimNext(engines, now, until, { _id: name })
      if (found === undefined) return undefined
      const { _id, dueAt: _, ...progress } = found
      return { name, ...progress }
    },
    /** Stores the progress of a claim. False, and nothing is changed, if another process has claimed the engine since. */
    async save({ name, attempts }: ClaimedEngine, progress: Progress): Promise<boolean> {
      const { matchedCount } = await engines.updateOne({ _id: name, attempts }, { $set: progress })
      return matchedCount === 1
    },
    /** Finds what an engine was told of these jobs. */
    async findByJobs(engine: EngineName, jobIds: readonly number[]): Promise<SearchNotice[]> {
      return notices.find({ _id: { $in: jobIds.map((jobId) => toId({ engine, jobId })) } }).toArray()
    },
    /** Stores what people see of jobs, and whether the engine must be told. */
    write: (written: readonly (Omit<SearchNotice, 'told'> & { isWaiting: boolean })[]): Promise<void> =>
      writeEach(
        written.map(({ isWaiting, ...notice }) => ({
          updateOne: {
            filter: { _id: toId(notice), companyId: notice.companyId },
            update: {
              $set: { ...notice, ...(isWaiting && { isWaiting }) },
              $unset: { [isWaiting ? 'forgetAt' : 'isWaiting']: 1 as const },
            },
            upsert: true,
          },
        })),
      ),
    /** Finds the next notices that an engine must be told: withdrawals first, then the latest change. */
    async findWaiting(engine: EngineName, noticesMax: number): Promise<SearchNotice[]> {
      const sort = { isWithdrawn: -1, changedAt: -1 } as const
      return notices.find({ engine, isWaiting: true }, { sort, limit: noticesMax }).toArray()
    },
    /** Notes that an engine was told the state of these notices. Those about withdrawn jobs are deleted at `forgetAt`. */
    noteTold: (told: readonly SearchNotice[], forgetAt: Date): Promise<void> =>
      writeEach(
        told.map((notice) => ({
          updateOne: {
            filter: { _id: toId(notice), companyId: notice.companyId, state: notice.state },
            update: {
              $set: { told: notice.state, ...(notice.isWithdrawn && { forgetAt }) },
              $unset: { isWaiting: 1 },
            },
          },
        })),
      ),
    /** Deletes notices about jobs that are gone. */
    remove: (gone: readonly SearchNotice[]): Promise<void> =>
      writeEach(gone.map((notice) => ({ deleteOne: { filter: { _id: toId(notice), companyId: notice.companyId } } }))),
  }
}
