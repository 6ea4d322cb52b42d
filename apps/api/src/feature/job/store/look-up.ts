import type { PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import type * as mongo from 'mongodb'
import { anyOf, createPageReads, type List } from '../../../db/read-page.ts'
import { REMEMBERED_MIN, rememberBriefly } from '../../../db/remember-briefly.ts'
import { createPattern } from '../../../db/word-pattern.ts'
import type { StoredJob } from '../job.ts'
import { findJobs, type JobCollection, type JobDocument, readJobs, WITHOUT_WORDS } from './document.ts'
import { beginWith, type Closeness, findLongest, listWays, matchWords } from './match-words.ts'

/** One page of jobs, and the number of jobs on all pages. */
export interface JobPage {
  jobs: StoredJob[]
  total: number
}

/** Finds a company's jobs for its administrators. */
export interface JobLookUps {
  /** Counts the jobs with a status. A large count may be some seconds old. */
  countByStatus(companyId: string, status: PublicationStatus): Promise<number>
  /**
   * Reads one page of the jobs that match an administrator's search. If none has the words, one wrong letter of each word is
   * forgiven, and if none matches then, a part of a title or of an external id is enough.
   */
  lookUp(companyId: string, statuses: PublicationStatus[], lookup: Omit<JobLookup, 'status'>): Promise<JobPage>
}

/** The jobs that an administrator looks for, as plain data. */
interface Wanted extends Pick<JobLookup, 'search' | 'externalId' | 'sort' | 'order'> {
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
    async (wanted: Wanted) => {
      const { search, ...all } = wanted
      const filter = { ...matchAll(wanted), $and: search.map((word) => matchPart(wanted, word)) }
      const found = await jobs.find(filter, { projection: { _id: 1 }, sort: sortBy(wanted) }).toArray()
      const isCostly = (await count({ ...all, search: [] })) >= REMEMBERED_MIN
      return { ids: found.map(({ _id }) => _id), isCostly }
    },
    { sizeOf: ({ ids }) => ids.length, sizeMax: FOUND_MAX, isKept: ({ isCostly }) => isCostly },
  )

  return {
    countByStatus: (companyId, status) =>
      count({ companyId, statuses: [status], search: [], closeness: 'named', sort: 'jobId', order: 'descending' }),
    async lookUp(companyId, statuses, { page, pageSize, ...lookup }) {
      const wanted = { companyId, statuses, ...lookup }
      for (const closeness of ['named', 'misspelt'] as const) {
        const { rows, total } = await readPage({ ...wanted, closeness }, { page, pageSize }, readJobs)
        if (total > 0 || lookup.search.length === 0) return { jobs: rows, total }
      }
      const { ids } = await findByParts({ ...wanted, closeness: 'named' })
      const shown = ids.slice((page - 1) * pageSize, page * pageSize)
      // secantus: its Rust server chooses an index by the order of the conditions. `companyId` first reads the whole company.
      const found = shown.length === 0 ? [] : await findJobs(jobs, { _id: { $in: shown }, companyId })
      const byId = new Map(found.map((job) => [job.id, job]))
      return { jobs: shown.flatMap((id) => byId.get(id) ?? []), total: ids.length }
    },
  }
}

function createList(wanted: Wanted): List<JobDocument> {
  const { companyId, statuses, search, sort } = wanted
  const longest = findLongest(search)
  return {
    filter: { ...matchAll(wanted), ...(search.length > 0 && { $and: search.map((word) => matchWord(wanted, word)) }) },
    sort: sortBy(wanted),
    ranges: sort === 'updated' ? [{ companyId }] : statuses.map((status) => ({ companyId, status })),
    narrow: search.length > 0 ? anyOf(listWaysTo(wanted, longest)) : undefined,
    projection: WITHOUT_WORDS,
  }
}

const matchAll = ({ companyId, statuses, externalId }: Wanted): Conditions => ({
  companyId,
  status: { $in: statuses },
  ...(externalId && { externalKey: externalId === 'with' ? { $gte: '' } : { $gte: 0 } }),
})

function sortBy({ sort, order }: Wanted): Record<string, 1 | -1> {
  const direction = order === 'ascending' ? 1 : -1
  // A change writes the time of the database and that of the server, `updatedAt`; the first one has an index.
  return sort === 'updated' ? { changedAt: direction, _id: direction } : { _id: direction }
}

/** Matches jobs that have a word in the title or a city, or an external id that begins with it, or have it as their job id. */
const matchWord = (wanted: Wanted, word: string): Conditions => ({
  $or: [...matchIds(wanted, word), matchWords([word], wanted.closeness)],
})

/** Lists conditions that an index serves. Each job that `matchWord` finds meets at least one of them. */
const listWaysTo = (wanted: Wanted, word: string): Conditions[] => [
  ...matchIds(wanted, word),
  ...wanted.statuses.flatMap((status) => listWays([word], wanted.closeness).map((way) => ({ status, ...way }))),
]

/** Matches jobs whose external id begins with a word, as it was typed, in capitals or in small letters, or whose job id it is. */
function matchIds({ companyId }: Wanted, word: string): Conditions[] {
  const spellings = new Set([word, word.toUpperCase(), word.toLowerCase()])
  const isNumber = /^\d{1,15}$/.test(word)
  return [
    ...[...spellings].map((spelling) => ({ companyId, externalKey: beginWith(spelling) })),
    ...(isNumber ? [{ companyId, _id: Number(word) }] : []),
  ]
}

/** Matches jobs that `matchWord` finds, or that have the word as a part of the title or the external id. */
function matchPart(wanted: Wanted, word: string): Conditions {
  const held = { $regex: createPattern(word), $options: 'i' }
  return { $or: [{ 'fields.title': held }, { externalKey: held }, matchWord(wanted, word)] }
}
