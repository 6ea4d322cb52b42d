import { rememberBriefly, shareReads } from '../../../db/once.ts'
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
import { type JobCollection, readJobs, WITHOUT_WORDS } from './document.ts'
import { type Closeness, matchWords } from './match-words.ts'
import { type Conditions, type JobPosition, type JobRange, readRange } from './read-range.ts'

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
