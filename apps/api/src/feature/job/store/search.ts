import type * as mongo from 'mongodb'
import { rememberBriefly, shareReads } from '../../../db/once.ts'
import { escapePattern } from '../../../db/word-pattern.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../turns.ts'
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
import { type JobCollection, readJobs, WITHOUT_WORDS } from './document.ts'
/** A published job without its texts: where it is in the lists, and a number that each change of it raises. */
export type JobMark = JobPosition & Pick<StoredJob, 'companyId' | 'revision'>

export interface SearchTally extends Tally {
  /** Whether no job has the words, also without the filters. The jobs that have them misspelt are counted then. */
  isForgiving: boolean
}

/** Searches published jobs, those of one company or those of the whole board, for the pages that list them. */
export interface JobSearches {
  /** Reads a range of the jobs that a search finds, latest publication first. */
  search(companyId: string, search: SearchQuery, range: JobRange): Promise<StoredJob[]>
  searchBoard(search: SearchQuery, range: JobRange): Promise<StoredJob[]>
  /** Reads a range of all published jobs without their texts. */
  markJobs(companyId: string, range: JobRange): Promise<JobMark[]>
  markBoard(range: JobRange): Promise<JobMark[]>
  /** Counts the jobs that a search finds, and what its filters offer. The counts may be some seconds old. */
  tally(companyId: string, search: SearchQuery): Promise<SearchTally>
  tallyBoard(search: SearchQuery): Promise<SearchTally>
  /** Counts the published jobs of each company that has any. */
  countByCompany(): Promise<Map<string, number>>
}

/** The company whose jobs are searched. Undefined for the whole board. */
type Scope = string | undefined

/** The fields of a mark. Every published job has been published at some time. */
const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkDocument = Pick<JobDocument, '_id' | 'companyId' | 'revision'> & Pick<JobPosition, 'publishedAt'>

/** The number of rows of counts that are remembered, of all searches together. */
const COUNTS_MAX = 200_000

export function createJobSearches(jobs: JobCollection): JobSearches {
  const readMarks = async (found: AsyncIterable<MarkDocument>): Promise<JobMark[]> => {
    const marks: JobMark[] = []
    for await (const { _id, ...rest } of found) marks.push({ id: _id, ...rest })
    return marks
  }

  const read = shareReads((scope: Scope, search: SearchQuery, range: JobRange) =>
    readRange(jobs, { conditions: matchSearch(scope, search, range), projection: WITHOUT_WORDS }, range, readJobs),
  )
  const mark = shareReads((scope: Scope, range: JobRange) =>
    readRange(jobs, { conditions: matchPublished(scope), projection: MARK }, range, readMarks),
  )

  async function count(scope: Scope, words: string[], closeness: Closeness): Promise<FilterCount[]> {
    const found = jobs.aggregate<{ _id: string; count: number }>([
      { $match: { ...matchPublished(scope), ...matchWords(words, closeness) } },
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
    async (scope: Scope, words: string[]) => {
      const named = await count(scope, words, 'named')
      const exact = words.length === 0 ? named : [...named, ...(await count(scope, words, 'described'))]
      const isForgiving = exact.length === 0 && words.length > 0
      return { isForgiving, counts: isForgiving ? await count(scope, words, 'misspelt') : exact }
    },
    { sizeOf: ({ counts }) => counts.length, sizeMax: COUNTS_MAX },
  )
  const remembered = rememberBriefly(async (scope: Scope, search: SearchQuery): Promise<SearchTally> => {
    const { isForgiving, counts } = await countWords(scope, search.words)
    return { isForgiving, ...tally(counts, search) }
  })

  return {
    search: (companyId, search, range) => read(companyId, search, range),
    searchBoard: (search, range) => read(undefined, search, range),
    markJobs: (companyId, range) => mark(companyId, range),
    markBoard: (range) => mark(undefined, range),
    tally: (companyId, search) => remembered(companyId, search),
    tallyBoard: (search) => remembered(undefined, search),
    async countByCompany() {
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
function matchPublished(companyId: Scope): Conditions {
  return { ...(companyId !== undefined && { companyId }), status: 'PUBLISHED' }
}

/** Matches the published jobs that a search finds in one way. */
function matchSearch(companyId: Scope, search: SearchQuery, { closeness = 'named' }: JobRange): Conditions {
  const filters = JOB_FILTERS.filter((filter) => search[filter] !== undefined)
  return {
    ...matchPublished(companyId),
    ...matchWords(search.words, closeness),
    ...Object.fromEntries(filters.map((filter) => [filterPaths[filter], search[filter]])),
  }
}

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

export type Conditions = mongo.Filter<JobDocument>

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const

/** Reads a range of the jobs that match conditions, latest publication first. */
export async function readRange<Document extends mongo.Document, Row>(
  jobs: JobCollection,
  { conditions, projection }: { conditions: Conditions; projection: Record<string, 0 | 1> },
  { after, before, jobsMax }: JobRange,
  read: (found: AsyncIterable<Document>) => Promise<Row[]>,
): Promise<Row[]> {
  const isReversed = after === undefined && before !== undefined
  const sort = isReversed ? OLDEST_FIRST : NEWEST_FIRST
  const past = isReversed ? '$gt' : '$lt'
  const find = (part: Conditions) =>
    read(jobs.find<Document>({ ...conditions, ...part }, { sort, limit: jobsMax, projection }))
  const from = after ?? before
  if (from === undefined) return find({})
  const { publishedAt, id } = from
  // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
  const [atOnce, others] = await Promise.all([
    find({ publishedAt, _id: { [past]: id } }),
    find({ publishedAt: { [past]: publishedAt } }),
  ])
  const found = [...atOnce, ...others].slice(0, jobsMax)
  return isReversed ? found.reverse() : found
}
