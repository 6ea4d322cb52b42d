import type * as mongo from 'mongodb'

/** Work that waits in the database, for one process at a time. */
export interface Claimable {
  _id: string
  /** Since when it may be claimed. Missing if there is nothing to do. */
  dueAt?: Date
  /** Grows with each claim, so that it tells a claim from earlier and later ones. */
  attempts: number
}

/**
 * Takes the row that has been due the longest. Nobody else gets it before `until`. Every later write of the claim must
 * match `attempts`: it changes nothing if another process has claimed the row since.
 */
export async function claimNext<Row extends Claimable>(
  rows: mongo.Collection<Row>,
  now: Date,
  until: Date,
): Promise<mongo.WithId<Row> | undefined> {
  const found = await rows.findOneAndUpdate(
    // The casts hold because `Row` has these members: TypeScript cannot follow filters and updates of a type parameter.
    { dueAt: { $lte: now } } as mongo.Filter<Row>,
    { $set: { dueAt: until }, $inc: { attempts: 1 } } as unknown as mongo.UpdateFilter<Row>,
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  )
  return found ?? undefined
}
