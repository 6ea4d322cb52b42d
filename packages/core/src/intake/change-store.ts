import type { ApplicationStatus } from '@boardwalk/schema/application'
import type * as mongo from 'mongodb'
import type { Causally } from '../db/causal.ts'
import { LATEST } from '../db/change-each.ts'
import { sendApart, throwIfPassing } from '../db/refusal.ts'
import {
  type Application,
  fromDocument,
  type PositionedChange,
  type PositionRange,
  type StatusActor,
  type UnpositionedChange,
} from './application.ts'
import type { ApplicationDocument } from './schema.ts'

/** A new status of an application, which may not be erased. */
interface StatusSetting extends StatusActor {
  status: ApplicationStatus
  /** The status that the application must have. Any other than `status` if it is left out. */
  from?: ApplicationStatus | undefined
  /** When the caller says that the status changed. Now, by the database's clock, if it is left out. */
  at?: Date | undefined
  /** The time of the status by the clock of the key `actor`. A status whose `at` is before a time that the key told is not set. */
  toldAt?: Date | undefined
}

/** A status that a key tells again, of a later time. The application must have it. */
interface StatusRepetition {
  repeated: ApplicationStatus
  actor: string
  toldAt: Date
}

/** The confirmation of a key's caller that it erased its copy of what the person sent. The application must be erased. */
interface ErasureConfirmation {
  confirmedBy: string
}

/** An update of one application. `token` names it in the row: for good among `changeIds`, and until it has a position. */
export type ApplicationUpdate = { id: string; token: string } & (StatusSetting | StatusRepetition | ErasureConfirmation)

/** Must be more than the changes of one application during the retries of one call. */
const CHANGE_IDS_KEPT = 16

/** Makes the write of an update. If it was made before and arrives again, because its answer was lost, it changes nothing. */
function toWrite(companyId: string, update: ApplicationUpdate): mongo.AnyBulkWriteOperation<ApplicationDocument> {
  const { id, token } = update
  const filter = { _id: id, companyId, changeIds: { $ne: token } }
  const $push = { changeIds: { $each: [token], $slice: -CHANGE_IDS_KEPT } }
  if ('confirmedBy' in update) {
    return {
      updateOne: {
        filter: { ...filter, erasedAt: { $exists: true }, erasureConfirmed: { $exists: false } },
        update: {
          $set: { 'erasureConfirmed.keyId': update.confirmedBy },
          $currentDate: { 'erasureConfirmed.at': true },
          $push,
        },
      },
    }
  }
  const ofKey = `toldAt.${update.actor}`
  if ('repeated' in update) {
    const hasStatus = { erasedAt: { $exists: false }, status: update.repeated }
    return { updateOne: { filter: { ...filter, ...hasStatus }, update: { $max: { [ofKey]: update.toldAt }, $push } } }
  }
  const { status, from, by, actor, at, toldAt } = update
  const change = { status, 'statusChange.by': by, 'statusChange.actor': actor, unpositionedChange: token }
  return {
    updateOne: {
      filter: {
        ...filter,
        erasedAt: { $exists: false },
        status: { $ne: status, ...(from && { $eq: from }) },
        ...(toldAt && at && { [ofKey]: { $not: { $gt: at } } }),
      },
      update: {
        $set: { ...change, ...(at && { 'statusChange.at': at }) },
        $currentDate: { changedAt: true, ...(!at && { 'statusChange.at': true }) },
        ...(toldAt && { $max: { [ofKey]: toldAt } }),
        $push,
      },
    },
  }
}

const matchPositions = ({ companyId, afterMs, throughMs }: PositionRange) => ({
  companyId,
  changePosition: { $gt: new Date(afterMs), $lte: new Date(throughMs) },
  date: { $lte: new Date(afterMs) },
})

