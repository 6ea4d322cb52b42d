import { LRUCache } from 'lru-cache'
import type { Connection } from '../../db/connection.ts'
import { createCache } from '../../db/once.ts'
import { findRoot, listNear, mayBeMisspelt } from '../../text/words.ts'
import { openSearchWords } from '../schema.ts'

/** Other words of the board that differ by one letter. More would be another search. */
const SIMILAR_MAX = 50

/** The options of writes of what a sweep would write again after a crash. */
export const REPEATABLE = { writeConcern: { w: 1, journal: false } } as const

/** Knows the words of the board's titles and cities, so that a search with a wrong letter finds the right word. */
export function createSpelling(connection: Connection) {
  const words = openSearchWords(connection)
  // The words that this process knows to be stored. Limited by size, because a limit of the number would reserve memory for all.
  const stored = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1 })

  const similar = createCache(async (long: readonly string[]): Promise<Map<string, string[]>> => {
    const rests = new Map(long.map((word) => [word, new Set([word, findRoot(word)].flatMap(listNear))]))
    const near = { $in: [...new Set([...rests.values()].flatMap((each) => [...each]))] }
    const options = { projection: { _id: 1 }, limit: SIMILAR_MAX * long.length }
    const found = (await words.find({ near }, options).toArray()).map(({ _id }) => ({ _id, near: listNear(_id) }))
    return new Map(
      [...rests].map(([word, each]) => {
        const similar = found.filter(({ near }) => near.some((rest) => each.has(rest)))
        return [word, similar.slice(0, SIMILAR_MAX).map(({ _id }) => _id)]
      }),
    )
  })

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
     * Finds, for each word, the stored words that differ from it or its root by at most one letter, in a cache that is less than a second
     * old. A short word has no entry, because it must be spelt right.
     */
    async findSimilar(all: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
      const long = all.filter(mayBeMisspelt)
      return long.length === 0 ? new Map() : ((await similar.find(long)) ?? new Map())
    },
  }
}
export type Spelling = ReturnType<typeof createSpelling>
