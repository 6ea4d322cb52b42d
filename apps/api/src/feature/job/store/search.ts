import type * as mongo from 'mongodb'
import { rememberBriefly, shareReads } from '../../../db/once.ts'
import { escapePattern } from '../../../db/word-pattern.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../process/turns.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import {
  type FilterCount,
  JOB_FILTERS,
  type JobFilterName,
  type SearchQuery,
  type Tally,
  tally,
} from '../search/query.ts'
import { findRoot, listNear, readSearchWords, toNearKey, toTextKey } from '../search/words.ts'
import { type Conditions, type JobCollection, readJobs, WITHOUT_WORDS } from './document.ts'

/**
 * How a job has the words of a search. `named`: all in its title or cities. `described`: at least one only in its texts.
 * `misspelt`: all in its title or cities, if one letter of each word may be wrong.
 */
export type Closeness = 'named' | 'described' | 'misspelt'

/** The place of a published job in the lists of the public site, which have the latest publication first. */
export interface JobPosition {
  publishedAt: Date
  id: number
}

/** The next jobs of a list, after a position in it or before it. Without a position: the first jobs of the list. */
export interface JobRange {
  /** How the jobs of the list have the words of the search. Without words every job is `named`, the default. */
  closeness?: Closeness
  after?: JobPosition | undefined
  before?: JobPosition | undefined
  jobsMax: number
}

/** A published job without its texts: its position in the lists, and the number of its last change. */
export type JobMark = JobPosition & Pick<StoredJob, 'companyId' | 'revision'>

export interface SearchTally extends Tally {
  /** Whether no job has the words, even without the filters. Then the counts are of jobs that have them misspelt. */
  isForgiving: boolean
}

/** The members of a mark. A published job always has `publishedAt`. */
const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkDocument = Pick<JobDocument, '_id' | 'companyId' | 'revision'> & Pick<JobPosition, 'publishedAt'>

/** The maximum rows of counts in the cache, for all searches together. */
const COUNTS_MAX = 200_000

/** The company whose jobs are searched. Undefined for the whole board. */
type CompanyId = string | undefined

/** Searches published jobs, those of one company or those of the whole board, for the pages that list them. */
export function createJobSearches(jobs: JobCollection) {
  const readMarks = async (found: AsyncIterable<MarkDocument>): Promise<JobMark[]> => {
    const marks: JobMark[] = []
    for await (const { _id, ...rest } of found) marks.push({ id: _id, ...rest })
    return marks
  }

  const read = shareReads((companyId: CompanyId, search: SearchQuery, range: JobRange) =>
    readRange(jobs, { conditions: matchSearch(companyId, search, range), projection: WITHOUT_WORDS }, range, readJobs),
  )
  const mark = shareReads((companyId: CompanyId, range: JobRange) =>
    readRange(jobs, { conditions: matchPublished(companyId), projection: MARK }, range, readMarks),
  )

  async function count(companyId: CompanyId, words: string[], closeness: Closeness): Promise<FilterCount[]> {
    const found = jobs.aggregate<{ _id: string; count: number }>([
      { $match: { ...matchPublished(companyId), ...matchWords(words, closeness) } },
      { $group: { _id: '$filterText', count: { $sum: 1 } } },
    ])
    const pause = createPause(JOB_CHARACTERS_A_TURN)
    const counts: FilterCount[] = []
    for await (const { _id, count } of found) {
      await pause(_id.length)
      counts.push({ has: JSON.parse(_id), count })
    }
    return counts
  }

  const countWords = rememberBriefly(
    async (companyId: CompanyId, words: string[]) => {
      const named = await count(companyId, words, 'named')
      const exact = words.length === 0 ? named : [...named, ...(await count(companyId, words, 'described'))]
      const isForgiving = exact.length === 0 && words.length > 0
      return { isForgiving, counts: isForgiving ? await count(companyId, words, 'misspelt') : exact }
    },
    { sizeOf: ({ counts }) => counts.length, sizeMax: COUNTS_MAX },
  )
  const countFound = rememberBriefly(async (companyId: CompanyId, search: SearchQuery): Promise<SearchTally> => {
    const { isForgiving, counts } = await countWords(companyId, search.words)
    return { isForgiving, ...tally(counts, search) }
  })

  return {
    /** Reads a range of the jobs that a search finds, latest publication first. */
    search: (companyId: string, search: SearchQuery, range: JobRange) => read(companyId, search, range),
    searchBoard: (search: SearchQuery, range: JobRange) => read(undefined, search, range),
    /** Reads a range of all published jobs without their texts. */
    markJobs: (companyId: string, range: JobRange) => mark(companyId, range),
    markBoard: (range: JobRange) => mark(undefined, range),
    /** Counts the jobs that a search finds, and what its filters offer. The counts may be some seconds old. */
    tally: (companyId: string, search: SearchQuery) => countFound(companyId, search),
    tallyBoard: (search: SearchQuery) => countFound(undefined, search),
    /** Counts the published jobs of each company that has any. */
    async countByCompany(): Promise<Map<string, number>> {
      const found = await jobs
        .aggregate<{ _id: string; count: number }>([
          { $match: { status: 'PUBLISHED' } },
          { $group: { _id: '$companyId', count: { $sum: 1 } } },
        ])
        .toArray()
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },
  }
}

