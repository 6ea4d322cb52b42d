import type { Connection } from 'mongoose'
import { batch } from '../../../db/batch.ts'
import { defineCollection } from '../../../db/collection.ts'
import { isDuplicateKey } from '../../../db/connection.ts'
import type { JobCollection } from './document.ts'

/** Gives job ids: whole numbers that grow. */
export interface JobIds {
  /** A job id that no job has had. */
  nextId(): Promise<number>
  /** Leaves out this many ids after the last one that was given or is in use, and returns the last one left out. */
  skipIds(count: number): Promise<number>
}

interface CounterDocument {
  _id: string
  last: number
}

const openCounters = defineCollection<CounterDocument>('counters')

/**
 * Job ids that this process may give. While it creates many jobs it takes many ids at once. It gives none of them later
 * than half a second after it took them, so that ids grow with time whatever other processes do.
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

export function createJobIds(connection: Connection, jobs: JobCollection): JobIds {
  const counters = openCounters(connection)
  let stock = noIds

  async function nextIds({ length }: readonly unknown[]): Promise<number[]> {
    const isFresh = performance.now() - stock.takenMs < STOCK_MS_MAX
    let source = stock
    if (!isFresh || stock.last - stock.next + 1 < length)
      source = stock = await takeIds(Math.max(length, isFresh ? Math.min(stock.size * 2, STOCK_MAX) : 0))
    const first = source.next
    source.next += length
    return Array.from({ length }, (_, index) => first + index)
  }

  async function takeIds(size: number): Promise<IdStock> {
    for (;;) {
      const counter = await counters.findOneAndUpdate(
        { _id: 'jobs' },
        { $inc: { last: size } },
        { returnDocument: 'after' },
      )
      if (counter !== null)
        return { next: counter.last - size + 1, last: counter.last, size, takenMs: performance.now() }
      // The very first job.
      // secantus: of two racing upserts both may believe that they inserted; on MongoDB one upsert would do.
      await counters.insertOne({ _id: 'jobs', last: 0 }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    }
  }

  // A hundred increments of one counter would wait for each other.
  const giveId = batch(nextIds)
  return {
    nextId: () => giveId('job'),
    async skipIds(count) {
      stock = noIds
      await takeIds(1)
      const newest = await jobs.findOne({}, { projection: { _id: 1 }, sort: { _id: -1 } })
      await counters.updateOne({ _id: 'jobs' }, { $max: { last: newest?._id ?? 0 } })
      return (await takeIds(count)).last
    },
  }
}
