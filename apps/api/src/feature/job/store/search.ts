import { rememberBriefly, shareReads } from '../../../db/once.ts'
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
import { type Conditions, findJobs, type JobCollection } from './document.ts'
import { type JobMark, type JobPosition, type JobRange, readRange } from './range.ts'
import { type CompanyId, readCounts, type WordSearch } from './word-search.ts'

export interface SearchTally extends Tally {
  /** Whether no job has the words, even without the filters. Then the counts are of jobs that have them misspelt. */
  isForgiving: boolean
}

/** The members of a mark. A published job always has `publishedAt`. */
const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkDocument = Pick<JobDocument, '_id' | 'companyId' | 'revision'> & Pick<JobPosition, 'publishedAt'>

/** The maximum rows of counts in the cache, for all searches together. */
const COUNTS_MAX = 200_000

/**
 * Searches published jobs, those of one company or those of the whole board, for the pages that list them. A search without words reads
 * the jobs themselves, and shows a new job at once. One with words asks `words`.
 */
export function createJobSearches(jobs: JobCollection, words: WordSearch) {
  const readMarks = async (found: AsyncIterable<MarkDocument>): Promise<JobMark[]> => {
    const marks: JobMark[] = []
    for await (const { _id, ...rest } of found) marks.push({ id: _id, ...rest })
    return marks
  }

  const read = shareReads((companyId: CompanyId, search: SearchQuery, range: JobRange) =>
    search.words.length > 0
      ? readFound(companyId, search, range)
      : readRange((position, options) => {
          const filter = { ...matchPublished(companyId), ...matchFilters(search), ...position }
          return findJobs(jobs, filter, options)
        }, range),
  )
  const mark = shareReads((companyId: CompanyId, range: JobRange) =>
    readRange((position, options) => {
      const filter = { ...matchPublished(companyId), ...position }
      return readMarks(jobs.find<MarkDocument>(filter, { ...options, projection: MARK }))
    }, range),
  )

  /** Reads the jobs that have words. A job that is no longer published is left out, and the next one takes its place. */
  async function readFound(companyId: CompanyId, search: SearchQuery, range: JobRange): Promise<StoredJob[]> {
    const hits = await words.find(companyId, search, range)
    const shown = await findPublished(hits)
    const jobsMax = range.jobsMax - shown.length
    if (jobsMax === 0 || hits.length < range.jobsMax) return shown
    return range.after === undefined && range.before !== undefined
      ? [...(await readFound(companyId, search, { ...range, before: hits[0], jobsMax })), ...shown]
      : [...shown, ...(await readFound(companyId, search, { ...range, after: hits.at(-1), jobsMax }))]
  }

  /** Reads jobs, in this order. Leaves out those that have been unpublished since, or that an earlier version has published again at another place of the list. */
  async function findPublished(hits: readonly JobMark[]): Promise<StoredJob[]> {
    if (hits.length === 0) return []
    const companyIds = [...new Set(hits.map(({ companyId }) => companyId))]
    const filter = {
      _id: { $in: hits.map(({ id }) => id) },
      companyId: { $in: companyIds },
      status: 'PUBLISHED',
    } as const
    const byId = new Map((await findJobs(jobs, filter)).map((job) => [job.id, job]))
    return hits.flatMap(({ id, publishedAt }) => {
      const job = byId.get(id)
      return Number(job?.publishedAt) === Number(publishedAt) && job !== undefined ? [job] : []
    })
  }

  /** Counts all published jobs. The database reads an index only. */
  async function countAll(companyId: CompanyId): Promise<FilterCount[]> {
    const found = jobs.aggregate<{ _id: string; count: number }>([
      { $match: matchPublished(companyId) },
      { $group: { _id: '$filterText', count: { $sum: 1 } } },
    ])
    return readCounts(found, (filterText) => JSON.parse(filterText))
  }

  const countWords = rememberBriefly(
    async (companyId: CompanyId, searched: string[]) => {
      if (searched.length === 0) return { isForgiving: false, counts: await countAll(companyId) }
      const named = await words.count(companyId, searched, 'named')
      const exact = [...named, ...(await words.count(companyId, searched, 'described'))]
      const isForgiving = exact.length === 0
      return { isForgiving, counts: isForgiving ? await words.count(companyId, searched, 'misspelt') : exact }
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

function matchFilters(search: SearchQuery): Conditions {
  const filters = JOB_FILTERS.filter((filter) => search[filter] !== undefined)
  return Object.fromEntries(filters.map((filter) => [filterPaths[filter], search[filter]]))
}