/** The field of each filter. A job matches if the field equals the value, or is a list that contains it. */
const filterPaths: Record<JobFilterName, string> = {
  city: 'fields.city',
  contractType: 'fields.contractType',
  workMode: 'fields.workMode',
  language: 'fields.languages',
}

/** Matches the published jobs of the company, or of the board. */
function matchPublished(companyId: CompanyId): Conditions {
  return { ...(companyId !== undefined && { companyId }), status: 'PUBLISHED' }
}

/** Matches the published jobs that a search finds in one way. */
function matchSearch(companyId: CompanyId, search: SearchQuery, { closeness = 'named' }: JobRange): Conditions {
  const filters = JOB_FILTERS.filter((filter) => search[filter] !== undefined)
  return {
    ...matchPublished(companyId),
    ...matchWords(search.words, closeness),
    ...Object.fromEntries(filters.map((filter) => [filterPaths[filter], search[filter]])),
  }
}

/**
 * Makes the condition that a job has all the words of a search. The caller adds the status, which the index needs, and may add
 * the company. Without words every job meets it. If the words have no letter and no digit, no job meets it.
 */
export function matchWords(words: readonly string[], closeness: Closeness): Conditions {
  if (words.length === 0) return {}
  const searchWords = readSearchWords(words.join(' '))
  if (searchWords.length === 0) return { words: { $in: [] } }
  if (closeness === 'misspelt') return all(searchWords.map(listMisspelt))
  const named = all(searchWords.map(listNamed))
  if (closeness === 'named') return named
  const exact = all(searchWords.map((word) => [...listNamed(word), toTextKey(findRoot(word))]))
  return { ...exact, $nor: [named] }
}

type Key = string | RegExp

const all = (words: Key[][]): Conditions => ({ $and: words.map((keys) => ({ words: { $in: keys } })) })

/** Lists the keys of the titles and cities that have a word: those that begin with it, and its root. */
const listNamed = (word: string): Key[] => [new RegExp(`^${escapePattern(word)}`), findRoot(word)]

/**
 * Lists the keys of the titles and cities that have a word if one of its letters may be wrong. A short word must be right. A longer
 * one must be a whole word of the title or city, not a beginning.
 */
const listMisspelt = (word: string): Key[] =>
  listNear(word).length > 0 ? [...new Set([word, findRoot(word)].flatMap(listNear))].map(toNearKey) : listNamed(word)

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const

/** Reads a range of the jobs that match conditions, latest publication first. */
async function readRange<Document extends mongo.Document, Row>(
  jobs: JobCollection,
  { conditions, projection }: { conditions: Conditions; projection: Record<string, 0 | 1> },
  { after, before, jobsMax }: JobRange,
  read: (found: AsyncIterable<Document>) => Promise<Row[]>,
): Promise<Row[]> {
  const isReversed = after === undefined && before !== undefined
  const sort = isReversed ? OLDEST_FIRST : NEWEST_FIRST
  const beyond = isReversed ? '$gt' : '$lt'
  const find = (more: Conditions) =>
    read(jobs.find<Document>({ ...conditions, ...more }, { sort, limit: jobsMax, projection }))
  const position = after ?? before
  if (position === undefined) return find({})
  const { publishedAt, id } = position
  // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
  const [sameTime, others] = await Promise.all([
    find({ publishedAt, _id: { [beyond]: id } }),
    find({ publishedAt: { [beyond]: publishedAt } }),
  ])
  const found = [...sameTime, ...others].slice(0, jobsMax)
  return isReversed ? found.reverse() : found
}
