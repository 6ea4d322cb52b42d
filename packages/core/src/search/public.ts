import type { Company } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import { withCompanies } from '../job/feed.ts'
import { JOB_FILTERS } from '../job/filters.ts'
import type { StoredJob } from '../job/job.ts'
import type { JobPosition, JobRange } from '../job/range.ts'
import { readFrontPage } from './front.ts'
import { everyJob, isNarrowed, type SearchQuery, type Tally, tally } from './query.ts'
import type { SearchTally } from './store/find.ts'

/* Searches published jobs for the public site: those of one company, or of the whole board. */

/**
 * The place of a job in the list that a search finds. The list begins with the jobs that have the words in their title or city
 * (`named`). The jobs that have words only in their texts follow.
 */
type ListPosition = JobPosition & Required<Pick<JobRange, 'closeness'>>

/** Where a page of the list begins: after a job's position, or before it. Without both, it is the first page. */
export interface PageStart {
  after?: ListPosition | undefined
  before?: ListPosition | undefined
  /** The number of the page, as the link to it says. It changes no list. */
  page?: number | undefined
}

type ListedJob = StoredJob & Pick<ListPosition, 'closeness'>

/** One page of the jobs that a search finds, latest publication first. The counts may be some seconds old. */
export interface JobSearchResult extends Tally {
  jobs: ListedJob[]
  /** The number of this page. Undefined if the link to it does not say it. */
  page: number | undefined
  /** The number of pages. Undefined for a list that hides some of its jobs. */
  pageCount: number | undefined
  /** Whether this is the first page of the list. */
  isFirst: boolean
  /** Whether the list has older jobs than these. */
  hasOlder: boolean
}

/**
 * Searches a company's published jobs. If no job is left after a position, or if the page before a position would not be full,
 * the result is the first page.
 */
