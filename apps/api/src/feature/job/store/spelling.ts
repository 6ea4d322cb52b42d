import { LRUCache } from 'lru-cache'
import type * as mongo from 'mongodb'
import type { Connection } from '../../../db/connection.ts'
import { openSearchWords } from '../schema.ts'
import { findRoot, listNear, mayBeMisspelt } from '../search/words.ts'

/** Other words of the board that differ by one letter. More would be another search. */
const SIMILAR_MAX = 50

/** The options of writes of what a sweep would write again after a crash. */
export const REPEATABLE = { writeConcern: { w: 1, journal: false } } as const

/** Knows the words of the board's titles and cities, so that a search with a wrong letter finds the right word. */
export function createSpelling(connection: Connection) {
  const words = openSearchWords(connection)
  // The words that this process knows to be stored. Limited by size, because a limit of the number would reserve memory for all.
  const stored = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1 })

  return {
    /** Stores the words that are not stored yet. */
    async learn(all: readonly string[]): Promise<void> {
      const unknown = [...new Set(all)].filter((word) => !stored.has(word))
      if (unknown.length === 0) return
      const writes = unknown.map((word) => ({
        updateOne: { filter: { _id: word }, update: { $setOnInsert: { near: listNear(word) } }, upsert: true },
      }))
      await words.bulkWrite(writes, { ordered: false, ...REPEATABLE })
      for (const word of unknown) stored.set(word, true)
    },

    /**
     * Finds the stored words that differ from a word or its root by at most one letter. Undefined for a short word, which must be
     * spelt right.
     */
    async findSimilar(word: string): Promise<string[] | undefined> {
      if (!mayBeMisspelt(word)) return undefined
      const near = [...new Set([word, findRoot(word)].flatMap(listNear))]
      const options: mongo.FindOptions = { projection: { _id: 1 }, limit: SIMILAR_MAX }
      const found = await words.find({ near: { $in: near } }, options).toArray()
      return found.map(({ _id }) => _id)
    },
  }
}
export type Spelling = ReturnType<typeof createSpelling>
