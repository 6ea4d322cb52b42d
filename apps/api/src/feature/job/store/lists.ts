import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import { REMEMBERED_MIN, rememberBriefly } from '../../../db/once.ts'
import { createPageReads, type List } from '../../../db/page.ts'
import { createPattern } from '../../../db/word-pattern.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { type Conditions, findJobs, type JobCollection, readJobs, WITHOUT_WORDS } from './document.ts'
import { type Closeness, matchWords } from './search.ts'

/** One page of jobs, and the number of jobs on all pages. */
export interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** The jobs that a user looks for, as plain data. */
interface LookUpQuery extends Pick<JobLookup, 'search' | 'externalId' | 'sort' | 'order'> {
  companyId: string
  statuses: PublicationStatus[]
  closeness: Exclude<Closeness, 'described'>
}

/** The maximum job ids in the cache of searches for parts of words. */
const CACHED_IDS_MAX = 200_000

/** Lists a company's jobs, also unpublished ones, for its users. */
export function createJobLists(jobs: JobCollection) {
  const { count, readPage } = createPageReads(jobs, createList)

  /**
   * Finds the ids of the jobs that have each word as a part of the title or the external id, in the order of the list. No index
   * finds parts, so this reads all jobs of the company. If they are many, it caches the result for some seconds.
   */
  const findByParts = rememberBriefly(
    async (query: LookUpQuery) => {
      const { search, ...all } = query
      const filter = { ...matchAll(query), $and: search.map((word) => matchPart(query, word)) }
      const found = await jobs.find(filter, { projection: { _id: 1 }, sort: sortBy(query) }).toArray()
      const isCostly = (await count({ ...all, search: [] })) >= REMEMBERED_MIN
      return { ids: found.map(({ _id }) => _id), isCostly }
    },
    { sizeOf: ({ ids }) => ids.length, sizeMax: CACHED_IDS_MAX, isKept: ({ isCostly }) => isCostly },
  )

  return {
    /** Counts the jobs with a status. A large count may be some seconds old. */
    countByStatus: (companyId: string, status: PublicationStatus): Promise<number> =>
      count({ companyId, statuses: [status], search: [], closeness: 'named', sort: 'jobId', order: 'descending' }),

    /**
     * Reads one page of the jobs that match a user's search. If none has the words, one wrong letter of each word is
     * forgiven, and if none matches then, a part of a title or of an external id is enough.
     */
    async lookUp(
      companyId: string,
      statuses: PublicationStatus[],
      { page, pageSize, ...lookup }: Omit<JobLookup, 'status'>,
    ): Promise<JobPage> {
      const query = { companyId, statuses, ...lookup }
      for (const closeness of ['named', 'misspelt'] as const) {
        const { rows, total } = await readPage({ ...query, closeness }, { page, pageSize }, readJobs)
        if (total > 0 || lookup.search.length === 0) return { jobs: rows, total }
      }
      const { ids } = await findByParts({ ...query, closeness: 'named' })
      const pageIds = ids.slice((page - 1) * pageSize, page * pageSize)
      const found = pageIds.length === 0 ? [] : await findJobs(jobs, { _id: { $in: pageIds }, companyId })
      const byId = new Map(found.map((job) => [job.id, job]))
      return { jobs: pageIds.flatMap((id) => byId.get(id) ?? []), total: ids.length }
    },
  }
}

function createList(query: LookUpQuery): List<JobDocument> {
  const { search } = query
  return {
    filter: { ...matchAll(query), ...(search.length > 0 && { $and: search.map((word) => matchWord(query, word)) }) },
    sort: sortBy(query),
    projection: WITHOUT_WORDS,
  }
}

/** Makes a condition that an index serves as one range. */
const beginWith = (start: string) => ({ $gte: start, $lt: `${start}\u{10ffff}` })

const matchAll = ({ companyId, statuses, externalId }: LookUpQuery): Conditions => ({
  companyId,
  status: { $in: statuses },
  ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
})

function sortBy({ sort, order }: LookUpQuery): Record<string, 1 | -1> {
  const direction = order === 'ascending' ? 1 : -1
  // A change writes `changedAt` by the database's clock and `updatedAt` by the server's. Only `changedAt` has an index.
  return sort === 'updated' ? { changedAt: direction, _id: direction } : { _id: direction }
}

/**
 * Matches jobs that have a word in the title or a city, whose external id begins with it, or whose job id it is. Each condition has the
 * members of an index, so that the database uses one for each.
 */
const matchWord = (query: LookUpQuery, word: string): Conditions => ({
  $or: [...matchIds(query, word), { status: { $in: query.statuses }, ...matchWords([word], query.closeness) }],
})

/** Matches jobs whose job id is a word, or whose external id begins with it: as the user wrote it, in capitals or in small letters. */
function matchIds({ companyId }: LookUpQuery, word: string): Conditions[] {
  const spellings = new Set([word, word.toUpperCase(), word.toLowerCase()])
  const isNumber = /^\d{1,15}$/.test(word)
  return [
    ...[...spellings].map((spelling) => ({ companyId, externalKey: beginWith(spelling) })),
    ...(isNumber ? [{ companyId, _id: Number(word) }] : []),
  ]
}

/** Matches jobs that `matchWord` finds, or that have the word as a part of the title or the external id. */
function matchPart(query: LookUpQuery, word: string): Conditions {
  const part = { $regex: createPattern(word), $options: 'i' }
  return { $or: [{ 'fields.title': part }, { externalKey: part }, matchWord(query, word)] }
}
