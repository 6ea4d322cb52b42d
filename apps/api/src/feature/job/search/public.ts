import type { Deps } from '../../../deps.ts'
import { type Company, findCompaniesAfter, findCompaniesById, findCompanyPartStarts } from '../../company/service.ts'
import { countCharacters, type StoredJob } from '../job.ts'
import type { SitemapJob } from '../store/published.ts'
import type { JobPosition, JobRange } from '../store/read-range.ts'
import type { SearchTally } from '../store/search.ts'
import { everything, type JobSearch, type Tally } from './query.ts'

/* Finds published jobs for the public site: those of one company, or of the whole board. */

const OTHER_JOBS_MAX = 5
/** The most rows that one query reads. */
const BATCH = 100
/** The jobs that the first query for whole jobs reads. It shows how large they are. */
export const FIRST_JOBS = 10
/** The characters of jobs that one query should read. A feed keeps about as many in memory while its reader stalls. */
const BATCH_CHARACTERS = 64_000

/**
 * The place of a job in the list of a search, which has first the jobs with the words in their title or city (`named`), and then
 * those with words only in their texts.
 */
type ListPosition = JobPosition & Required<Pick<JobRange, 'closeness'>>

/** The part of a list that is asked for: after a job's position, or before it. Neither asks for the first page. */
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
 * Searches a company's published jobs. Where no job is left after a position, or where the page before a position would
 * not be full, the result is the first page.
 */
export function searchJobs(
  deps: Deps,
  company: Company,
  search: JobSearch,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult> {
  const read = (range: JobRange) => deps.jobs.search(company.id, search, range)
  return readResult(read, search, deps.jobs.tally(company.id, search), start, pageSize)
}

/** Searches the published jobs of all companies, as `searchJobs` does. Each job is returned with its company. */
export async function searchBoard(
  deps: Deps,
  search: JobSearch,
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
  { words }: JobSearch,
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
  // The list is read each time, and the total may be some seconds old. So a list that fits on one page is counted itself, and no total is less than the number of jobs shown.
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

/** Before this position are all jobs. */
const END: JobPosition = { publishedAt: new Date(0), id: 0 }

/** Reads the next jobs of a list, which has the `named` jobs before the `described`. The list of `misspelt` jobs has no others. */
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

/** Finds a few of a company's newest jobs, to offer them in place of a job that is no longer published. */
export function findNewestJobs(deps: Deps, company: Company): Promise<StoredJob[]> {
  return deps.jobs.search(company.id, everything, { jobsMax: OTHER_JOBS_MAX })
}

/**
 * Reads all published jobs of a company in batches, so that any number fits in memory. It takes what it yields out of its own
 * lists, so that it keeps no job in memory while the reader of a feed stalls.
 */
export async function* readCompanyJobs(deps: Deps, company: Company): AsyncGenerator<[Company, StoredJob][]> {
  const read = (after: number, jobsMax: number) => deps.jobs.findPublished(company.id, after, jobsMax)
  for await (const jobs of batches(read, 0, FIRST_JOBS, countNextJobs))
    yield jobs.splice(0).map((job) => [company, job])
}

/** Reads all published jobs of the board in batches, each job with its company. */
export async function* readBoardJobs(deps: Deps): AsyncGenerator<[Company, StoredJob][]> {
  const read = (after: number, jobsMax: number) => deps.jobs.findPublishedOnBoard(after, jobsMax)
  for await (const jobs of batches(read, 0, FIRST_JOBS, countNextJobs)) yield withCompanies(deps, jobs.splice(0))
}

/** Reads the addresses of the board's next published jobs after a job id, at most `jobsMax`. */
export async function* readJobAddresses(
  deps: Deps,
  afterId: number,
  jobsMax: number,
): AsyncGenerator<[Company, SitemapJob]> {
  let left = jobsMax
  const read = (after: number) => deps.jobs.findPublishedAddresses(after, Math.min(BATCH, left))
  for await (const jobs of batches(read, afterId, BATCH, () => BATCH)) {
    left -= jobs.length
    yield* await withCompanies(deps, jobs)
    if (left === 0) return
  }
}

/**
 * Looks at the next companies of the board after a company id, at most `companiesMax`, and yields those with a
 * published job.
 */
export async function* readCompaniesWithJobs(
  deps: Deps,
  afterId: string,
  companiesMax: number,
): AsyncGenerator<Company> {
  let after = afterId
  for (let left = companiesMax; left > 0; ) {
    const companies = await findCompaniesAfter(deps, after, Math.min(BATCH, left))
    const last = companies.at(-1)
    if (last === undefined) return
    const withJobs = await deps.jobs.findPublishingCompanies(companies.map(({ id }) => id))
    for (const company of companies) if (withJobs.has(company.id)) yield company
    after = last.id
    left -= companies.length
  }
}

/** Divides the board into parts of at most `max` companies or jobs. Returns the id before each part. */
export async function findPartStarts(deps: Deps, max: number): Promise<{ companies: string[]; jobs: number[] }> {
  const [companies, jobs] = await Promise.all([findCompanyPartStarts(deps, max), deps.jobs.findPartStarts(max)])
  return { companies, jobs }
}

/** How many jobs the next query should read after one that found these: twice as many at most, because others may be larger. */
export function countNextJobs(jobs: StoredJob[]): number {
  const characters = jobs.reduce((sum, job) => sum + countCharacters(job), 0)
  return Math.max(1, Math.min(BATCH, 2 * jobs.length, Math.floor((BATCH_CHARACTERS * jobs.length) / characters)))
}

async function* batches<Job extends { id: number }>(
  read: (after: number, jobsMax: number) => Promise<Job[]>,
  afterId: number,
  firstMax: number,
  countNext: (jobs: Job[]) => number,
): AsyncGenerator<Job[]> {
  let after = afterId
  let jobsMax = firstMax
  for (;;) {
    const jobs = await read(after, jobsMax)
    const lastId = jobs.at(-1)?.id
    if (lastId === undefined) return
    const isLast = jobs.length < jobsMax
    after = lastId
    jobsMax = countNext(jobs)
    yield jobs.splice(0)
    if (isLast) return
  }
}

/** Adds to each job its company. Leaves out the jobs of a company that has gone. */
export async function withCompanies<Job extends { companyId: string }>(
  deps: Deps,
  jobs: Job[],
): Promise<[Company, Job][]> {
  const companies = await findCompaniesById(
    deps,
    jobs.map(({ companyId }) => companyId),
  )
  return jobs.flatMap((job): [Company, Job][] => {
    const company = companies.get(job.companyId)
    return company === undefined ? [] : [[company, job]]
  })
}
