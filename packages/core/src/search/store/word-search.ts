import type * as mongo from 'mongodb'
import { isFound, matchWord } from '../../db/word-pattern.ts'
import { type FilterCount, JOB_FILTERS, readCounts } from '../../job/filters.ts'
import { type JobOwners, matchOwners } from '../../job/owners.ts'
import { type Closeness, type JobMark, type JobRange, readRangeUnsorted } from '../../job/range.ts'
import { readSearchWords, type SearchWord } from '../keys.ts'
import type { SearchQuery } from '../query.ts'
import type { JobSearchRow } from '../schema.ts'
import type { Spelling } from './spelling.ts'

/**
 * Finds and counts published jobs that have words. It may be a second behind the jobs, so its caller reads each job that it shows. A board
 * with a search engine of its own puts it here (docs/scale.md).
 */
export interface WordSearch {
  /** Finds a range of the jobs that a search finds in one way, latest publication first. */
  find(owners: JobOwners, search: SearchQuery, range: JobRange): Promise<JobMark[]>
  /**
   * Finds some of the latest jobs that have at least one of the first words, those that have most of them first. It costs a few commands
   * together, and considers the latest jobs only.
   */
  findAny(owners: JobOwners, words: readonly string[], wordsMax: number): Promise<JobMark[]>
  /**
   * Counts the jobs that have the words, for each combination of the values that pages filter by. `exact`: the `named` and the `described`
   * ones together.
   */
  count(owners: JobOwners, words: string[], way: 'exact' | 'misspelt'): Promise<FilterCount[]>
}

type Conditions = mongo.Filter<JobSearchRow>

/** What is known of words: the employers whose name has each, and the words of the board that are similar to each. */
interface Knowledge {
  employers: ReadonlyMap<string, string[]>
  similar: ReadonlyMap<string, string[]>
}

const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkRow = Omit<JobMark, 'id'> & { _id: number }

const toMark = ({ _id: id, companyId, revision, publishedAt }: MarkRow): JobMark => ({
  id,
  companyId,
  revision,
  publishedAt,
})

interface WordSearchOptions {
  rows: mongo.Collection<JobSearchRow>
  spelling: Spelling
  /** Finds, for each word, the companies whose name has a word that begins with it. */
  findEmployers: (words: readonly string[]) => Promise<string[][]>
}

/** The search for words in the rows of `jobSearchRows`. */
export function createWordSearch({ rows, spelling, findEmployers }: WordSearchOptions): WordSearch {
  /** Finds what the conditions of words need, with one command for each kind, whatever the number of words. */
  async function lookUp(searchWords: readonly SearchWord[], isForgiving: boolean): Promise<Knowledge> {
    const texts = searchWords.map(({ text }) => text)
    if (texts.length === 0) return { employers: new Map(), similar: new Map() }
    const [employers, similar] = await Promise.all([
      findEmployers(texts),
      isForgiving ? spelling.findSimilar(texts) : new Map<string, string[]>(),
    ])
    return { employers: new Map(texts.map((text, index) => [text, employers[index] ?? []])), similar }
  }

  /** Makes the condition that a published job of the owners has all the words of a search. Undefined if no job can have them. */
  async function match(
    owners: JobOwners,
    words: readonly string[],
    way: Closeness | 'exact',
  ): Promise<Conditions | undefined> {
    const searchWords = readSearchWords(words)
    const conditions = matchWords(searchWords, way, await lookUp(searchWords, way === 'misspelt'))
    return conditions && { ...matchShown(owners), ...conditions }
  }

  return {
    async find(owners, search, range) {
      const hasWords = await match(owners, search.words, range.closeness ?? 'named')
      if (hasWords === undefined) return []
      const conditions = { ...hasWords, ...matchFilters(search) }
      const found = await readRangeUnsorted(
        (position, options) =>
          rows.find<MarkRow>({ ...conditions, ...position }, { ...options, projection: MARK }).toArray(),
        range,
      )
      return found.map(toMark)
    },

    async findAny(owners, words, wordsMax) {
      const all = readSearchWords(words)
      const known = await lookUp(all, true)
      const some = all.slice(0, wordsMax)
      const conditions = some.flatMap((word) =>
        WAYS.flatMap((way) => matchWords([word], way === 'described' ? 'exact' : way, known) ?? []),
      )
      if (conditions.length === 0) return []
      const options = { projection: { ...MARK, keys: 1 }, sort: { publishedAt: -1, _id: -1 }, limit: ANY_MAX } as const
      const found = await rows
        .find<MarkRow & { keys: string[] }>({ ...matchShown(owners), $or: conditions }, options)
        .toArray()
      const matches = new Map<MarkRow, number>()
      for (const word of some) {
        // Each word counts in the closest way in which any of the jobs has it.
        const ways = WAYS.map((way) => found.filter((row) => hasWord(row, word, way, known)))
        for (const row of ways.find((having) => having.length > 0) ?? []) matches.set(row, (matches.get(row) ?? 0) + 1)
      }
      return [...matches].sort(([, a], [, b]) => b - a).map(([row]) => toMark(row))
    },

    async count(owners, words, way) {
      const hasWords = await match(owners, words, way)
      if (hasWords === undefined) return []
      const found = rows.aggregate<{ _id: FilterCount['has']; count: number }>([
        { $match: hasWords },
        { $group: { _id: '$filters', count: { $sum: 1 } } },
      ])
      return readCounts(found, (filters) => filters)
    },
  }
}

