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

/** Searches published jobs, those of one company or those of the whole board, for the pages that list them. */
export interface JobSearches {
  /** Reads a range of the jobs that a search finds, latest publication first. */
  search(companyId: string, search: JobSearch, range: JobRange): Promise<StoredJob[]>
  searchBoard(search: JobSearch, range: JobRange): Promise<StoredJob[]>
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

/** The number of rows of counts that are remembered, of all searches together. */
const COUNTS_MAX = 200_000

export function createJobSearches(jobs: JobCollection): JobSearches {
  async function find(conditions: Conditions, isBackwards: boolean, jobsMax: number): Promise<StoredJob[]> {
    return readJobs(jobs.find(conditions, { sort: isBackwards ? OLDEST_FIRST : NEWEST_FIRST, limit: jobsMax }))
  }

  const read = shareReads(async (scope: Scope, search: JobSearch, { after, before, jobsMax }: JobRange) => {
    const conditions = matchSearch(scope, search)
    const from = after ?? before
    if (from === undefined) return find(conditions, false, jobsMax)
    const { publishedAt, id } = from
    const past = after === undefined ? '$gt' : '$lt'
    // Two queries, because each reads a part of the index from its start. One with `$or` may read all.
    const [atOnce, others] = await Promise.all([
      find({ ...conditions, publishedAt, _id: { [past]: id } }, after === undefined, jobsMax),
      find({ ...conditions, publishedAt: { [past]: publishedAt } }, after === undefined, jobsMax),
    ])
    const found = [...atOnce, ...others].slice(0, jobsMax)
    return after === undefined ? found.reverse() : found
  })

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
