import { parseExtra } from '@boardwalk/schema/extra-fields'
import { DEFAULT_COUNTRY } from '@boardwalk/schema/job'
import type { Job, JobField, ListedJob } from '@boardwalk/schema/job-answer'
import { isClosed } from '@boardwalk/schema/visibility'
import { type Company, getCompany } from '../company/service.ts'
import { findChangedThrough } from '../db/clock-watch.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { createPause, JOB_CHARACTERS_A_TURN } from '../process/turns.ts'
import type { Route } from '../trpc/context.ts'
import type { StoredJob } from './job.ts'
import { readJobId, toJobUrl } from './url.ts'

/** Reads one job by its external id. Throws `job_not_found`. */
export const getJob: Route<'getJob'> = async ({ ctx: { deps, actor, request }, input: { externalJobId } }) => {
  const { companyId } = actor
  request.answer.mayBeCompressed = true
  const job = await deps.jobs.findByExternalId(companyId, externalJobId)
  if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
  return { job: toJob(deps, await getCompany(deps, companyId), job), error: null }
}

/**
 * Reads one page of the company's jobs, ascending by job id. Jobs without an external id are included. With `changedSince`,
 * the answer to the first page has `x-changed-through`. With `fields`, the jobs have only these members and their ids.
 */
export const listJobs: Route<'listJobs'> = async ({ ctx: { deps, actor, request }, input: { status, ...range } }) => {
  const { companyId } = actor
  request.answer.mayBeCompressed = true
  // Before the jobs are read, so that no change is earlier than this instant and missing in the list.
  const changedThrough = findChangedThrough(deps, range)
  if (changedThrough !== undefined) request.answer.headers['x-changed-through'] = changedThrough.toISOString()
  const company = await getCompany(deps, companyId)
  const statuses = status === undefined ? (['PUBLISHED', 'UNPUBLISHED'] as const) : [status]
  const { jobs, total } = await deps.jobs.list(companyId, [...statuses], range)
  const pause = createPause(JOB_CHARACTERS_A_TURN)
  const page: ListedJob[] = []
  for (const stored of jobs) {
    await pause(stored.extra.length)
    const job = toJob(deps, company, stored)
    page.push(range.fields === undefined ? job : pickMembers(job, range.fields))
  }
  return { jobs: page, total, error: null }
}

/** Jobs that `readAllJobs` holds at once: one with long texts has half a megabyte. */
const READ_AT_ONCE = 50

/** Reads all jobs of a company as `getJob` shows them, ascending by job id, some at a time. */
export async function* readAllJobs(deps: Deps, company: Company): AsyncGenerator<Job> {
  for (let afterJobId = 0; ; ) {
    const paging = { afterJobId, page: 1, pageSize: READ_AT_ONCE }
    const { jobs } = await deps.jobs.list(company.id, ['PUBLISHED', 'UNPUBLISHED'], paging)
    for (const job of jobs) yield toJob(deps, company, job)
    const last = jobs.at(-1)
    if (last === undefined || jobs.length < READ_AT_ONCE) return
    afterJobId = last.id
  }
}

/**
 * Reads the job of a page on the public site, also an unpublished one. Only the job id at the end of the slug counts. Throws
 * `page_not_found`, also for a job that was never published: its title is not public.
 */
export async function getJobBySlug(deps: Deps, company: Company, slug: string): Promise<StoredJob> {
  const jobId = readJobId(slug)
  const job = jobId === undefined ? undefined : await deps.jobs.findById(company.id, jobId)
  if (job === undefined || job.publishedAt === null) throw new AppError('page_not_found')
  return job
}

/** Finds a job by its job id. Jobs that are asked for at the same moment are read together. */
export const findJob = (deps: Deps, companyId: string, jobId: number): Promise<StoredJob | undefined> =>
  deps.jobs.findById(companyId, jobId)

/** Reads a job by its job id. Throws `job_id_not_found`. */
export async function getJobById(deps: Deps, companyId: string, jobId: number): Promise<StoredJob> {
  const job = await deps.jobs.findById(companyId, jobId)
  if (job === undefined) throw new AppError('job_id_not_found', { jobId })
  return job
}

/** Makes a job of an answer. An extra field never replaces a documented member of the same name. */
function toJob(deps: Deps, company: Company, job: StoredJob): Job {
  return {
    ...parseExtra(job.extra),
    ...job.fields,
    id: job.externalId,
    title: job.fields.title,
    country: job.fields.country ?? DEFAULT_COUNTRY,
    displaySalary: job.fields.displaySalary ?? false,
    status: job.status,
    closed: isClosed(job, deps.now()),
    suspended: job.suspendedAt !== null || company.suspendedAt !== null,
    jobId: job.id,
    jobUrl: toJobUrl(deps.settings.publicUrl, company, job),
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    publishedAt: job.publishedAt?.toISOString() ?? null,
    changedBy: job.changedBy,
  }
}

const pickMembers = (job: Job, members: readonly JobField[]): ListedJob => ({
  id: job.id,
  jobId: job.jobId,
  ...Object.fromEntries(members.map((name) => [name, job[name]])),
})
