import type { mongo } from 'mongoose'
import { rememberBriefly } from '../../../db/remember-briefly.ts'
import { shareReads } from '../../../db/share-reads.ts'
import { escapePattern } from '../../../db/word-pattern.ts'
import { fold } from '../../../fold.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../../turns.ts'
import type { StoredJob } from '../job.ts'
import { type FilterCount, JOB_FILTERS, type JobFilterName, type JobSearch, type Tally, tally } from '../search.ts'
import { type JobCollection, type JobDocument, readJobs } from './document.ts'

/** The place of a published job in the lists of the public site, which have the latest publication first. */
export interface JobPosition {
  publishedAt: Date
  id: number
}

/** The next jobs of a list, after a position in it or before it. Without a position: the first jobs of the list. */
export interface JobRange {
  after?: JobPosition | undefined
  before?: JobPosition | undefined
  jobsMax: number
}

/** A published job without its texts: where it is in the lists, and a number that each change of it raises. */
export type JobMark = JobPosition & Pick<StoredJob, 'companyId' | 'revision'>

/** Searches published jobs, those of one company or those of the whole board, for the pages that list them. */
export interface JobSearches {
  /** Reads a range of the jobs that a search finds, latest publication first. */
  search(companyId: string, search: JobSearch, range: JobRange): Promise<StoredJob[]>
  searchBoard(search: JobSearch, range: JobRange): Promise<StoredJob[]>
  /** Reads a range of all published jobs without their texts. */
  markJobs(companyId: string, range: JobRange): Promise<JobMark[]>
  markBoard(range: JobRange): Promise<JobMark[]>
  /** Counts the jobs that a search finds, and what its filters offer. The counts may be some seconds old. */
  tally(companyId: string, search: JobSearch): Promise<Tally>
  tallyBoard(search: JobSearch): Promise<Tally>
  /** Counts the published jobs of each company that has any. */
  countByCompany(): Promise<Map<string, number>>
}

type Conditions = mongo.Filter<JobDocument>
/** The company whose jobs are searched. Undefined for the whole board. */
type Scope = string | undefined

const NEWEST_FIRST = { publishedAt: -1, _id: -1 } as const
const OLDEST_FIRST = { publishedAt: 1, _id: 1 } as const

/** The fields of a mark. Every published job has been published at some time. */
const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkDocument = Pick<JobDocument, '_id' | 'companyId' | 'revision'> & Pick<JobPosition, 'publishedAt'>

/** The number of rows of counts that are remembered, of all searches together. */
const COUNTS_MAX = 200_000

export function createJobSearches(jobs: JobCollection): JobSearches {
  const readAll = (found: mongo.FindCursor<JobDocument>) => readJobs(found)
  const readMarks = async (found: mongo.FindCursor<JobDocument>): Promise<JobMark[]> =>
    (await found.project<MarkDocument>(MARK).toArray()).map(({ _id, ...rest }) => ({ id: _id, ...rest }))

  /** Reads a range of the jobs that match conditions, latest publication first. */
  async function readRange<Row>(
    conditions: Conditions,
    { after, before, jobsMax }: JobRange,
    read: (found: mongo.FindCursor<JobDocument>) => Promise<Row[]>,
  ): Promise<Row[]> {
    const isBackwards = after === undefined && before !== undefined
    const sort = isBackwards ? OLDEST_FIRST : NEWEST_FIRST
    const find = (part: Conditions) => read(jobs.find({ ...conditions, ...part }, { sort, limit: jobsMax }))
    const from = after ?? before
    if (from === undefined) return find({})
    const { publishedAt, id } = from
    const past = isBackwards ? '$gt' : '$lt'
    // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
    const [atOnce, others] = await Promise.all([
      find({ publishedAt, _id: { [past]: id } }),
      find({ publishedAt: { [past]: publishedAt } }),
    ])
    const found = [...atOnce, ...others].slice(0, jobsMax)
    return isBackwards ? found.reverse() : found
  }

  const read = shareReads((scope: Scope, search: JobSearch, range: JobRange) =>
    readRange(matchSearch(scope, search), range, readAll),
  )
  const mark = shareReads((scope: Scope, range: JobRange) => readRange(matchWords(scope, []), range, readMarks))

  const count = rememberBriefly(
    async (scope: Scope, words: string[]): Promise<FilterCount[]> => {
      const found = jobs.aggregate<{ _id: string; count: number }>([
        { $match: matchWords(scope, words) },
        { $group: { _id: '$filterText', count: { $sum: 1 } } },
      ])
      const pause = createPause(JOB_CHARACTERS_A_TURN)
      const counts: FilterCount[] = []
      for await (const { _id, count } of found) {
        await pause(_id.length)
        counts.push({ has: JSON.parse(_id), count })
      }
      return counts
    },
    { sizeOf: (counts) => counts.length, sizeMax: COUNTS_MAX },
  )
  const remembered = rememberBriefly(async (scope: Scope, search: JobSearch) =>
    tally(await count(scope, search.words), search),
  )

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

/** Matches the published jobs that have each of these words. */
function matchWords(companyId: Scope, words: string[]): Conditions {
  const conditions: Conditions = { ...(companyId !== undefined && { companyId }), status: 'PUBLISHED' }
  const held = words.map((word) => ({ search: { $regex: escapePattern(fold(word)) } }))
  return held.length === 0 ? conditions : { ...conditions, $and: held }
}

/** Matches the published jobs that a search finds. */
function matchSearch(companyId: Scope, search: JobSearch): Conditions {
  const filters = JOB_FILTERS.filter((filter) => search[filter] !== undefined)
  return {
    ...matchWords(companyId, search.words),
    ...Object.fromEntries(filters.map((filter) => [filterPaths[filter], search[filter]])),
  }
}
