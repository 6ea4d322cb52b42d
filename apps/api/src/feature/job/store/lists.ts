import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import type { Paging } from '@boardwalk/schema/page'
import type * as mongo from 'mongodb'
import { LATEST } from '../../../db/change-each.ts'
import { REMEMBERED_MIN, rememberBriefly } from '../../../db/once.ts'
import { createPageReads, type List } from '../../../db/page.ts'
import { createPattern } from '../../../db/word-pattern.ts'
import type { StoredJob } from '../job.ts'
import type { JobDocument } from '../schema.ts'
import { findJobs, type JobCollection, readJobs, WITHOUT_WORDS } from './document.ts'
import { type Closeness, matchWords } from './search.ts'

/** Lists a company's jobs, also unpublished ones, for the company itself. */
export interface JobLists extends JobLookUps {
  /**
   * Reads one page in the order of job ids. `afterJobId` leaves out the jobs up to that one, and `changedSince` those that
   * were last changed at or before that instant.
   */
  list(
    companyId: string,
    statuses: PublicationStatus[],
    range: Paging & { afterJobId?: number | undefined; changedSince?: Date | undefined },
  ): Promise<JobPage>
}

export function createJobLists(jobs: JobCollection): JobLists {
  async function readPage(
    filter: mongo.Filter<JobDocument>,
    sort: mongo.Sort,
    { page, pageSize }: Paging,
    options?: mongo.FindOptions,
  ): Promise<JobPage> {
    const total = await jobs.countDocuments(filter, options)
    const skip = (page - 1) * pageSize
    if (skip >= total) return { jobs: [], total }
    return { jobs: await findJobs(jobs, filter, { sort, skip, limit: pageSize, ...options }), total }
  }

  return {
    ...createLookUps(jobs),
    list(companyId, statuses, { afterJobId, changedSince, ...paging }) {
      const filter = {
        companyId,
        status: { $in: statuses },
        ...(afterJobId !== undefined && { _id: { $gt: afterJobId } }),
        ...(changedSince && { changedAt: { $gt: changedSince } }),
      }
      return readPage(filter, { _id: 1 }, paging, changedSince && LATEST)
    },
  }
}

/** One page of jobs, and the number of jobs on all pages. */
export interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** Finds a company's jobs for its users. */
export interface JobLookUps {
  /** Counts the jobs with a status. A large count may be some seconds old. */
  countByStatus(companyId: string, status: PublicationStatus): Promise<number>
  /**
   * Reads one page of the jobs that match a user's search. If none has the words, one wrong letter of each word is
   * forgiven, and if none matches then, a part of a title or of an external id is enough.
   */
  lookUp(companyId: string, statuses: PublicationStatus[], lookup: Omit<JobLookup, 'status'>): Promise<JobPage>
}

/** The jobs that a user looks for, as plain data. */
interface LookUpQuery extends Pick<JobLookup, 'search' | 'externalId' | 'sort' | 'order'> {
  companyId: string
  statuses: PublicationStatus[]
  closeness: Exclude<Closeness, 'described'>
}

type Conditions = mongo.Filter<JobDocument>

/** The number of job ids that are remembered, of all searches for parts together. */
const FOUND_MAX = 200_000

export function createLookUps(jobs: JobCollection): JobLookUps {
  const { count, readPage } = createPageReads(jobs, createList)

  /**
   * Finds the ids of the jobs that have each word as a part of the title or the external id, in the order of the list. No index finds
   * parts, so this reads all jobs of the company, and remembers for some seconds what it found if these are many.
   */
  const findByParts = rememberBriefly(
    async (query: LookUpQuery) => {
      const { search, ...all } = query
      const filter = { ...matchAll(query), $and: search.map((word) => matchPart(query, word)) }
      const found = await jobs.find(filter, { projection: { _id: 1 }, sort: sortBy(query) }).toArray()
      const isCostly = (await count({ ...all, search: [] })) >= REMEMBERED_MIN
      return { ids: found.map(({ _id }) => _id), isCostly }
    },
    { sizeOf: ({ ids }) => ids.length, sizeMax: FOUND_MAX, isKept: ({ isCostly }) => isCostly },
  )

  return {
    countByStatus: (companyId, status) =>
      count({ companyId, statuses: [status], search: [], closeness: 'named', sort: 'jobId', order: 'descending' }),
    async lookUp(companyId, statuses, { page, pageSize, ...lookup }) {
      const query = { companyId, statuses, ...lookup }
      for (const closeness of ['named', 'misspelt'] as const) {
        const { rows, total } = await readPage({ ...query, closeness }, { page, pageSize }, readJobs)
        if (total > 0 || lookup.search.length === 0) return { jobs: rows, total }
      }
      const { ids } = await findByParts({ ...query, closeness: 'named' })
      const shown = ids.slice((page - 1) * pageSize, page * pageSize)
      const found = shown.length === 0 ? [] : await findJobs(jobs, { _id: { $in: shown }, companyId })
      const byId = new Map(found.map((job) => [job.id, job]))
      return { jobs: shown.flatMap((id) => byId.get(id) ?? []), total: ids.length }
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
  // A change writes the time of the database and that of the server, `updatedAt`; the first one has an index.
  return sort === 'updated' ? { changedAt: direction, _id: direction } : { _id: direction }
}

/**
 * Matches jobs that have a word in the title or a city, or an external id that begins with it, or have it as their job id. Each condition
 * names what an index needs, so that the database finds the jobs of each by an index.
 */
const matchWord = (query: LookUpQuery, word: string): Conditions => ({
  $or: [...matchIds(query, word), { status: { $in: query.statuses }, ...matchWords([word], query.closeness) }],
})

/** Matches jobs whose external id begins with a word, as it was typed, in capitals or in small letters, or whose job id it is. */
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
