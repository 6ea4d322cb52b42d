import type { Model } from 'mongoose'
import { isDuplicateKey } from './connection.ts'

/**
 * Inserts a row whose `_id` no other row gets. Answers whether it is there: false if another row has one of its values
 * under a unique index. Safe to repeat: an insert is sent again after its answer was lost, and then finds its own row.
 */
export async function createOnce<Row extends { _id: unknown }>(model: Model<Row>, row: Row): Promise<boolean> {
  try {
    await model.create(row)
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return (await model.exists({ _id: row._id })) !== null
  }
}
