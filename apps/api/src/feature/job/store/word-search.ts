import type * as mongo from 'mongodb'
import { matchWord } from '../../../db/word-pattern.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../process/turns.ts'
import type { JobSearchRow } from '../schema.ts'
import { readSearchWords, type SearchWord } from '../search/keys.ts'
import { type FilterCount, JOB_FILTERS, type SearchQuery } from '../search/query.ts'
import { type JobOwners, matchOwners } from './owners.ts'
import { type Closeness, type JobMark, type JobRange, readRange } from './range.ts'
import type { Spelling } from './spelling.ts'

/**
 * Finds and counts published jobs that have words. It may be a second behind the jobs, so its caller reads each job that it shows. A board
 * with a search engine of its own puts it here (docs/scale.md).
 */
export interface WordSearch {
  /** Finds a range of the jobs that a search finds in one way, latest publication first. */
  find(owners: JobOwners, search: SearchQuery, range: JobRange): Promise<JobMark[]>
  /** Counts the jobs that have the words, for each combination of the values that pages filter by. */
  count(owners: JobOwners, words: string[], closeness: Closeness): Promise<FilterCount[]>
}

type Conditions = mongo.Filter<JobSearchRow>

interface WordSearchOptions {
  rows: mongo.Collection<JobSearchRow>
  spelling: Spelling
  /** Finds the companies whose name has a word that begins with this one. */
  findEmployers: (word: string) => Promise<string[]>
}

/** The search for words in the rows of `jobSearchRows`. */
export function createWordSearch({ rows, spelling, findEmployers }: WordSearchOptions): WordSearch {
  /** Makes the condition that a job has a word of a search, or one of `textKeys`. */
  async function matchNamed({ text, root, otherKeys }: SearchWord, textKeys: string[] = []): Promise<Conditions> {
    const hasKey = { keys: { $in: [matchWord(text), root, ...otherKeys, ...textKeys] } }
    const employers = await findEmployers(text)
    return employers.length === 0 ? hasKey : { $or: [hasKey, { companyId: { $in: employers } }] }
  }

  /** Makes the condition that a job has a word if one of its letters may be wrong. A longer word must be a whole word, not a beginning. */
  async function matchMisspelt(word: SearchWord): Promise<Conditions> {
    const similar = await spelling.findSimilar(word.text)
    return similar === undefined ? matchNamed(word) : { keys: { $in: similar } }
  }

  /** Makes the condition that a published job of the owners has all the words of a search. */
  async function match(owners: JobOwners, words: readonly string[], closeness: Closeness): Promise<Conditions> {
    const searchWords = readSearchWords(words)
    const published = { ...matchOwners(owners), publishedAt: { $exists: true } }
    if (searchWords.length === 0) return { ...published, keys: { $in: [] } }
    const matchEach = async (toCondition: (word: SearchWord) => Promise<Conditions>) => ({
      $and: await Promise.all(searchWords.map(toCondition)),
    })
    if (closeness === 'misspelt') return { ...published, ...(await matchEach(matchMisspelt)) }
    const named = await matchEach((word) => matchNamed(word))
    if (closeness === 'named') return { ...published, ...named }
    return { ...published, ...(await matchEach((word) => matchNamed(word, [word.textKey]))), $nor: [named] }
  }

  return {
    async find(owners, search, range) {
      const conditions = {
        ...(await match(owners, search.words, range.closeness ?? 'named')),
        ...matchFilters(search),
      }
      const projection = { companyId: 1, revision: 1, publishedAt: 1 } as const
      const found = await readRange(
        (position, options) =>
          rows
            .find<Omit<JobMark, 'id'> & { _id: number }>({ ...conditions, ...position }, { ...options, projection })
            .toArray(),
        range,
      )
      return found.map(({ _id, ...mark }) => ({ id: _id, ...mark }))
    },

    async count(owners, words, closeness) {
      const found = rows.aggregate<{ _id: FilterCount['has']; count: number }>([
        { $match: await match(owners, words, closeness) },
        { $group: { _id: '$filters', count: { $sum: 1 } } },
      ])
      return readCounts(found, (filters) => filters)
    },
  }
}

/** Makes the condition that a row has the chosen values: each is in a list of the row. */
const matchFilters = (search: SearchQuery): Conditions =>
  Object.fromEntries(
    JOB_FILTERS.flatMap((name) => (search[name] === undefined ? [] : [[`filters.${name}`, search[name]]])),
  )

/** The usual size of a combination of values in characters. */
const CHARACTERS_A_COUNT = 100

/** Reads the numbers of jobs of groups, in turns, because a large board has many. */
export async function readCounts<Group>(
  found: AsyncIterable<{ _id: Group; count: number }>,
  toValues: (group: Group) => FilterCount['has'],
): Promise<FilterCount[]> {
  const pause = createPause(JOB_CHARACTERS_A_TURN)
  const counts: FilterCount[] = []
  for await (const { _id, count } of found) {
    await pause(CHARACTERS_A_COUNT)
    counts.push({ has: toValues(_id), count })
  }
  return counts
}
