import type * as mongo from 'mongodb'
import { escapePattern } from '../../../db/word-pattern.ts'
import type { JobDocument } from '../schema.ts'
import { findRoot, listNear, readSearchWords, toNearKey, toTextKey } from '../search/words.ts'

/**
 * How a job has the words of a search. `named`: all in its title or cities. `described`: at least one only in its texts.
 * `misspelt`: all in its title or cities, if one letter of each word may be wrong.
 */
export type Closeness = 'named' | 'described' | 'misspelt'

/**
 * Makes the condition that a job has all the words of a search. Add the company or not, and the status, which the index
 * needs. Without words it is no condition; if there is not one letter or digit in them, no job meets it.
 */
export function matchWords(typed: readonly string[], closeness: Closeness): mongo.Filter<JobDocument> {
  if (typed.length === 0) return {}
  const wanted = readSearchWords(typed.join(' '))
  if (wanted.length === 0) return { words: { $in: [] } }
  if (closeness === 'misspelt') return all(wanted.map(listMisspelt))
  const named = all(wanted.map(listNamed))
  if (closeness === 'named') return named
  const exact = all(wanted.map((word) => [...listNamed(word), toTextKey(findRoot(word))]))
  return { ...exact, $nor: [named] }
}

type Key = string | RegExp

const all = (keys: Key[][]): mongo.Filter<JobDocument> => ({ $and: keys.map((any) => ({ words: { $in: any } })) })

/** Lists the keys of the titles and cities that have a word: those that begin with it, and its root. */
const listNamed = (word: string): Key[] => [new RegExp(`^${escapePattern(word)}`), findRoot(word)]

/**
 * Lists the keys of the titles and cities that have a word if one of its letters may be wrong. A short word must be right. A longer
 * one must be a whole word of the title or city, not a beginning.
 */
const listMisspelt = (word: string): Key[] =>
  mayBeMisspelt(word) ? [...new Set([word, findRoot(word)].flatMap(listNear))].map(toNearKey) : listNamed(word)

const mayBeMisspelt = (word: string): boolean => listNear(word).length > 0
