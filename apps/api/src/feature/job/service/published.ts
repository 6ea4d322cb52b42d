import type { Paging } from '@boardwalk/schema/page'
import type { Needs } from '../../../needs.ts'
import { type Company, companiesAfter, companiesById, companyPartStarts } from '../../company/service.ts'
import type { StoredJob } from '../job.ts'
import { type JobSearch, type Tally, tally } from '../search.ts'
import type { Jobs } from '../store/job-store.ts'
import type { JobAddress } from '../store/published.ts'

/* What the public site shows to everybody: published jobs only, of one company or of the whole board. */

const everything: JobSearch = {
  words: [],
  city: undefined,
  contractType: undefined,
  workMode: undefined,
  language: undefined,
}
const OTHER_JOBS_MAX = 5
/** So many are read at once. */
const BATCH = 100

/** To find what stands on a page after these, all others must be passed over: whoever wants them narrows the search. */
const PAGES_MAX = 100

/** One page of the jobs that a search finds, what was published last first; a page after the last one is the last one. */
export interface JobSearchResult extends Paging, Tally {
  jobs: StoredJob[]
  lastPage: number
}

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

/** A few of a company's newest jobs, for whoever looked for one that is gone. */
export function newestJobs(deps: Jobs<'search'>, company: Company): Promise<StoredJob[]> {
  return deps.jobs.search(company.id, everything, { page: 1, pageSize: OTHER_JOBS_MAX })
}

/** All of a company's published jobs, read a batch at a time, so that any number fits in memory. */
export async function* jobsOfCompany(
  deps: Jobs<'findPublished'>,
  company: Company,
): AsyncGenerator<[Company, StoredJob]> {
  for await (const jobs of batches((after) => deps.jobs.findPublished(company.id, after, BATCH)))
    for (const job of jobs) yield [company, job]
}

/** The same for all companies of the board. */
export async function* jobsOfBoard(
  deps: Jobs<'findPublishedOnBoard'> & Needs<typeof companiesById>,
): AsyncGenerator<[Company, StoredJob]> {
  for await (const jobs of batches((after) => deps.jobs.findPublishedOnBoard(after, BATCH)))
    yield* withCompanies(deps, jobs)
}

/** The addresses of the board's published jobs after a job id, at most so many. */
export async function* jobAddresses(
  deps: Jobs<'findPublishedAddresses'> & Needs<typeof companiesById>,
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

/** The companies of the board after a company id that have a published job, of at most so many. */
export async function* companiesWithJobs(
  deps: Jobs<'findPublishingCompanies'> & Needs<typeof companiesAfter>,
  afterId: string,
  companiesMax: number,
): AsyncGenerator<Company> {
  let after = afterId
  for (let left = companiesMax; left > 0; ) {
    const companies = await companiesAfter(deps, after, Math.min(BATCH, left))
    const last = companies.at(-1)
    if (last === undefined) return
    const withJobs = await deps.jobs.findPublishingCompanies(companies.map(({ id }) => id))
    for (const company of companies) if (withJobs.has(company.id)) yield company
    after = last.id
    left -= companies.length
  }
}

/** After which ids the parts of the board begin that have at most so many companies or jobs each. */
export async function partStarts(
  deps: Jobs<'findPartStarts'> & Needs<typeof companyPartStarts>,
  max: number,
): Promise<{ companies: string[]; jobs: number[] }> {
  const [companies, jobs] = await Promise.all([companyPartStarts(deps, max), deps.jobs.findPartStarts(max)])
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
  deps: Needs<typeof companiesById>,
  jobs: Job[],
): AsyncGenerator<[Company, Job]> {
  const companies = await companiesById(
    deps,
    jobs.map(({ companyId }) => companyId),
  )
  for (const job of jobs) {
    const company = companies.get(job.companyId)
    if (company !== undefined) yield [company, job]
  }
}
