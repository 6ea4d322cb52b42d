import type { Connection } from '../../db/connection.ts'
import { batch } from '../../db/once.ts'
import { openCounters } from '../schema.ts'
import type { JobCollection } from './document.ts'

/**
 * Job ids that this process has taken from the database and may give out. A process that creates many jobs takes many ids
 * at once. Half a second later it drops the rest, so that ids grow with time even though other processes take ids too.
 */
interface IdStock {
  next: number
  last: number
  size: number
  takenMs: number
}
const noIds: IdStock = { next: 1, last: 0, size: 0, takenMs: Number.NEGATIVE_INFINITY }
const STOCK_MS_MAX = 500
const STOCK_MAX = 100

/** Gives out job ids, which are growing whole numbers. */
export function createJobIds(connection: Connection, jobs: JobCollection) {
  const counters = openCounters(connection)
  let stock = noIds

  /** Takes ids from the database unless there is one for each caller. `take` is 0 for a caller that only prepares, and gets none. */
  async function giveIds(calls: readonly { take: 0 | 1 }[]): Promise<number[]> {
    const isFresh = performance.now() - stock.takenMs < STOCK_MS_MAX
    let source = stock
    if (!isFresh || stock.last - stock.next + 1 < calls.length)
      source = stock = await takeIds(Math.max(calls.length, isFresh ? Math.min(stock.size * 2, STOCK_MAX) : 0))
    return calls.map(({ take }) => {
      const id = source.next
      source.next += take
      return id
    })
  }

  async function takeIds(size: number): Promise<IdStock> {
    const counter = await counters.findOneAndUpdate(
      { _id: 'jobs' },
      { $inc: { last: size } },
      { upsert: true, returnDocument: 'after' },
    )
    if (counter === null) throw new Error('an upsert always answers a row')
    return { next: counter.last - size + 1, last: counter.last, size, takenMs: performance.now() }
  }

  // Without a batch, a hundred increments of the same counter would wait for each other.
  const give = batch(giveIds)
  return {
    /** Takes a job id that no job ever had. */
    nextId: (): Promise<number> => give({ take: 1 }),
    /** Takes ids from the database if there are none, so that the next `nextId` does not wait for it. */
    async prepareId(): Promise<void> {
      await give({ take: 0 })
    },
    /** Skips this many ids after the last one that was given out or is in use. Returns the last id skipped. */
    async skipIds(count: number): Promise<number> {
      stock = noIds
      await takeIds(1)
      const newest = await jobs.findOne({}, { projection: { _id: 1 }, sort: { _id: -1 } })
      await counters.updateOne({ _id: 'jobs' }, { $max: { last: newest?._id ?? 0 } })
      return (await takeIds(count)).last
    },
  }
}
