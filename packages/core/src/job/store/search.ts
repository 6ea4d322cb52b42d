import { rememberBriefly, shareReads } from '../../db/once.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { createFilterPattern, type FilterCount, type SearchQuery, type Tally, tally } from '../search/query.ts'
import { type Conditions, findJobs, type JobCollection, toRowStatuses } from './document.ts'
import { type FindShownOwners, type JobOwners, matchOwners } from './owners.ts'
import { type JobMark, type JobPosition, type JobRange, readRange } from './range.ts'
import { readCounts, type WordSearch } from './word-search.ts'

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
 * Searches published jobs for the pages that list them: those of one company, or those of all companies of the board that are not
 * suspended. A search without words reads the jobs themselves, and shows a new job at once. One with words asks `words`.
 */
export function createJobSearches(jobs: JobCollection, words: WordSearch, findShownOwners: FindShownOwners) {
  const readMarks = async (found: AsyncIterable<MarkDocument>): Promise<JobMark[]> => {
    const marks: JobMark[] = []
    for await (const { _id, ...rest } of found) marks.push({ id: _id, ...rest })
    return marks
  }

  const read = shareReads((owners: JobOwners, search: SearchQuery, range: JobRange) =>
    search.words.length > 0
      ? readFound(owners, search, range)
      : readRange((position, options) => {
          const filter = {
            ...matchPublished(owners),
            ...matchFilters(search),
            ...position,
          }
          return findJobs(jobs, filter, options)
        }, range),
  )
  const mark = shareReads((owners: JobOwners, range: JobRange) =>
    readRange((position, options) => {
      const filter = { ...matchPublished(owners), ...position }
      return readMarks(jobs.find<MarkDocument>(filter, { ...options, projection: MARK }))
    }, range),
  )

  /** Reads the jobs that have words. A job that is no longer published is left out, and the next one takes its place. */
  async function readFound(owners: JobOwners, search: SearchQuery, range: JobRange): Promise<StoredJob[]> {
    const hits = await words.find(owners, search, range)
    const shown = await findPublished(hits)
    const jobsMax = range.jobsMax - shown.length
    if (jobsMax === 0 || hits.length < range.jobsMax) return shown
    return range.after === undefined && range.before !== undefined
      ? [...(await readFound(owners, search, { ...range, before: hits[0], jobsMax })), ...shown]
      : [...shown, ...(await readFound(owners, search, { ...range, after: hits.at(-1), jobsMax }))]
  }

  /** Reads jobs, in this order. Leaves out those that have been unpublished since. */
  async function findPublished(hits: readonly JobMark[]): Promise<StoredJob[]> {
    if (hits.length === 0) return []
    const companyIds = [...new Set(hits.map(({ companyId }) => companyId))]
    const filter = {
      _id: { $in: hits.map(({ id }) => id) },
      companyId: { $in: companyIds },
      status: 'PUBLISHED',
    } as const
    const byId = new Map((await findJobs(jobs, filter)).map((job) => [job.id, job]))
    return hits.flatMap(({ id }) => byId.get(id) ?? [])
  }

  /** Counts all published jobs. The database reads an index only. */
  async function countAll(owners: JobOwners): Promise<FilterCount[]> {
    const found = jobs.aggregate<{ _id: string; count: number }>([
      { $match: matchPublished(owners) },
      { $group: { _id: '$filterText', count: { $sum: 1 } } },
    ])
    return readCounts(found, (filterText) => JSON.parse(filterText))
  }

  const countWords = rememberBriefly(
    async (owners: JobOwners, searched: string[], isForgiving: boolean): Promise<{ counts: FilterCount[] }> => {
      if (searched.length === 0) return { counts: await countAll(owners) }
      return { counts: await words.count(owners, searched, isForgiving ? 'misspelt' : 'exact') }
    },
    { sizeOf: ({ counts }) => counts.length, sizeMax: COUNTS_MAX },
  )
  const countFound = rememberBriefly(
    async (owners: JobOwners, search: SearchQuery, isMisspelt: boolean): Promise<SearchTally> => {
      const exact = isMisspelt ? [] : (await countWords(owners, search.words, false)).counts
      const isForgiving = exact.length === 0 && search.words.length > 0
      const counts = isForgiving ? (await countWords(owners, search.words, true)).counts : exact
      return { isForgiving, ...tally(counts, search) }
    },
  )

  async function countByCompany(filter: Conditions): Promise<Map<string, number>> {
    const found = await jobs
      .aggregate<{ _id: string; count: number }>([
        { $match: filter },
        { $group: { _id: '$companyId', count: { $sum: 1 } } },
      ])
      .toArray()
    return new Map(found.map(({ _id, count }) => [_id, count]))
  }

  return {
    /** Reads a range of the jobs that a search finds, latest publication first. */
    search: (companyId: string, search: SearchQuery, range: JobRange) => read({ companyId }, search, range),
    searchBoard: async (search: SearchQuery, range: JobRange) => read(await findShownOwners(), search, range),
    /** Reads a range of all published jobs without their texts. */
    markJobs: (companyId: string, range: JobRange) => mark({ companyId }, range),
    markBoard: async (range: JobRange) => mark(await findShownOwners(), range),
    /** Finds the nearest published job of the board after a position, or before it, that is not of this company. */
    async findOtherCompany(companyId: string, range: Omit<JobRange, 'jobsMax'>): Promise<JobMark | undefined> {
      const { exceptCompanyIds } = await findShownOwners()
      const owners = { exceptCompanyIds: [companyId, ...exceptCompanyIds] }
      const [found] = await readRange(
        (position, options) => {
          const filter = { ...matchPublished(owners), ...position }
          return readMarks(jobs.find<MarkDocument>(filter, { ...options, projection: MARK }))
        },
        { ...range, jobsMax: 1 },
      )
      return found
    },
    /** Reads the jobs of marks, in this order. Leaves out those that are not published any more. */
    readMarked: findPublished,
    /**
     * Finds jobs of a company, or of the board without one, that have at least one of the first words. Those that have most of them come
     * first.
     */
    async searchAny(
      companyId: string | undefined,
      searched: readonly string[],
      { wordsMax, jobsMax }: { wordsMax: number; jobsMax: number },
    ): Promise<StoredJob[]> {
      const owners = companyId === undefined ? await findShownOwners() : { companyId }
      return findPublished((await words.findAny(owners, searched, wordsMax)).slice(0, jobsMax))
    },
    /** Counts the published jobs of companies. A company without any has no entry. */
    async countOfEach(companyIds: readonly string[]): Promise<Map<string, number>> {
      if (companyIds.length === 0) return new Map()
      return countByCompany({ companyId: { $in: [...companyIds] }, status: 'PUBLISHED' })
    },
    /**
     * Counts the jobs that a search finds, and what its filters offer. The counts may be some seconds old. `isMisspelt`: the caller knows
     * that no job has the words as they are written.
     */
    tally: (companyId: string, search: SearchQuery, isMisspelt = false) =>
      countFound({ companyId }, search, isMisspelt),
    tallyBoard: async (search: SearchQuery, isMisspelt = false) =>
      countFound(await findShownOwners(), search, isMisspelt),
    /** Counts the jobs of each company that has any, also of suspended companies: all published ones, or those that are public. */
    async countByCompany(which: 'published' | 'public'): Promise<Map<string, number>> {
      const status = which === 'public' ? 'PUBLISHED' : { $in: toRowStatuses(['PUBLISHED']) }
      return countByCompany({ status })
    },
  }
}

/** Makes the condition that a job has the chosen values. The text that it reads is in the index of the list. */
function matchFilters(search: SearchQuery): Conditions {
  const pattern = createFilterPattern(search)
  return pattern === undefined ? {} : { filterText: new RegExp(pattern) }
}

const matchPublished = (owners: JobOwners): Conditions => ({ ...matchOwners(owners), status: 'PUBLISHED' })