const WAYS = ['named', 'described', 'misspelt'] as const
/** The jobs that a search for any of several words considers. */
const ANY_MAX = 100

/** Whether a job has a word in one way. It agrees with `matchWords`. */
function hasWord(
  { keys, companyId }: MarkRow & { keys: string[] },
  { text, root, otherKeys, textKey }: SearchWord,
  way: Closeness,
  { employers, similar }: Knowledge,
): boolean {
  if (way === 'described') return keys.includes(textKey)
  if (way === 'misspelt') return similar.get(text)?.some((word) => keys.includes(word)) ?? false
  if (employers.get(text)?.includes(companyId)) return true
  return keys.some((key) => isFound(key, text) || key === root || otherKeys.includes(key))
}

/** Published jobs of the owners. */
const matchShown = (owners: JobOwners): Conditions => ({ ...matchOwners(owners), publishedAt: { $exists: true } })

/** Makes the condition that a job has all of these words. Undefined if no job can have them: a search without words finds none. */
function matchWords(
  searchWords: readonly SearchWord[],
  way: Closeness | 'exact',
  { employers, similar }: Knowledge,
): Conditions | undefined {
  if (searchWords.length === 0) return undefined
  /** The condition that a job has a word, or one of `textKeys`. */
  const matchNamed = ({ text, root, otherKeys }: SearchWord, textKeys: string[] = []): Conditions => {
    const hasKey = { keys: { $in: [matchWord(text), root, ...otherKeys, ...textKeys] } }
    const named = employers.get(text) ?? []
    return named.length === 0 ? hasKey : { $or: [hasKey, { companyId: { $in: named } }] }
  }
  if (way === 'misspelt') {
    if (searchWords.some(({ text }) => similar.get(text)?.length === 0)) return undefined
    // One letter of a word may be wrong. A longer word must be a whole word, not a beginning.
    const conditions = searchWords.map((word) => {
      const keys = similar.get(word.text)
      return keys === undefined ? matchNamed(word) : { keys: { $in: keys } }
    })
    return { $and: conditions }
  }
  const named = { $and: searchWords.map((word) => matchNamed(word)) }
  if (way === 'named') return named
  const exact = { $and: searchWords.map((word) => matchNamed(word, [word.textKey])) }
  return way === 'exact' ? exact : { ...exact, $nor: [named] }
}

/** Makes the condition that a row has the chosen values: each is in a list of the row. */
const matchFilters = (search: SearchQuery): Conditions =>
  Object.fromEntries(
    JOB_FILTERS.flatMap((name) => (search[name] === undefined ? [] : [[`filters.${name}`, search[name]]])),
  )
