import type { Connection } from '../db/connection.ts'
import { claimNext, createOnce } from '../db/row.ts'
import { openRetentions, type RetentionDocument } from './schema.ts'

/** What one company's applications are erased by, and how far that has come. */
export type Retention = Omit<RetentionDocument, '_id' | 'attempts' | 'change' | 'dueAt'> & {
  companyId: string
  /** Since when something is to be done. Undefined if nothing is. */
  dueAt: Date | undefined
}

/** A company that this process works on. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedRetention extends Omit<Retention, 'dueAt'> {
  attempts: number
}

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
