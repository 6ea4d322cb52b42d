import { type Company, readCompanyBatches } from '../company/service.ts'
import { findShownCompanies } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { countCharacters, type StoredJob } from '../job/job.ts'
import type { JobMark, JobPosition } from '../job/range.ts'
import type { SitemapJob } from '../job/store/published.ts'
import type { IdQuery } from './catalogue.ts'
import { findShownOwners } from './owners.ts'
import { everyJob } from './query.ts'

/* Reads public jobs in batches for feeds and sitemaps, so that any number of jobs fits in memory. */

/** The most rows that one query reads. */
const BATCH = 100
/** The jobs that the first query for whole jobs reads. It shows how large they are. */
const FIRST_JOBS = 10
/** The characters of jobs that one query should read. A feed keeps about as many in memory while its reader stalls. */
const BATCH_CHARACTERS = 64_000
/** The ids that a feed keeps in memory. */
const IDS_AT_ONCE = 5_000

/**
 * Reads all public jobs of a company in batches, or of the board without one, each job with its company. It removes from its own lists what
 * it yields, so that it keeps no job in memory while the reader of a feed stalls.
 */
export async function* readPublicJobs(deps: Deps, companyId?: string): AsyncGenerator<[Company, StoredJob][]> {
  for await (const ids of listIds(deps, { companyId, afterId: 0, jobsMax: Number.POSITIVE_INFINITY }))
    yield* readInBatches(deps, ids, (some) => deps.jobs.readListed(some))
}

/** Reads the addresses of the board's next public jobs after a job id, at most `jobsMax`. */
export async function* readJobAddresses(
  deps: Deps,
  afterId: number,
  jobsMax: number,
): AsyncGenerator<[Company, SitemapJob]> {
  for await (const ids of listIds(deps, { afterId, jobsMax }))
    for (let first = 0; first < ids.length; first += BATCH)
      yield* await withCompanies(deps, await deps.jobs.findAddresses(ids.slice(first, first + BATCH), 'listed'))
}

/** Looks at the next companies of the board after a company id, at most `companiesMax`, and yields those with a public job. */
export async function* readCompaniesWithJobs(
  deps: Deps,
  afterId: string,
  companiesMax: number,
): AsyncGenerator<Company> {
  const counts = await deps.catalogue.countByCompany({ at: new Date(deps.now()) })
  for await (const companies of readCompanyBatches(deps, afterId, companiesMax, BATCH))
    for (const company of companies) if (company.suspendedAt === null && counts.has(company.id)) yield company
}

/** Divides the board into parts of at most `max` companies or jobs. Returns the id before each part. */
export async function findPartStarts(deps: Deps, max: number): Promise<{ companies: string[]; jobs: number[] }> {
  const companies = await deps.companies.findPartStarts(max)
  const ids = await deps.catalogue.listIds({ afterId: 0, jobsMax: Number.POSITIVE_INFINITY, at: new Date(deps.now()) })
  const starts = ids.filter((_, index) => index > 0 && index % max === 0).map((id) => id - 1)
  return { companies, jobs: [0, ...starts] }
}

/** Lists the ids of public jobs in batches. */
async function* listIds(deps: Deps, query: Omit<IdQuery, 'at'>): AsyncGenerator<number[]> {
  let { afterId, jobsMax: left } = query
  while (left > 0) {
    const jobsMax = Math.min(IDS_AT_ONCE, left)
    const ids = await deps.catalogue.listIds({ ...query, afterId, jobsMax, at: new Date(deps.now()) })
    const last = ids.at(-1)
    if (last === undefined) return
    afterId = last
    left -= ids.length
    yield ids
  }
}

/** Reads jobs in their order, in batches whose size follows that of the jobs before. */
async function* readInBatches<Key>(
  deps: Deps,
  keys: readonly Key[],
  read: (some: Key[]) => Promise<StoredJob[]>,
): AsyncGenerator<[Company, StoredJob][]> {
  let jobsMax = FIRST_JOBS
  for (let first = 0; first < keys.length; ) {
    const some = keys.slice(first, first + jobsMax)
    const jobs = await read(some)
    first += some.length
    jobsMax = countNextJobs(jobs)
    yield withCompanies(deps, jobs.splice(0))
  }
}

/** Computes how many jobs the query after this one should read: at most twice as many, because the next jobs may be larger. */
function countNextJobs(jobs: StoredJob[]): number {
  const characters = jobs.reduce((sum, job) => sum + countCharacters(job), 0)
  const fitting = characters === 0 ? BATCH : Math.floor((BATCH_CHARACTERS * jobs.length) / characters)
  return Math.max(1, Math.min(BATCH, 2 * jobs.length, fitting))
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

/** A page of the public jobs of a company or of the board, latest publication first, without their texts. */
export interface FeedPage {
  marks: JobMark[]
  /** The companies of these jobs. */
  companies: Company[]
  /** The number of jobs on all pages. */
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
  const { hits, before, shown } = await deps.catalogue.find({
    owners: company === undefined ? await findShownOwners(deps) : { companyId: company.id },
    search: everyJob,
    employers: new Map(),
    start: { after: after && { ...after, closeness: 'named' } },
    pageSize: jobsMax,
    at: new Date(deps.now()),
  })
  const companyIds = hits.map(({ companyId }) => companyId)
  return {
    marks: hits,
    companies: company === undefined ? [...(await findShownCompanies(deps, companyIds)).values()] : [company],
    total: shown,
    last: before + hits.length < shown ? hits.at(-1) : undefined,
  }
}

/** Reads the current jobs of a page, in batches. */
export const readFeedPage = (deps: Deps, { marks }: FeedPage): AsyncGenerator<[Company, StoredJob][]> =>
  readInBatches(deps, marks, (some) => deps.jobs.readPublished(some))
