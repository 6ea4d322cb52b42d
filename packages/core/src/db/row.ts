import type * as mongo from 'mongodb'
import type { InferRawDocType } from 'mongoose'
import { date, number, optional, text } from './collection.ts'
import { isDuplicateKey } from './connection.ts'

/** The members of a row that processes claim, so that one at a time works on it. */
export const claimable = {
  _id: text,
  /** When the row may next be claimed. Absent if there is nothing to do. */
  dueAt: optional(date),
  /** Grows with each claim, so that it tells a claim from earlier and later ones. */
  attempts: number,
} as const

type Claimable = InferRawDocType<typeof claimable>

/**
 * Takes the row that has been due the longest, of those that match a filter. No other process gets it before `until`. Every later write
 * of the claim must match `attempts`: it changes nothing if another process has claimed the row since.
 */
export async function claimNext<Row extends Claimable>(
  rows: mongo.Collection<Row>,
  now: Date,
  until: Date,
  filter: mongo.Filter<Row> = {},
): Promise<mongo.WithId<Row> | undefined> {
  const found = await rows.findOneAndUpdate(
    // The casts hold because `Row` has these members: TypeScript cannot follow filters and updates of a type parameter.
    { ...filter, dueAt: { $lte: now } } as mongo.Filter<Row>,
    { $set: { dueAt: until }, $inc: { attempts: 1 } } as unknown as mongo.UpdateFilter<Row>,
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  )
  return found ?? undefined
}

/**
 * Inserts a row whose `_id` no other row gets. Returns false if a unique index refuses it, because another row has the same
 * value. Safe to repeat: an insert that is sent again after its answer was lost finds its own row and returns true.
 */
export async function createOnce<Row extends { _id: unknown }>(
  rows: mongo.Collection<Row>,
  row: mongo.OptionalUnlessRequiredId<Row>,
): Promise<boolean> {
  try {
    await rows.insertOne(row)
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // TypeScript cannot follow a filter of a type parameter.
    const sameId = { _id: row._id } as mongo.Filter<Row>
    return (await rows.findOne(sameId, { projection: { _id: 1 } })) !== null
  }
}