/** The queries of the application store about changes (new statuses, confirmed erasures) and their positions (mailbox.ts). */
export function createChangeQueries(rows: mongo.Collection<ApplicationDocument>, causally: Causally) {
  /** Sends updates with one command. Says whether each was made. */
  async function send(companyId: string, updates: readonly ApplicationUpdate[]): Promise<boolean[]> {
    const writes = updates.map((update) => toWrite(companyId, update))
    const { matchedCount } = await causally((session) => rows.bulkWrite(writes, { ordered: false, session }))
    if (matchedCount === updates.length) return updates.map(() => true)
    // The count does not say which were made.
    const ids = updates.map(({ id }) => id)
    const changed = await rows
      .find({ _id: { $in: ids }, companyId }, { projection: { changeIds: 1 }, ...LATEST })
      .toArray()
    const made = new Set(changed.flatMap(({ changeIds = [] }) => changeIds))
    return updates.map(({ token }) => made.has(token))
  }

  return {
    /** Finds applications by a linearizable read, because a caller may be told that one of them has not changed. */
    async findLatestOfEach(companyId: string, ids: string[]): Promise<Application[]> {
      const found = await rows.find({ _id: { $in: ids }, companyId }, LATEST).toArray()
      return found.map(fromDocument)
    },

    /**
     * Updates applications, each at most once. Returns whether each update was made, or why the database refused it. An update
     * is not made if the application has the status or a confirmation already or not the status that it must have, if its key told of a
     * later time, or if it is erased and must not be, or is not erased and must be.
     */
    async updateEach(companyId: string, updates: ApplicationUpdate[]): Promise<(boolean | Error)[]> {
      return throwIfPassing(await sendApart(updates, (some) => send(companyId, some)))
    },

    /** Gives changes their positions, unless the row has changed again since. A position never goes back. */
    async setPositions(companyId: string, changes: PositionedChange[]): Promise<void> {
      const updates = changes.map(({ id, token, changePosition }) => ({
        updateOne: {
          filter: { _id: id, companyId, unpositionedChange: token, changePosition: { $not: { $gte: changePosition } } },
          update: { $set: { changePosition }, $unset: { unpositionedChange: '' as const } },
        },
      }))
      await causally((session) => rows.bulkWrite(updates, { ordered: false, session }))
    },
    /** Lists changes that have no position. */
    async listUnpositioned(companyId: string, changesMax: number): Promise<UnpositionedChange[]> {
      const filter = { companyId, unpositionedChange: { $exists: true } }
      const projection = { unpositionedChange: 1 }
      const found = await causally((session) => rows.find(filter, { projection, limit: changesMax, session }).toArray())
      return found.map(({ _id, unpositionedChange: token = '' }) => ({ id: _id, token }))
    },
    /** Gives all changes that have no position this token. A position that was reserved for them before is then refused. */
    async fenceReservedPositions(companyId: string, token: string): Promise<void> {
      const filter = { companyId, unpositionedChange: { $exists: true } }
      await causally((session) => rows.updateMany(filter, { $set: { unpositionedChange: token } }, { session }))
    },
    /** Reads the first changes in a range of positions, ascending, of applications whose date is before the range. */
    async listPositioned(range: PositionRange, changesMax: number): Promise<Application[]> {
      const found = await causally((session) =>
        rows.find(matchPositions(range), { sort: { changePosition: 1 }, limit: changesMax, session }).toArray(),
      )
      return found.map(fromDocument)
    },
    countPositioned: (range: PositionRange): Promise<number> =>
      causally((session) => rows.countDocuments(matchPositions(range), { session })),
    /** Finds the last position that a change of the company has. Undefined if none has one. */
    async findLastPosition(companyId: string): Promise<Date | undefined> {
      const filter = { companyId, changePosition: { $exists: true } }
      const last = await causally((session) =>
        rows.findOne(filter, { projection: { changePosition: 1 }, sort: { changePosition: -1 }, session }),
      )
      return last?.changePosition
    },
  }
}
export type ChangeQueries = ReturnType<typeof createChangeQueries>
