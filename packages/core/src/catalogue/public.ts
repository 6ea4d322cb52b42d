import type { Company } from '../company/service.ts'
import type { Deps } from '../deps.ts'
import type { StoredJob } from '../job/job.ts'
import type { JobOwners } from '../job/owners.ts'
import type { Closeness, FoundPage, ListQuery } from './catalogue.ts'
import { withCompanies } from './feed.ts'
import { findEmployers, findShownOwners } from './owners.ts'
import { everyJob, isNarrowed, type SearchQuery, type Tally, tally } from './query.ts'

/* Searches public jobs for the pages that list them: those of one company, or of the whole board. */

/** The list of the whole board without words and filters shows at most so many jobs of a company in a row. */
const IN_A_ROW_MAX = 3
/** A page whose jobs were withdrawn meanwhile is made anew so often at most. */
const TRIES_MAX = 3

/** Where a page of the list begins: after a job's position, or before it. Without both, it is the first page. */
export type PageStart = ListQuery['start']

type ShownJob = StoredJob & { closeness: Closeness }

/** One page of the jobs that a search finds. */
export interface JobSearchResult extends Tally {
  jobs: ShownJob[]
  /** The number of this page, and of all pages. */
  page: number
  pageCount: number
  isFirst: boolean
  /** Whether the list has older jobs than these. */
  hasOlder: boolean
}

/** Searches a company's public jobs. If no job is left after a position, or if the page before it would not be full, it is the first page. */
export async function searchJobs(
  deps: Deps,
  company: Company,
  search: SearchQuery,
  start: PageStart,
  pageSize: number,
): Promise<JobSearchResult> {
  const { result } = await searchIn(deps, { companyId: company.id }, { search, start, pageSize })
  return result
}

/** A job of the board with its company. */
export interface BoardEntry {
  company: Company
  job: StoredJob
  /** How many jobs the company has, if the list hides those that follow this one. */
  companyJobs?: number | undefined
}

export type BoardSearchResult = JobSearchResult & { entries: BoardEntry[] }

/** Searches the public jobs of all companies. The list of all jobs shows at most three of one company in a row. */
export async function searchBoard(
  deps: Deps,
  search: SearchQuery,
  start: PageStart,
  pageSize: number,
): Promise<BoardSearchResult> {
  const query = { search, start, pageSize, ...(!isNarrowed(search) && { inARowMax: IN_A_ROW_MAX }) }
  const { result, cutIds } = await searchIn(deps, await findShownOwners(deps), query)
  const companyIds = result.jobs.flatMap(({ id, companyId }) => (cutIds.has(id) ? [companyId] : []))
  const counts = await countJobs(deps, companyIds)
  const entries = (await withCompanies(deps, result.jobs)).map(([company, job]) => ({
    company,
    job,
    companyJobs: cutIds.has(job.id) ? counts.get(company.id) : undefined,
  }))
  return { ...result, entries }
}

/** Counts the jobs of some companies. */
export const countJobs = async (deps: Deps, companyIds: readonly string[]): Promise<Map<string, number>> =>
  companyIds.length === 0
    ? new Map<string, number>()
    : deps.catalogue.countByCompany({ companyIds, at: new Date(deps.now()) })

async function searchIn(
  deps: Deps,
  owners: JobOwners,
  query: Omit<ListQuery, 'owners' | 'employers' | 'at'>,
): Promise<{ result: JobSearchResult; cutIds: FoundPage['cutIds'] }> {
  const { search, pageSize } = query
  const employers = await findEmployers(deps, search.words)
  const find = (search: SearchQuery) =>
    deps.catalogue.find({ ...query, owners, employers, search, at: new Date(deps.now()) })
  const { found, jobs } = await readShown(deps, () => find(search))
  if (jobs.length === 0 && query.start.after !== undefined) return searchIn(deps, owners, { ...query, start: {} })
  // No job has the words, so the filters offer what the other jobs have.
  const { counts } = found.counts.length > 0 ? found : await find(everyJob)
  const { total, values } = tally(found.counts, search)
  const page = Math.floor(found.before / pageSize) + 1
  const hasOlder = found.before + pageSize < found.shown
  return {
    result: {
      jobs,
      total,
      values: found.counts.length > 0 ? values : tally(counts, everyJob).values,
      page,
      isFirst: found.before === 0,
      pageCount: Math.max(page + (hasOlder ? 1 : 0), Math.ceil(found.shown / pageSize)),
      hasOlder,
    },
    cutIds: found.cutIds,
  }
}

/** Reads the jobs of a page. If another process has withdrawn some a moment ago, the next ones take their place. */
async function readShown(deps: Deps, find: () => Promise<FoundPage>): Promise<{ found: FoundPage; jobs: ShownJob[] }> {
  for (let tries = 1; ; tries++) {
    const found = await find()
    const byId = new Map((await deps.jobs.readShown(found.hits)).map((job) => [job.id, job]))
    const gone = found.hits.filter(({ id }) => !byId.has(id))
    if (gone.length > 0 && tries < TRIES_MAX) {
      await deps.catalogue.checkAgain(gone)
      continue
    }
    const jobs = found.hits.flatMap(({ id, closeness }) => {
      const job = byId.get(id)
      return job === undefined ? [] : [{ ...job, closeness }]
    })
    return { found, jobs }
  }
}
