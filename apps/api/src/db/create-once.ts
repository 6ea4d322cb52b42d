import type * as mongo from 'mongodb'
import { isDuplicateKey } from './connection.ts'

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
