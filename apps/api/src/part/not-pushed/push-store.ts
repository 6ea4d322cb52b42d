import { type Connection, readDuplicates } from '@boardwalk/core/db/connection'
import { claimNext } from '@boardwalk/core/db/row'
import { LRUCache } from 'lru-cache'
import type * as mongo from 'mongodb'
import { openJobPushes, openPushRules, type PushRuleDocument } from './schema.ts'

/** A push that changed nothing in its job. */
export interface UnchangedPush {
  companyId: string
  jobId: number
  /** The first instant of the UTC day. */
  day: Date
}

/** The rule of a company that its jobs are unpublished if its ATS does not push them. */
type PushRule = Pick<PushRuleDocument, 'days' | 'countsFrom' | 'checkedAt'>

/** A company whose jobs this process looks at. `attempts` tells its claim from earlier and later ones. */
export interface ClaimedPushRule extends PushRule {
  companyId: string
  attempts: number
}

/** The most jobs that a process remembers because their push of the day is stored. */
const REMEMBERED_JOBS = 100_000

/** Stores the rules of companies, and the days on which their ATS pushed jobs without changing them. */
export function createPushStore(connection: Connection) {
  const rules = openPushRules(connection)
  const pushes = openJobPushes(connection)
  // Limited by size, because a limit of the number would reserve memory for all of them at once.
  const stored = new LRUCache<number, number>({ maxSize: REMEMBERED_JOBS, sizeCalculation: () => 1 })

  async function findWithRule(companyIds: string[]): Promise<Set<string>> {
    const filter = { _id: { $in: companyIds }, days: { $gt: 0 } }
    const found = await rules.find(filter, { projection: { _id: 1 } }).toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  return {
    /** Stores the day of pushes, once for each job and day, for companies that have a rule. */
    async notePushes(noted: UnchangedPush[]): Promise<void> {
      const fresh = noted.filter(({ jobId, day }) => stored.get(jobId) !== day.getTime())
      if (fresh.length === 0) return
      const companies = await findWithRule([...new Set(fresh.map(({ companyId }) => companyId))])
      const rows = [...new Map(fresh.map((push) => [push.jobId, push])).values()].filter(({ companyId }) =>
        companies.has(companyId),
      )
      if (rows.length === 0) return
      const writes = rows.map(({ jobId, companyId, day }) => ({
        updateOne: { filter: { _id: jobId, companyId }, update: { $max: { day } }, upsert: true },
      }))
      // A duplicate: another process inserted the row at this moment, for a push of the same day.
      await pushes.bulkWrite(writes, { ordered: false }).catch(readDuplicates)
      for (const { jobId, day } of rows) stored.set(jobId, day.getTime())
    },

    /** Finds which of these jobs were pushed on a day or later. */
    async findPushedSince(companyId: string, jobIds: number[], day: Date): Promise<Set<number>> {
      const filter = { _id: { $in: jobIds }, companyId, day: { $gte: day } }
      return new Set((await pushes.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
    },

    /** Reads the rule of a company. Undefined if it never had one. */
    async findRule(companyId: string): Promise<PushRule | undefined> {
      const found = await rules.findOne({ _id: companyId })
      if (found === null) return undefined
      const { days, countsFrom, checkedAt } = found
      return { days, countsFrom, checkedAt }
    },

    /**
     * Changes the rule, and ends the claim of the process that looks at the company's jobs. Returns the days that were set before. A call
     * with the same id may be repeated: it changes nothing and returns the same.
     */
    async setRule(companyId: string, id: string, days: number | null, now: Date): Promise<number | null> {
      const before = { $ifNull: ['$days', null] }
      const changed = {
        _id: companyId,
        days: { $literal: days },
        attempts: { $add: [{ $ifNull: ['$attempts', 0] }, 1] },
        countsFrom: days === null ? now : { $cond: [{ $eq: [before, null] }, now, '$countsFrom'] },
        checkedAt: now,
        change: {
          id,
          before,
        },
        ...(days !== null && { dueAt: now }),
      }
      const update = [{ $replaceWith: { $cond: [{ $eq: ['$change.id', id] }, '$$ROOT', changed] } }]
      const options = { upsert: true, returnDocument: 'after' } as const
      const after = await rules.findOneAndUpdate({ _id: companyId }, update, options)
      if (after === null) throw new Error('an upsert always answers a row')
      return after.change.before
    },

    /** Takes the company whose jobs have waited the longest to be looked at. No other process gets it before `until`. */
    async claimRule(now: Date, until: Date): Promise<ClaimedPushRule | undefined> {
      const found = await claimNext(rules, now, until)
      if (found === undefined) return undefined
      const { _id: companyId, days, countsFrom, checkedAt, attempts } = found
      return { companyId, days, countsFrom, checkedAt, attempts }
    },

    /** Stores the progress of a claim. False if another process has claimed the company since, or its rule was changed. */
    async saveRule(
      { companyId, attempts }: ClaimedPushRule,
      progress: mongo.UpdateFilter<PushRuleDocument>['$set'],
    ): Promise<boolean> {
      // It sets a member in any case, because the database refuses an empty `$set`.
      const { matchedCount } = await rules.updateOne({ _id: companyId, attempts }, { $set: { attempts, ...progress } })
      return matchedCount === 1
    },
  }
}
