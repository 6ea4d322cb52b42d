import { defineCollection } from '../../db/collection.ts'
import type { Connection } from '../../db/connection.ts'
import { type Claimable, claimNext, createOnce } from '../../db/row.ts'

/** Applications that a process has begun to erase. If it dies, the next claim finishes them. */
export interface ExpiredBatch {
  /** The id of its audit event, so that the event is written once. */
  id: string
  applicationIds: string[]
  /** Applications before this instant have expired. */
  before: Date
  /** The date of the last one. */
  through: Date
}

/** The setting of one company, and the progress of the erasure. */
export interface Retention {
  companyId: string
  /** How long applications are kept. Null: until a user erases them. */
  months: number | null
  /** When the next batch is due. Undefined if the work has ended. */
  dueAt: Date | undefined
  /** Every application up to this date is erased. Dates grow in the order of acceptance, so no older one comes later. */
  through: Date
  batch: ExpiredBatch | null
  /** The number of applications that the current run has erased. */
  erased: number
  lastRun: { at: Date; erased: number } | null
  /** The failures since the last success. */
  failures: number
}

/** A company that this process works on. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedRetention extends Omit<Retention, 'dueAt'> {
  attempts: number
}

/** `change` is the last change of the setting, and what was set before it. */
type RetentionDocument = Omit<Retention, 'companyId' | 'dueAt'> &
  Claimable & { change?: { id: string; before: number | null } }

const openRetentions = defineCollection<RetentionDocument>('retentions', { companyIn: '_id' }, [
  // The next company whose applications are to be erased.
  { key: { dueAt: 1 }, sparse: true },
])

const unset = { months: null, through: new Date(0), batch: null, erased: 0, lastRun: null, failures: 0 }

export function createRetentionStore(connection: Connection) {
  const retentions = openRetentions(connection)
  return {
    /** Reads the database's clock, in milliseconds. */
    async readClock(): Promise<number> {
      const hello = await connection.db.admin().command({ hello: 1 })
      return Number(hello?.localTime)
    },
    /** Reads the setting of a company. Undefined if it never had one. */
    async find(companyId: string): Promise<Retention | undefined> {
      const found = await retentions.findOne({ _id: companyId })
      if (found === null) return undefined
      const { _id, attempts: _, change: __, dueAt, ...retention } = found
      return { companyId, ...retention, dueAt }
    },
    /**
     * Changes the setting, and ends the claim of the process that works on the company. Returns the former setting. A call
     * with the same id may be repeated: it changes nothing and returns the same.
     */
    async set(companyId: string, id: string, months: number | null, dueAt: Date): Promise<number | null> {
      for (;;) {
        const found = await retentions.findOne({ _id: companyId })
        if (found === null) {
          await createOnce(retentions, { _id: companyId, ...unset, attempts: 0 })
          continue
        }
        if (found.change?.id === id) return found.change.before
        const before = found.months
        const { matchedCount } = await retentions.updateOne(
          { _id: companyId, attempts: found.attempts },
          { $set: { months, dueAt, failures: 0, change: { id, before } }, $inc: { attempts: 1 } },
        )
        if (matchedCount === 1) return before
      }
    },
    /** Takes the company that has been due the longest. No other process gets it before `until`. */
    async claim(now: Date, until: Date): Promise<ClaimedRetention | undefined> {
      const found = await claimNext(retentions, now, until)
      if (found === undefined) return undefined
      const { _id, dueAt: _, ...retention } = found
      return { companyId: _id, ...retention }
    },
    /**
     * Stores the progress of a claim. `dueAt: null` ends the work. False, and nothing is changed, if another process has
     * claimed the company since, its setting was changed, or it is removed.
     */
    async save(
      { companyId, attempts }: ClaimedRetention,
      { dueAt, ...progress }: Partial<Omit<Retention, 'companyId' | 'months' | 'dueAt'>> & { dueAt?: Date | null },
    ): Promise<boolean> {
      const { matchedCount } = await retentions.updateOne(
        { _id: companyId, attempts },
        {
          $set: { ...progress, attempts, ...(dueAt && { dueAt }) },
          ...(dueAt === null && { $unset: { dueAt: 1 } }),
        },
      )
      return matchedCount === 1
    },
  }
}
