import { rememberBriefly, shareReads } from '../../db/once.ts'
import { createFilterPattern, type FilterCount, type JobFilters, readCounts } from '../filters.ts'
import type { StoredJob } from '../job.ts'
import { type FindShownOwners, type JobOwners, matchOwners } from '../owners.ts'
import { type JobMark, type JobPosition, type JobRange, readRange } from '../range.ts'
import type { JobDocument } from '../schema.ts'
import { type Conditions, findJobs, type JobCollection, toRowStatuses } from './document.ts'

/** The members of a mark. A published job always has `publishedAt`. */
const MARK = { companyId: 1, revision: 1, publishedAt: 1 } as const
type MarkDocument = Pick<JobDocument, '_id' | 'companyId' | 'revision'> & Pick<JobPosition, 'publishedAt'>

/** The maximum rows of counts in the cache, for all companies together. */
const COUNTS_MAX = 200_000

/**
 * Lists published jobs for the public site, latest publication first: those of one company, or those of all companies of the board that
 * are not suspended. The lists show a new job at once.
 */
export function createPublicLists(jobs: JobCollection, findShownOwners: FindShownOwners) {
  const readMarks = async (found: AsyncIterable<MarkDocument>): Promise<JobMark[]> => {
    const marks: JobMark[] = []
    for await (const { _id, ...rest } of found) marks.push({ id: _id, ...rest })
    return marks
  }

  const list = shareReads((owners: JobOwners, filters: JobFilters, range: JobRange) =>
    readRange((position, options) => {
      const filter = {
        ...matchPublished(owners),
        ...matchFilters(filters),
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

  const countFilters = rememberBriefly(
    async (owners: JobOwners): Promise<{ counts: FilterCount[] }> => {
      // The database reads an index only.
      const found = jobs.aggregate<{ _id: string; count: number }>([
        { $match: matchPublished(owners) },
        { $group: { _id: '$filterText', count: { $sum: 1 } } },
      ])
      return { counts: await readCounts(found, (filterText) => JSON.parse(filterText)) }
    },
    { sizeOf: ({ counts }) => counts.length, sizeMax: COUNTS_MAX },
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
    /** Reads a range of the published jobs that pass filters. */
    listPublished: (companyId: string, filters: JobFilters, range: JobRange) => list({ companyId }, filters, range),
    listPublishedOnBoard: async (filters: JobFilters, range: JobRange) => list(await findShownOwners(), filters, range),
    /** Reads a range of all published jobs without their texts. */
    markJobs: (companyId: string, range: JobRange) => mark({ companyId }, range),
    markBoard: async (range: JobRange) => mark(await findShownOwners(), range),
    /** Counts the published jobs for each combination of the values that pages filter by. The counts may be some seconds old. */
    countFilters: async (companyId: string) => (await countFilters({ companyId })).counts,
    countFiltersOnBoard: async () => (await countFilters(await findShownOwners())).counts,
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
    async readMarked(marks: readonly Pick<JobMark, 'id' | 'companyId'>[]): Promise<StoredJob[]> {
      if (marks.length === 0) return []
      const companyIds = [...new Set(marks.map(({ companyId }) => companyId))]
      const filter = {
        _id: { $in: marks.map(({ id }) => id) },
        companyId: { $in: companyIds },
        status: 'PUBLISHED',
      } as const
      const byId = new Map((await findJobs(jobs, filter)).map((job) => [job.id, job]))
      return marks.flatMap(({ id }) => byId.get(id) ?? [])
    },
    /** Counts the published jobs of companies. A company without any has no entry. */
    async countOfEach(companyIds: readonly string[]): Promise<Map<string, number>> {
      if (companyIds.length === 0) return new Map()
      return countByCompany({ companyId: { $in: [...companyIds] }, status: 'PUBLISHED' })
    },
    /** Counts the jobs of each company that has any, also of suspended companies: all published ones, or those that are public. */
    async countByCompany(which: 'published' | 'public'): Promise<Map<string, number>> {
      const status = which === 'public' ? 'PUBLISHED' : { $in: toRowStatuses(['PUBLISHED']) }
      return countByCompany({ status })
    },
  }
}

/** Makes the condition that a job passes filters. The text that it reads is in the index of the list. */
function matchFilters(filters: JobFilters): Conditions {
  const pattern = createFilterPattern(filters)
  return pattern === undefined ? {} : { filterText: new RegExp(pattern) }
}

const matchPublished = (owners: JobOwners): Conditions => ({ ...matchOwners(owners), status: 'PUBLISHED' })
