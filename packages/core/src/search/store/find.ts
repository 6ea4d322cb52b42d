import { rememberBriefly, shareReads } from '../../db/once.ts'
import type { FilterCount } from '../../job/filters.ts'
import type { StoredJob } from '../../job/job.ts'
import type { FindShownOwners, JobOwners } from '../../job/owners.ts'
import type { JobRange } from '../../job/range.ts'
import type { JobStore } from '../../job/store/job-store.ts'
import { type SearchQuery, type Tally, tally } from '../query.ts'
import type { WordSearch } from './word-search.ts'

export interface SearchTally extends Tally {
  /** Whether no job has the words, even without the filters. Then the counts are of jobs that have them misspelt. */
  isForgiving: boolean
}

/** The maximum rows of counts in the cache, for all searches together. */
const COUNTS_MAX = 200_000

interface FindOptions {
  jobs: JobStore
  words: WordSearch
  findShownOwners: FindShownOwners
}

/**
 * Searches published jobs for the pages that list them: those of one company, or those of all companies of the board that are not
 * suspended. A search without words asks `jobs`, and shows a new job at once. One with words asks `words`.
 */
export function createFind({ jobs, words, findShownOwners }: FindOptions) {
  const readShared = shareReads(read)

  /** Reads the jobs that have words. A job that is no longer published is left out, and the next one takes its place. */
  async function read(owners: JobOwners, search: SearchQuery, range: JobRange): Promise<StoredJob[]> {
    const hits = await words.find(owners, search, range)
    const shown = await jobs.readMarked(hits)
    const jobsMax = range.jobsMax - shown.length
    if (jobsMax === 0 || hits.length < range.jobsMax) return shown
    return range.after === undefined && range.before !== undefined
      ? [...(await read(owners, search, { ...range, before: hits[0], jobsMax })), ...shown]
      : [...shown, ...(await read(owners, search, { ...range, after: hits.at(-1), jobsMax }))]
  }

  const countWords = rememberBriefly(
    async (owners: JobOwners, searched: string[], way: 'exact' | 'misspelt'): Promise<{ counts: FilterCount[] }> => ({
      counts: await words.count(owners, searched, way),
    }),
    { sizeOf: ({ counts }) => counts.length, sizeMax: COUNTS_MAX },
  )
  const countAll = (owners: JobOwners): Promise<FilterCount[]> =>
    'companyId' in owners ? jobs.countFilters(owners.companyId) : jobs.countFiltersOnBoard()
  const countFound = rememberBriefly(
    async (owners: JobOwners, search: SearchQuery, isMisspelt: boolean): Promise<SearchTally> => {
      if (search.words.length === 0) return { isForgiving: false, ...tally(await countAll(owners), search) }
      const exact = isMisspelt ? [] : (await countWords(owners, search.words, 'exact')).counts
      const isForgiving = exact.length === 0
      const counts = isForgiving ? (await countWords(owners, search.words, 'misspelt')).counts : exact
      return { isForgiving, ...tally(counts, search) }
    },
  )

  return {
    /** Reads a range of the jobs that a search finds, latest publication first. */
    find: (companyId: string, search: SearchQuery, range: JobRange): Promise<StoredJob[]> =>
      search.words.length > 0 ? readShared({ companyId }, search, range) : jobs.listPublished(companyId, search, range),
    findOnBoard: async (search: SearchQuery, range: JobRange): Promise<StoredJob[]> =>
      search.words.length > 0
        ? readShared(await findShownOwners(), search, range)
        : jobs.listPublishedOnBoard(search, range),
    /**
     * Finds jobs of a company, or of the board without one, that have at least one of the first words. Those that have most of them come
     * first.
     */
    async findAny(
      companyId: string | undefined,
      searched: readonly string[],
      { wordsMax, jobsMax }: { wordsMax: number; jobsMax: number },
    ): Promise<StoredJob[]> {
      const owners = companyId === undefined ? await findShownOwners() : { companyId }
      return jobs.readMarked((await words.findAny(owners, searched, wordsMax)).slice(0, jobsMax))
    },
    /**
     * Counts the jobs that a search finds, and what its filters offer. The counts may be some seconds old. `isMisspelt`: the caller knows
     * that no job has the words as they are written.
     */
    tally: (companyId: string, search: SearchQuery, isMisspelt = false) =>
      countFound({ companyId }, search, isMisspelt),
    tallyOnBoard: async (search: SearchQuery, isMisspelt = false) =>
      countFound(await findShownOwners(), search, isMisspelt),
  }
}
