import type * as mongo from 'mongodb'
import type { Index } from './collection.ts'

/**
 * Finds rows that a unique index forbids, and says what to do about them. It names their ids and not their values, which may
 * be personal data.
 */
export async function findDuplicates(rows: mongo.Collection, indexes: readonly Index[]): Promise<string | undefined> {
  for (const { key, partialFilterExpression = {} } of indexes.filter(({ unique }) => unique === true)) {
    const fields = Object.keys(key)
    const values = Object.fromEntries(fields.map((field, place) => [`value${place}`, `$${field}`]))
    const [found] = await rows
      .aggregate(
        [
          // Other rows are not in the index.
          { $match: partialFilterExpression },
          { $group: { _id: values, rows: { $sum: 1 }, first: { $min: '$_id' }, last: { $max: '$_id' } } },
          { $match: { rows: { $gt: 1 } } },
          { $limit: 1 },
        ],
        { allowDiskUse: true },
      )
      .toArray()
    if (found === undefined) continue
    const ids = [found.first, found.last].map((id) => JSON.stringify(id)).join(' and ')
    return `several rows have the same ${fields.join(' and ')}, for example those with the _id ${ids}. Keep one of them, delete the others, and start again`
  }
  return undefined
}
