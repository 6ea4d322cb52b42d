import type { mongo } from 'mongoose'
import { isDuplicateKey } from './connection.ts'

/**
 * Inserts a row whose `_id` no other row gets. Answers whether it is there: false if another row has one of its values
 * under a unique index. Safe to repeat: an insert is sent again after its answer was lost, and then finds its own row.
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
