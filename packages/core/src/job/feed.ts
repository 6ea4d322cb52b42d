import { type Company, readCompanyBatches } from '../company/service.ts'
import { findShownCompanies } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { noFilters } from './filters.ts'
import { countCharacters, type StoredJob } from './job.ts'
import type { JobMark, JobPosition, JobRange } from './range.ts'
import type { SitemapJob } from './store/published.ts'

/* Reads published jobs in batches for feeds and sitemaps, so that any number of jobs fits in memory. */

/** The most rows that one query reads. */
const BATCH = 100
/** The jobs that the first query for whole jobs reads. It shows how large they are. */
const FIRST_JOBS = 10
/** The characters of jobs that one query should read. A feed keeps about as many in memory while its reader stalls. */
const BATCH_CHARACTERS = 64_000

/**
 * Reads all published jobs of a company in batches. It removes from its own lists what it yields, so that it keeps no job in
 * memory while the reader of a feed stalls.
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
  for await (const companies of readCompanyBatches(deps, afterId, companiesMax, BATCH)) {
    const withJobs = await deps.jobs.findPublishingCompanies(companies.map(({ id }) => id))
    for (const company of companies) if (company.suspendedAt === null && withJobs.has(company.id)) yield company
  }
}

/** Divides the board into parts of at most `max` companies or jobs. Returns the id before each part. */
export async function findPartStarts(deps: Deps, max: number): Promise<{ companies: string[]; jobs: number[] }> {
  const [companies, jobs] = await Promise.all([deps.companies.findPartStarts(max), deps.jobs.findPartStarts(max)])
  return { companies, jobs }
}

/** Computes how many jobs the query after this one should read: at most twice as many, because the next jobs may be larger. */
function countNextJobs(jobs: StoredJob[]): number {
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

/** Adds its company to each job. Leaves out the jobs of a company that was removed or suspended. */
export async function withCompanies<Job extends { companyId: string }>(
  deps: Deps,
  jobs: Job[],
): Promise<[Company, Job][]> {
  const companies = await findShownCompanies(
    deps,
    jobs.map(({ companyId }) => companyId),
  )
  return jobs.flatMap((job): [Company, Job][] => {
    const company = companies.get(job.companyId)
    return company === undefined ? [] : [[company, job]]
  })
}

/** A page of the published jobs of a company or of the board, latest publication first, without their texts. */
export interface FeedPage {
  marks: JobMark[]
  /** The companies of these jobs. */
  companies: Company[]
  /** The number of jobs on all pages. May be some seconds old if there is more than one page. */
  total: number
  /** The last job of this page. Undefined if no page follows. */
  last: JobMark | undefined
}

/** Finds the jobs of a page and their revisions: at most `jobsMax`, after a position. Without a company: those of the board. */
export async function findFeedPage(
  deps: Deps,
  company: Company | undefined,
  after: JobPosition | undefined,
  jobsMax: number,
): Promise<FeedPage> {
  const range = { after, jobsMax: jobsMax + 1 }
  const found = await (company ? deps.jobs.markJobs(company.id, range) : deps.jobs.markBoard(range))
  const marks = found.slice(0, jobsMax)
  const hasMore = found.length > jobsMax
  const isWhole = after === undefined && !hasMore
  const countAll = async (): Promise<number> => {
    const counts = await (company ? deps.jobs.countFilters(company.id) : deps.jobs.countFiltersOnBoard())
    return counts.reduce((sum, { count }) => sum + count, 0)
  }
  const companies = company
    ? [company]
    : [
        ...(
          await findShownCompanies(
            deps,
            marks.map(({ companyId }) => companyId),
          )
        ).values(),
      ]
  return {
    marks,
    companies,
    total: isWhole ? marks.length : Math.max(await countAll(), found.length),
    last: hasMore ? marks.at(-1) : undefined,
  }
}

/** Reads the current jobs of a page, in batches. */
export async function* readFeedPage(
  deps: Deps,
  company: Company | undefined,
  after: JobPosition | undefined,
  { marks }: FeedPage,
): AsyncGenerator<[Company, StoredJob][]> {
  const read = (range: JobRange) =>
    company ? deps.jobs.listPublished(company.id, noFilters, range) : deps.jobs.listPublishedOnBoard(noFilters, range)
  let from = after
  let jobsMax = FIRST_JOBS
  for (let first = 0; first < marks.length; ) {
    const batch = marks.slice(first, first + jobsMax)
    const jobs = await read({ after: from, jobsMax: batch.length })
    first += batch.length
    const last = jobs.at(-1)
    if (!last?.publishedAt) return
    from = { publishedAt: last.publishedAt, id: last.id }
    jobsMax = countNextJobs(jobs)
    yield company ? jobs.splice(0).map((job) => [company, job]) : withCompanies(deps, jobs.splice(0))
  }
}
