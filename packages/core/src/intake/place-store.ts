import type * as mongo from 'mongodb'
import type { Causally } from '../db/causal.ts'
import type { Application, PlacedChange, PlaceRange, UnplacedChange } from './application.ts'
import type { ApplicationDocument } from './schema.ts'

const matchPlaces = ({ companyId, afterMs, throughMs }: PlaceRange) => ({
  companyId,
  placedAt: { $gt: new Date(afterMs), $lte: new Date(throughMs) },
  date: { $lte: new Date(afterMs) },
})

/** The queries of the application store about changes and their places (place.ts). */
export function createPlaceQueries(
  rows: mongo.Collection<ApplicationDocument>,
  causally: Causally,
  fromDocument: (row: ApplicationDocument) => Application,
) {
  return {
    /** Gives changes their places, unless the row has changed again since. A place never goes back. */
    async place(companyId: string, changes: PlacedChange[]): Promise<void> {
      const updates = changes.map(({ id, token, placedAt }) => ({
        updateOne: {
          filter: { _id: id, companyId, unplacedChange: token, placedAt: { $not: { $gte: placedAt } } },
          update: { $set: { placedAt }, $unset: { unplacedChange: '' as const } },
        },
      }))
      await causally((session) => rows.bulkWrite(updates, { ordered: false, session }))
    },
    /** Lists changes that have no place. */
    async listUnplaced(companyId: string, changesMax: number): Promise<UnplacedChange[]> {
      const filter = { companyId, unplacedChange: { $exists: true } }
      const projection = { unplacedChange: 1 }
      const found = await causally((session) => rows.find(filter, { projection, limit: changesMax, session }).toArray())
      return found.map(({ _id, unplacedChange: token = '' }) => ({ id: _id, token }))
    },
    /** Gives all changes that have no place this token. A place that was reserved before is then not theirs any more. */
    async renameUnplaced(companyId: string, token: string): Promise<void> {
      const filter = { companyId, unplacedChange: { $exists: true } }
      await causally((session) => rows.updateMany(filter, { $set: { unplacedChange: token } }, { session }))
    },
    /** Reads the first changes in a range of places, ascending, of applications whose date is before the range. */
    async listPlaced(range: PlaceRange, changesMax: number): Promise<Application[]> {
      const found = await causally((session) =>
        rows.find(matchPlaces(range), { sort: { placedAt: 1 }, limit: changesMax, session }).toArray(),
      )
      return found.map(fromDocument)
    },
    countPlaced: (range: PlaceRange): Promise<number> =>
      causally((session) => rows.countDocuments(matchPlaces(range), { session })),
    /** Finds the last place that a change of the company has. Undefined if none has one. */
    async findNewestPlace(companyId: string): Promise<Date | undefined> {
      const filter = { companyId, placedAt: { $exists: true } }
      const newest = await causally((session) =>
        rows.findOne(filter, { projection: { placedAt: 1 }, sort: { placedAt: -1 }, session }),
      )
      return newest?.placedAt
    },
  }
}
