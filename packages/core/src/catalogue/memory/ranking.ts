import { isBeginning } from '../../db/word-pattern.ts'
import type { SearchWord } from '../keys.ts'
import type { JobTable } from './job-table.ts'
import type { WordIndex } from './word-index.ts'

type Visit = (slot: number) => void

interface Indexes {
  table: JobTable
  words: WordIndex
}

/** Visits the slots that have a word in each way, in the order of `CLOSENESSES`. Slots that are used no more are visited too. */
export function listWays(
  { table, words }: Indexes,
  { text, root, otherKeys, kindKeys, textKey }: SearchWord,
  employers: readonly string[],
): ((visit: Visit) => void)[] {
  const eachOf =
    (findKeys: () => Iterable<string>) =>
    (visit: Visit): void => {
      for (const key of findKeys()) words.each(key, visit)
    }
  return [
    (visit) => {
      eachOf(() => new Set([text, root, ...otherKeys]))(visit)
      for (const companyId of employers) table.companyOrder(companyId).each(visit)
    },
    eachOf(() => (isBeginning(text) ? words.vocabulary.findBeginning(text) : [])),
    eachOf(() => kindKeys),
    eachOf(() => [textKey]),
    eachOf(() => new Set([text, root].flatMap((form) => words.vocabulary.findNear(form)))),
  ]
}

/**
 * Ranks all slots by the words of a search: the index of the way in which a slot has the word that it has least closely. -1 for a slot that
 * lacks a word.
 */
export function rank(
  indexes: Indexes,
  searched: readonly SearchWord[],
  employers: ReadonlyMap<string, readonly string[]>,
): Int8Array {
  const ranks = new Int8Array(indexes.table.size)
  /** How many of the words before this one a slot has. */
  const had = new Uint8Array(indexes.table.size)
  for (const [index, word] of searched.entries())
    for (const [way, visitAll] of listWays(indexes, word, employers.get(word.text) ?? []).entries())
      visitAll((slot) => {
        // The ways begin with the closest one, so the first that has the slot counts.
        if (had[slot] !== index) return
        had[slot] = index + 1
        ranks[slot] = Math.max(ranks[slot] ?? 0, way)
      })
  return ranks.map((way, slot) => (had[slot] === searched.length ? way : -1))
}
