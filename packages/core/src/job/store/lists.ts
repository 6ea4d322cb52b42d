import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import { REMEMBERED_MIN, rememberBriefly } from '../../db/once.ts'
import { createPageReads, type List } from '../../db/page.ts'
import { createPattern } from '../../db/word-pattern.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../../process/turns.ts'
import type { StoredJob } from '../job.ts'
import { type LookedUpJob, lookUpJobIds } from '../look-up.ts'
import type { JobDocument } from '../schema.ts'
import { type Conditions, findJobs, type JobCollection, readExternalId, readJobs, toRowStatuses } from './document.ts'

/** One page of jobs, and the number of jobs on all pages. */
export interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** The jobs that a user lists, without a search, as plain data. */
interface LookUpQuery extends Pick<JobLookup, 'externalId' | 'sort' | 'order'> {
  companyId: string
  statuses: PublicationStatus[]
}

/** The maximum job ids in the cache of searches. */
const CACHED_IDS_MAX = 200_000

/** Lists a company's jobs, also unpublished ones, for its users. */
export function createJobLists(jobs: JobCollection) {
  const { count, readPage } = createPageReads(jobs, createList)

  /**
   * Finds the ids of the jobs that a search finds, in the order of the list. This compares all jobs of the company. If they are many, it
   * caches the result for some seconds.
   */
  const findMatches = rememberBriefly(
    async (query: LookUpQuery, search: string[]) => {
      const all = await readLookedUp(query)
      return { ids: await lookUpJobIds(all, search), isCostly: all.length >= REMEMBERED_MIN }
    },
    { sizeOf: ({ ids }) => ids.length, sizeMax: CACHED_IDS_MAX, isKept: ({ isCostly }) => isCostly },
  )

  async function readLookedUp(query: LookUpQuery): Promise<LookedUpJob[]> {
    const projection = { externalKey: 1, 'fields.title': 1, 'fields.city': 1 }
    const pause = createPause(JOB_CHARACTERS_A_TURN)
    const all: LookedUpJob[] = []
    for await (const row of jobs.find(matchAll(query), { projection, sort: sortBy(query) })) {
      const { title, city } = row.fields
      await pause(100 + title.length)
      all.push({ id: row._id, externalId: readExternalId(row), title, city })
    }
    return all
  }

  return {
    /** Counts the jobs with a status. A large count may be some seconds old. */
    countByStatus: (companyId: string, status: PublicationStatus): Promise<number> =>
      count({ companyId, statuses: [status], sort: 'jobId', order: 'descending' }),

    /** Counts the published jobs that people cannot see, because they are suspended or closed. */
    countWithheld: (companyId: string): Promise<number> => jobs.countDocuments({ companyId, status: 'WITHHELD' }),

    /** Counts the published jobs of each company that has any, also those that people cannot see. Only for the operator: it reads all. */
    async countPublishedByCompany(): Promise<Map<string, number>> {
      const found = jobs.aggregate<{ _id: string; count: number }>([
        { $match: { status: { $in: toRowStatuses(['PUBLISHED']) } } },
        { $group: { _id: '$companyId', count: { $sum: 1 } } },
      ])
      return new Map((await found.toArray()).map(({ _id, count }) => [_id, count]))
    },

    /** Finds the ids of the newest jobs that have all these words in their title. */
    async findIdsByTitle(companyId: string, words: string[], jobsMax: number): Promise<number[]> {
      const $and = words.map((word) => ({ 'fields.title': { $regex: createPattern(word), $options: 'i' } }))
      const options = { projection: { _id: 1 }, sort: { _id: -1 }, limit: jobsMax } as const
      return (await jobs.find({ companyId, $and }, options).toArray()).map(({ _id }) => _id)
    },

    /** Lists the ids of the company's jobs, or of those that a user's search finds, in the order of the list. */
    async lookUpIds(
      companyId: string,
      statuses: PublicationStatus[],
      { search, ...lookup }: Omit<JobLookup, 'status' | 'page' | 'pageSize'>,
    ): Promise<number[]> {
      const query = { companyId, statuses, ...lookup }
      if (search.length > 0) return (await findMatches(query, search)).ids
      const found = await jobs.find(matchAll(query), { projection: { _id: 1 }, sort: sortBy(query) }).toArray()
      return found.map(({ _id }) => _id)
    },

    /** Reads one page of the company's jobs, or of those that a user's search finds. */
    async lookUp(
      companyId: string,
      statuses: PublicationStatus[],
      { page, pageSize, search, ...lookup }: Omit<JobLookup, 'status'>,
    ): Promise<JobPage> {
      const query = { companyId, statuses, ...lookup }
      if (search.length === 0) {
        const { rows, total } = await readPage(query, { page, pageSize }, readJobs)
        return { jobs: rows, total }
      }
      const { ids } = await findMatches(query, search)
      const pageIds = ids.slice((page - 1) * pageSize, page * pageSize)
      const found = pageIds.length === 0 ? [] : await findJobs(jobs, { _id: { $in: pageIds }, companyId })
      const byId = new Map(found.map((job) => [job.id, job]))
      return { jobs: pageIds.flatMap((id) => byId.get(id) ?? []), total: ids.length }
    },
  }
}

const createList = (query: LookUpQuery): List<JobDocument> => ({
  filter: matchAll(query),
  sort: sortBy(query),
})

const matchAll = ({ companyId, statuses, externalId }: LookUpQuery): Conditions => ({
  companyId,
  status: { $in: toRowStatuses(statuses) },
  ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
})

function sortBy({ sort, order }: LookUpQuery): Record<string, 1 | -1> {
  const direction = order === 'ascending' ? 1 : -1
  // A change writes `changedAt` by the database's clock and `updatedAt` by the server's. Only `changedAt` has an index.
  return sort === 'updated' ? { changedAt: direction, _id: direction } : { _id: direction }
}
