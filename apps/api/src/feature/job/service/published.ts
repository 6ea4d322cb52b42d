import type { Paging } from '@boardwalk/schema/page'
import type { Needs } from '../../../needs.ts'
import { type Company, findCompaniesAfter, findCompaniesById, findCompanyPartStarts } from '../../company/service.ts'
import type { StoredJob } from '../job.ts'
import { type JobSearch, type Tally, tally } from '../search.ts'
import type { Jobs } from '../store/job-store.ts'
import type { JobAddress } from '../store/published.ts'

/* Finds published jobs for the public site: those of one company, or of the whole board. */

const everything: JobSearch = {
  words: [],
  city: undefined,
  contractType: undefined,
  workMode: undefined,
  language: undefined,
}
const OTHER_JOBS_MAX = 5
/** The number of rows that one query reads. */
const BATCH = 100

/**
 * The database reads all earlier pages to find a page, so later pages are refused. A job seeker narrows the search
 * instead.
 */
const PAGES_MAX = 100

/** One page of the jobs that a search finds, latest publication first. */
export interface JobSearchResult extends Paging, Tally {
  jobs: StoredJob[]
  lastPage: number
}

/** Searches a company's published jobs. A page number after the last page gives the last page. */
export async function searchJobs(
  deps: Jobs<'search' | 'countByFilters'>,
  company: Company,
  search: JobSearch,
  { page, pageSize }: Paging,
): Promise<JobSearchResult> {
  const read = (page: number) => deps.jobs.search(company.id, search, { page, pageSize })
  const [counts, jobs] = await Promise.all([
    deps.jobs.countByFilters(company.id, search.words),
    read(Math.min(page, PAGES_MAX)),
  ])
  const found = tally(counts, search)
  const lastPage = Math.min(PAGES_MAX, Math.max(1, Math.ceil(found.total / pageSize)))
  const result = { ...found, lastPage, pageSize }
  return page <= lastPage ? { jobs, page, ...result } : { jobs: await read(lastPage), page: lastPage, ...result }
}

/** Finds a few of a company's newest jobs, to offer them in place of a job that is no longer published. */
export function findNewestJobs(deps: Jobs<'search'>, company: Company): Promise<StoredJob[]> {
  return deps.jobs.search(company.id, everything, { page: 1, pageSize: OTHER_JOBS_MAX })
}

/** Reads all published jobs of a company, one batch at a time, so that any number fits in memory. */
export async function* readCompanyJobs(
  deps: Jobs<'findPublished'>,
  company: Company,
): AsyncGenerator<[Company, StoredJob]> {
  for await (const jobs of batches((after) => deps.jobs.findPublished(company.id, after, BATCH)))
    for (const job of jobs) yield [company, job]
}

/** Reads all published jobs of the board, one batch at a time, each with its company. */
export async function* readBoardJobs(
  deps: Jobs<'findPublishedOnBoard'> & Needs<typeof findCompaniesById>,
): AsyncGenerator<[Company, StoredJob]> {
  for await (const jobs of batches((after) => deps.jobs.findPublishedOnBoard(after, BATCH)))
    yield* withCompanies(deps, jobs)
}

/** Reads the addresses of the board's next published jobs after a job id, at most `jobsMax`. */
export async function* readJobAddresses(
  deps: Jobs<'findPublishedAddresses'> & Needs<typeof findCompaniesById>,
  afterId: number,
  jobsMax: number,
): AsyncGenerator<[Company, JobAddress]> {
  let left = jobsMax
  const read = (after: number) => deps.jobs.findPublishedAddresses(after, Math.min(BATCH, left))
  for await (const jobs of batches(read, afterId)) {
    left -= jobs.length
    yield* withCompanies(deps, jobs)
    if (left === 0) return
  }
}

/**
 * Looks at the next companies of the board after a company id, at most `companiesMax`, and yields those with a
 * published job.
 */
export async function* readCompaniesWithJobs(
  deps: Jobs<'findPublishingCompanies'> & Needs<typeof findCompaniesAfter>,
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
export async function findPartStarts(
  deps: Jobs<'findPartStarts'> & Needs<typeof findCompanyPartStarts>,
  max: number,
): Promise<{ companies: string[]; jobs: number[] }> {
  const [companies, jobs] = await Promise.all([findCompanyPartStarts(deps, max), deps.jobs.findPartStarts(max)])
  return { companies, jobs }
}

async function* batches<Job extends { id: number }>(
  read: (after: number) => Promise<Job[]>,
  afterId = 0,
): AsyncGenerator<Job[]> {
  for (let after = afterId; ; ) {
    const jobs = await read(after)
    const last = jobs.at(-1)
    if (last === undefined) return
    yield jobs
    if (jobs.length < BATCH) return
    after = last.id
  }
}

async function* withCompanies<Job extends { companyId: string }>(
  deps: Needs<typeof findCompaniesById>,
  jobs: Job[],
): AsyncGenerator<[Company, Job]> {
  const companies = await findCompaniesById(
    deps,
    jobs.map(({ companyId }) => companyId),
  )
  for (const job of jobs) {
    const company = companies.get(job.companyId)
    if (company !== undefined) yield [company, job]
  }
}
