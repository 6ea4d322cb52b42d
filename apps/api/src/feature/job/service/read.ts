import { DEFAULT_COUNTRY, type Job, type JobFilter, type JobFound, type JobList } from '@boardwalk/schema/job'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../error.ts'
import type { Actor } from '../../api-key/service.ts'
import { type Company, companyOf } from '../../company/service.ts'
import type { IdHolder, StoredJob } from '../job.ts'
import { jobUrl } from '../url.ts'

type ReadDeps = Pick<Deps, 'jobs' | 'companies' | 'settings'>

/** One job as stored. Throws `job_not_found`. */
export async function getJob(
  deps: ReadDeps,
  { companyId }: Actor,
  { externalJobId }: { externalJobId: string },
): Promise<JobFound> {
  const job = await deps.jobs.findByExternalId(companyId, externalJobId)
  if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
  return { job: shownJob(deps, await companyOf(deps, companyId), job), error: null }
}

/** What the board holds of a company: one page, ascending by job id, jobs without an external id too. */
export async function listJobs(
  deps: ReadDeps,
  { companyId }: Actor,
  { status, ...range }: JobFilter,
): Promise<JobList> {
  const company = await companyOf(deps, companyId)
  const statuses = status === undefined ? (['PUBLISHED', 'UNPUBLISHED'] as const) : [status]
  const { jobs, total } = await deps.jobs.list(companyId, [...statuses], range)
  return { jobs: jobs.map((job) => shownJob(deps, company, job)), total, error: null }
}

/** The job of a public page, drafts too. Throws `page_not_found`. */
export async function jobBySlug(deps: Pick<Deps, 'jobs'>, company: Company, slug: string): Promise<StoredJob> {
  const job = await deps.jobs.findBySlug(company.id, slug)
  if (job === undefined) throw new AppError('page_not_found')
  return job
}

/** The job that an external id names, if there is one. */
export function findIdHolder(
  deps: Pick<Deps, 'jobs'>,
  companyId: string,
  externalId: string,
): Promise<IdHolder | undefined> {
  return deps.jobs.findHolder(companyId, externalId)
}

/** The external id that each of these jobs has now, by job id. */
export async function externalIdsOf(
  deps: Pick<Deps, 'jobs'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, string | null>> {
  const held = await deps.jobs.findExternalIds(companyId, [...new Set(jobIds)])
  return new Map([...held].map(([jobId, { externalId }]) => [jobId, externalId]))
}

/** The titles of these jobs, by job id. */
export async function titlesOf(
  deps: Pick<Deps, 'jobs'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, string>> {
  const jobs = await deps.jobs.findByIds(companyId, [...new Set(jobIds)])
  return new Map(jobs.map(({ id, fields }) => [id, fields.title]))
}

/** A job as the integration API shows it; the board's own members win over extra fields of their names. */
function shownJob(deps: Pick<Deps, 'settings'>, company: Company, job: StoredJob): Job {
  return {
    ...Object.fromEntries(job.extra),
    ...job.fields,
    id: job.externalId,
    title: job.fields.title,
    country: job.fields.country ?? DEFAULT_COUNTRY,
    displaySalary: job.fields.displaySalary ?? false,
    status: job.status,
    jobId: job.id,
    jobUrl: jobUrl(deps.settings.publicUrl, company, job.slug),
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
  }
}
