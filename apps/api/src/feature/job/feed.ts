import type { Deps } from '../../deps.ts'
import { type Company, findCompaniesById } from '../company/service.ts'
import type { StoredJob } from './job.ts'
import { countNextJobs, FIRST_JOBS, withCompanies } from './search/public.ts'
import { everything } from './search/query.ts'
import type { JobPosition, JobRange } from './store/read-range.ts'
import type { JobMark } from './store/search.ts'

/** A part of the published jobs of a company or of the board, without their texts: latest publication first. */
export interface JobPart {
  marks: JobMark[]
  /** The companies of these jobs. */
  companies: Company[]
  /** How many jobs there are in all parts. If there is another part, this may be some seconds old. */
  total: number
  /** The last job of this part, if there is another part after it. */
  last: JobMark | undefined
}

/** Finds which jobs a part has, and at which revision: at most `jobsMax`, after a position. No company: those of the board. */
export async function findJobPart(
  deps: Deps,
  company: Company | undefined,
  after: JobPosition | undefined,
  jobsMax: number,
): Promise<JobPart> {
  const range = { after, jobsMax: jobsMax + 1 }
  const found = await (company ? deps.jobs.markJobs(company.id, range) : deps.jobs.markBoard(range))
  const marks = found.slice(0, jobsMax)
  const hasMore = found.length > jobsMax
  const isWhole = after === undefined && !hasMore
  const tally = () => (company ? deps.jobs.tally(company.id, everything) : deps.jobs.tallyBoard(everything))
  const companies = company
    ? [company]
    : [
        ...(
          await findCompaniesById(
            deps,
            marks.map(({ companyId }) => companyId),
          )
        ).values(),
      ]
  return {
    marks,
    companies,
    total: isWhole ? marks.length : Math.max((await tally()).total, found.length),
    last: hasMore ? marks.at(-1) : undefined,
  }
}

/** Reads the current jobs of a part, in batches. */
export async function* readJobPart(
  deps: Deps,
  company: Company | undefined,
  after: JobPosition | undefined,
  { marks }: JobPart,
): AsyncGenerator<[Company, StoredJob][]> {
  const read = (range: JobRange) =>
    company ? deps.jobs.search(company.id, everything, range) : deps.jobs.searchBoard(everything, range)
  let from = after
  let jobsMax = FIRST_JOBS
  for (let first = 0; first < marks.length; ) {
    const batch = marks.slice(first, first + jobsMax)
    const jobs = await read({ after: from, jobsMax: batch.length, lastAt: batch.at(-1)?.publishedAt })
    first += batch.length
    const last = jobs.at(-1)
    if (!last?.publishedAt) return
    from = { publishedAt: last.publishedAt, id: last.id }
    jobsMax = countNextJobs(jobs)
    yield company ? jobs.splice(0).map((job) => [company, job]) : withCompanies(deps, jobs.splice(0))
  }
}