export function searchJobs(
  deps: Deps,
  company: Company,
  search: SearchQuery,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult> {
  const read = (range: JobRange) => deps.search.find(company.id, search, range)
  const count: Count = (...asked) => deps.search.tally(company.id, ...asked)
  return readResult(read, search, count, start, pageSize)
}

/** A job of the board with its company. */
export interface BoardEntry {
  company: Company
  job: StoredJob
  /** How many jobs the company has, if the list hides those that follow this one. */
  companyJobs?: number | undefined
}

export type BoardSearchResult = JobSearchResult & { entries: BoardEntry[] }

/**
 * Searches the published jobs of all companies, as `searchJobs` does. The list of all jobs shows at most three of one company in a row
 * (front.ts).
 */
export async function searchBoard(
  deps: Deps,
  search: SearchQuery,
  start: PageStart,
  pageSize: number,
): Promise<BoardSearchResult> {
  if (!isNarrowed(search)) {
    const [{ total, values }, { cutIds, ...front }] = await Promise.all([
      deps.search.tallyOnBoard(search),
      readFrontPage(deps, start, pageSize),
    ])
    const jobs = front.jobs.map((job) => ({ ...job, closeness: 'named' as const }))
    const page = front.isFirst ? 1 : start.page
    const result = { ...front, jobs, values, total: Math.max(total, jobs.length), page, pageCount: undefined }
    return { ...result, entries: await toEntries(deps, jobs, cutIds) }
  }
  const read = (range: JobRange) => deps.search.findOnBoard(search, range)
  const result = await readResult(read, search, deps.search.tallyOnBoard, start, pageSize)
  return { ...result, entries: await toEntries(deps, result.jobs) }
}

async function toEntries(deps: Deps, jobs: StoredJob[], cutIds = new Set<number>()): Promise<BoardEntry[]> {
  const withCompany = await withCompanies(deps, jobs)
  return Promise.all(
    withCompany.map(async ([company, job]) => {
      const companyJobs = cutIds.has(job.id) ? (await deps.search.tally(company.id, everyJob)).total : undefined
      return { company, job, companyJobs }
    }),
  )
}

type Read = (range: JobRange) => Promise<StoredJob[]>
type Count = (search: SearchQuery, isMisspelt?: boolean) => Promise<SearchTally>

async function readResult(
  readRange: Read,
  search: SearchQuery,
  count: Count,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult> {
  const asked = new Map<string, Promise<StoredJob[]>>()
  /** Reads a range once. A position after which nothing is leads to the first page, which asks again for the `described` jobs. */
  const read: Read = (range) => {
    const key = JSON.stringify(range)
    const reading = asked.get(key) ?? readRange(range)
    asked.set(key, reading)
    return reading
  }
  // One job more than the page tells whether there are others.
  const jobsMax = pageSize + 1
  const readStart = (start: PageStart) =>
    search.words.length > 0 ? readList(read, start, jobsMax) : readTier(read, { ...start, closeness: 'named', jobsMax })
  const readMisspelt = () => readPage(() => readTier(read, { closeness: 'misspelt', jobsMax }), {}, pageSize)
  const readAll = async () => {
    const [counted, exact] = await Promise.all([count(search), readPage(readStart, start, pageSize)])
    return { counted, page: counted.isForgiving && exact.jobs.length === 0 ? await readMisspelt() : exact }
  }
  /** Reads a page of a search for words alone. If it finds nothing, nothing has to be counted. */
  const readWords = async () => {
    const exact = await readPage(readStart, start, pageSize)
    if (exact.jobs.length > 0) return { counted: await count(search), page: exact }
    const page = await readMisspelt()
    return { counted: page.jobs.length > 0 ? await count(search, true) : NOTHING, page }
  }
  const isOfWords = search.words.length > 0 && !isNarrowed({ ...search, words: [] })
  const { counted, page } = await (isOfWords ? readWords() : readAll())
  const { total, values } = counted
  // No job has the words, so the filters offer what the other jobs have.
  const isUnknown = JOB_FILTERS.every((filter) => values[filter].length === 0)
  const offered = isUnknown ? (await count(everyJob)).values : values
  return { ...page, values: offered, ...placePage(page, total, start.page, pageSize) }
}

const NOTHING = tally([], everyJob)

/**
 * Says which page of how many this is, and how many jobs there are. The total may be some seconds old, and the number of a page comes from
 * a link. So a number that cannot be is corrected, and no total is less than what this page and those before it show.
 */
function placePage(
  { jobs, isFirst, hasOlder }: ListPage,
  total: number,
  linked: number | undefined,
  pageSize: number,
): Pick<JobSearchResult, 'page' | 'pageCount' | 'total'> {
  if (isFirst && !hasOlder) return { page: 1, pageCount: 1, total: jobs.length }
  const counted = Math.ceil(total / pageSize)
  const lowest = hasOlder ? 2 : Math.max(2, Math.floor((total - jobs.length) / pageSize) + 1)
  const highest = Math.max(lowest, hasOlder ? counted - 1 : counted)
  const page = isFirst ? 1 : linked && Math.min(Math.max(linked, lowest), highest)
  const pageCount = hasOlder ? Math.max(counted, (page ?? lowest) + 1) : (page ?? lowest)
  const shown = ((page ?? lowest) - 1) * pageSize + jobs.length + (hasOlder ? 1 : 0)
  return { page, pageCount, total: Math.max(total, shown) }
}

type ListPage = Pick<JobSearchResult, 'jobs' | 'isFirst' | 'hasOlder'>

async function readPage(
  read: (start: PageStart) => Promise<ListedJob[]>,
  { after, before }: PageStart,
  pageSize: number,
): Promise<ListPage> {
  if (after !== undefined) {
    const found = await read({ after })
    if (found.length > 0) return { jobs: found.slice(0, pageSize), isFirst: false, hasOlder: found.length > pageSize }
  } else if (before !== undefined) {
    const found = await read({ before })
    if (found.length > pageSize) return { jobs: found.slice(1), isFirst: false, hasOlder: true }
  }
  const found = await read({})
  return { jobs: found.slice(0, pageSize), isFirst: true, hasOlder: found.length > pageSize }
}

/** The position after the last job. */
const END: JobPosition = { publishedAt: new Date(0), id: 0 }

/** Reads the next jobs of a list that has first the `named` and then the `described` jobs. */
async function readList(read: Read, { after, before }: PageStart, jobsMax: number): Promise<ListedJob[]> {
  const { closeness } = after ?? before ?? { closeness: 'named' as const }
  const found = await readTier(read, { closeness, after, before, jobsMax })
  const left = jobsMax - found.length
  if (left === 0) return found
  if (closeness === 'named' && before === undefined)
    return [...found, ...(await readTier(read, { closeness: 'described', jobsMax: left }))]
  if (closeness === 'described' && before !== undefined)
    return [...(await readTier(read, { closeness: 'named', before: END, jobsMax: left })), ...found]
  return found
}

async function readTier(read: Read, range: JobRange & Pick<ListPosition, 'closeness'>): Promise<ListedJob[]> {
  return (await read(range)).map((job) => ({ ...job, closeness: range.closeness }))
}
