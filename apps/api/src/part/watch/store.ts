import { type Connection, readDuplicates } from '@boardwalk/core/db/connection'
import { claimNext, createOnce } from '@boardwalk/core/db/row'
import { type AtsDay, openAtsDays, openAtsWatchers } from './schema.ts'

/** A user whose company this process looks at. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedWatcher {
  userId: string
  companyId: string
  attempts: number
}

/** Stores how often the ATS of companies polls and pushes, and which users want mails about that. */
export function createWatchStore(connection: Connection) {
  const days = openAtsDays(connection)
  const watchers = openAtsWatchers(connection)
  return {
    /** Stores distances of polls and pushes. A longer one of the same day stays. */
    async noteDistances(noted: AtsDay[]): Promise<void> {
      const writes = noted.map(({ _id, companyId, use, day, longestMs }) => ({
        updateOne: {
          filter: { _id, companyId },
          update: { $max: { longestMs }, $setOnInsert: { use, day } },
          upsert: true,
        },
      }))
      const duplicates = await days.bulkWrite(writes, { ordered: false }).then(() => new Set<number>(), readDuplicates)
      // Another process inserted the row at this moment. Now it is there.
      const again = writes.filter((_, index) => duplicates.has(index))
      if (again.length > 0) await days.bulkWrite(again, { ordered: false })
    },

    /** Lists the longest distance of each of the last days with a poll or a push, newest first. */
    async listDistances(companyId: string, use: AtsDay['use'], daysMax: number): Promise<number[]> {
      const found = await days.find({ companyId, use }, { sort: { day: -1 }, limit: daysMax }).toArray()
      return found.map(({ longestMs }) => longestMs)
    },

    isWatcher: async (companyId: string, userId: string): Promise<boolean> =>
      (await watchers.findOne({ _id: userId, companyId }, { projection: { _id: 1 } })) !== null,

    /** Makes a user a watcher, whose company is looked at from `dueAt` on. */
    async addWatcher(companyId: string, userId: string, dueAt: Date): Promise<void> {
      await createOnce(watchers, { _id: userId, companyId, dueAt, attempts: 0 })
    },

    async removeWatcher(companyId: string, userId: string): Promise<void> {
      await watchers.deleteOne({ _id: userId, companyId })
    },

    /** Takes the user who has waited the longest. No other process gets them before `until`. */
    async claimWatcher(now: Date, until: Date): Promise<ClaimedWatcher | undefined> {
      const found = await claimNext(watchers, now, until)
      return found && { userId: found._id, companyId: found.companyId, attempts: found.attempts }
    },

    /** Says when the company of a user is looked at again. Does nothing if another process has claimed the user since. */
    async postponeWatcher({ userId, companyId, attempts }: ClaimedWatcher, dueAt: Date): Promise<void> {
      await watchers.updateOne({ _id: userId, companyId, attempts }, { $set: { dueAt } })
    },
  }
}
