import { type Connection, readDuplicates } from '@boardwalk/core/db/connection'
import { type JobDay, openJobDays } from './schema.ts'

/** What a person did on the page of a job: read it, or begin its form. */
export interface Visit {
  companyId: string
  jobId: number
  at: Date
  what: 'views' | 'forms'
}

type Counts = Pick<JobDay, 'views' | 'forms'>

const SUMS = { views: { $sum: '$views' }, forms: { $sum: '$forms' } }

export function createViewStore(connection: Connection) {
  const days = openJobDays(connection)

  async function write(rows: JobDay[]): Promise<JobDay[]> {
    const writes = rows.map(({ views, forms, ...row }) => ({
      updateOne: { filter: row, update: { $inc: { views, forms } }, upsert: true },
    }))
    // One server's acknowledgement is enough, because Boardwalk does not promise that every view is counted.
    const options = { ordered: false, writeConcern: { w: 1, journal: false } }
    const duplicates = await days.bulkWrite(writes, options).then(() => new Set<number>(), readDuplicates)
    return rows.filter((_, index) => duplicates.has(index))
  }

  return {
    /** Adds visits to the rows of their jobs and days. */
    async add(visits: Visit[]): Promise<void> {
      const refused = await write(sumByDay(visits))
      // Another process inserted the row at this moment. Now it is there, and can be added to.
      if (refused.length > 0) await write(refused)
    },

    /** Counts the visits of each UTC day (`2026-03-31`) since one, of one job or of all. A day without any has no entry. */
    async countByDay(companyId: string, since: Date, jobId?: number): Promise<Map<string, Counts>> {
      const filter = { companyId, ...(jobId !== undefined && { jobId }), day: { $gte: since } }
      const found = await days
        .aggregate<Counts & { _id: Date }>([{ $match: filter }, { $group: { _id: '$day', ...SUMS } }])
        .toArray()
      return new Map(found.map(({ _id, ...counts }) => [_id.toISOString().slice(0, 10), counts]))
    },

    /** Finds the jobs of the company that were read most, with their visits. */
    async findMostRead(companyId: string, since: Date, jobsMax: number): Promise<(Counts & { jobId: number })[]> {
      const found = await days
        .aggregate<Counts & { _id: number }>([
          { $match: { companyId, day: { $gte: since } } },
          { $group: { _id: '$jobId', ...SUMS } },
          { $sort: { views: -1, _id: -1 } },
          { $limit: jobsMax },
        ])
        .toArray()
      return found.map(({ _id, ...counts }) => ({ jobId: _id, ...counts }))
    },
  }
}

/** Sums up visits, so that each job and day is written once. */
function sumByDay(visits: Visit[]): JobDay[] {
  const rows = new Map<string, JobDay>()
  for (const { companyId, jobId, at, what } of visits) {
    const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()))
    const key = JSON.stringify([companyId, jobId, day])
    const row = rows.get(key) ?? { companyId, jobId, day, views: 0, forms: 0 }
    row[what]++
    rows.set(key, row)
  }
  return [...rows.values()]
}
