import { DEFAULT_COUNTRY, type Job, type JobFilter, type JobFound, type JobList } from '@boardwalk/schema/job'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { WithSettings } from '../../../settings.ts'
import type { Actor } from '../../api-key/service.ts'
import { type Company, companyOf } from '../../company/service.ts'
import type { IdHolder, StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { jobUrl } from '../url.ts'

type ShowDeps = Needs<typeof companyOf> & WithSettings<'publicUrl'>

/** One job as stored. Throws `job_not_found`. */
export async function getJob(
  deps: Jobs<'findByExternalId'> & ShowDeps,
  { companyId }: Actor,
  { externalJobId }: { externalJobId: string },
): Promise<JobFound> {
  const job = await deps.jobs.findByExternalId(companyId, externalJobId)
  if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
  return { job: shownJob(deps, await companyOf(deps, companyId), job), error: null }
}

/** What the board holds of a company: one page, ascending by job id, jobs without an external id too. */
export async function listJobs(
  deps: Jobs<'list'> & ShowDeps,
  { companyId }: Actor,
  { status, ...range }: JobFilter,
): Promise<JobList> {
  const company = await companyOf(deps, companyId)
  const statuses = status === undefined ? (['PUBLISHED', 'UNPUBLISHED'] as const) : [status]
  const { jobs, total } = await deps.jobs.list(companyId, [...statuses], range)
  return { jobs: jobs.map((job) => shownJob(deps, company, job)), total, error: null }
}

/** The job of a public page, drafts too. Throws `page_not_found`. */
export async function jobBySlug(deps: Jobs<'findBySlug'>, company: Company, slug: string): Promise<StoredJob> {
  const job = await deps.jobs.findBySlug(company.id, slug)
  if (job === undefined) throw new AppError('page_not_found')
  return job
}

/** A job by its job id. Throws `job_id_not_found`. */
export async function jobById(deps: Jobs<'findById'>, companyId: string, jobId: number): Promise<StoredJob> {
  const job = await deps.jobs.findById(companyId, jobId)
  if (job === undefined) throw new AppError('job_id_not_found', { jobId })
  return job
}

/** The job that an external id names, if there is one. */
export function findIdHolder(
  deps: Jobs<'findHolder'>,
  companyId: string,
  externalId: string,
): Promise<IdHolder | undefined> {
  return deps.jobs.findHolder(companyId, externalId)
}

/** The external id that each of these jobs has now, by job id. */
export async function findExternalIds(
  deps: Jobs<'findExternalIds'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, string | null>> {
  const held = await deps.jobs.findExternalIds(companyId, [...new Set(jobIds)])
  return new Map([...held].map(([jobId, { externalId }]) => [jobId, externalId]))
}

/** The titles of these jobs, by job id. */
export async function findTitles(
  deps: Jobs<'findByIds'>,
  companyId: string,
  jobIds: number[],
): Promise<Map<number, string>> {
  const jobs = await deps.jobs.findByIds(companyId, [...new Set(jobIds)])
  return new Map(jobs.map(({ id, fields }) => [id, fields.title]))
}

/** A job as the integration API shows it; the board's own members win over extra fields of their names. */
function shownJob(deps: WithSettings<'publicUrl'>, company: Company, job: StoredJob): Job {
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
