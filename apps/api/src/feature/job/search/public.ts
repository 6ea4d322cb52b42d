import type { Deps } from '../../../deps.ts'
import type { Company } from '../../company/service.ts'
import { withCompanies } from '../feed.ts'
import type { StoredJob } from '../job.ts'
import type { JobPosition, JobRange } from '../store/range.ts'
import type { SearchTally } from '../store/search.ts'
import type { SearchQuery, Tally } from './query.ts'

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
}

type ListedJob = StoredJob & Pick<ListPosition, 'closeness'>

/** One page of the jobs that a search finds, latest publication first. The counts may be some seconds old. */
export interface JobSearchResult extends Tally {
  jobs: ListedJob[]
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
  const read = (range: JobRange) => deps.jobs.search(company.id, search, range)
  return readResult(read, search, deps.jobs.tally(company.id, search), start, pageSize)
}

/** Searches the published jobs of all companies, as `searchJobs` does. Each job is returned with its company. */
export async function searchBoard(
  deps: Deps,
  search: SearchQuery,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult & { entries: [Company, StoredJob][] }> {
  const read = (range: JobRange) => deps.jobs.searchBoard(search, range)
  const result = await readResult(read, search, deps.jobs.tallyBoard(search), start, pageSize)
  return { ...result, entries: await withCompanies(deps, result.jobs) }
}

type Read = (range: JobRange) => Promise<StoredJob[]>

async function readResult(
  read: Read,
  { words }: SearchQuery,
  counting: Promise<SearchTally>,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult> {
  // One job more than the page tells whether there are others.
  const jobsMax = pageSize + 1
  const readStart = (start: PageStart) =>
    words.length > 0 ? readList(read, start, jobsMax) : readTier(read, { ...start, closeness: 'named', jobsMax })
  const [{ total, values, isForgiving }, exact] = await Promise.all([counting, readPage(readStart, start, pageSize)])
  const page =
    isForgiving && exact.jobs.length === 0
      ? await readPage(() => readTier(read, { closeness: 'misspelt', jobsMax }), {}, pageSize)
      : exact
  const { jobs, isFirst, hasOlder } = page
  // The total may be some seconds old, and the list is not. So a list that fits on one page gives its own total, and no total is
  // less than the number of jobs on the page.
  const isWhole = isFirst && !hasOlder
  return { jobs, isFirst, hasOlder, values, total: isWhole ? jobs.length : Math.max(total, jobs.length) }
}

async function readPage(
  read: (start: PageStart) => Promise<ListedJob[]>,
  { after, before }: PageStart,
  pageSize: number,
): Promise<Pick<JobSearchResult, 'jobs' | 'isFirst' | 'hasOlder'>> {
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
