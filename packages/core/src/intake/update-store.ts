import type { ApplicationStatus } from '@boardwalk/schema/application'
import type * as mongo from 'mongodb'
import type { Causally } from '../db/causal.ts'
import { LATEST } from '../db/change-each.ts'
import { sendApart, throwIfPassing } from '../db/refusal.ts'
import type { Application, StatusActor } from './application.ts'
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

/** An update of one application. `token` names it in the row: for good among `changeIds`, and until it has a place (place.ts). */
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
  const change = { status, 'statusChange.by': by, 'statusChange.actor': actor, unplacedChange: token }
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

/** The queries of the application store about new statuses and confirmed erasures. */
export function createUpdateQueries(
  rows: mongo.Collection<ApplicationDocument>,
  causally: Causally,
  fromDocument: (row: ApplicationDocument) => Application,
) {
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
  }
}
export type UpdateQueries = ReturnType<typeof createUpdateQueries>
