import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import type { Deps } from '../../../deps.ts'
import { countApplicationsByJob } from '../../application/counts.ts'
import { getCompany } from '../../company/service.ts'
import type { StoredJob } from '../job.ts'
import { getJobById } from '../read.ts'
import { toJobUrl } from '../url.ts'
import { findMarkupProblems, type MarkupProblem } from '../warn.ts'

/* How an administrator finds and reads the company's jobs. */

/** A job as the back office lists it. */
interface JobLine {
  jobId: number
  externalId: string | null
  title: string
  city: JobFields['city']
  status: PublicationStatus
  jobUrl: string
  /** Why the job's page has no markup for Google. Null if nothing is wrong. */
  markupWarning: MarkupProblem | null
  /** The number of applications, including those whose data was erased. */
  applications: number
  /** A change of the job names this revision, so that it is refused if the job has changed since. */
  revision: number
  /** Whether an administrator may delete it: it was never published, so nobody can have applied to it. */
  isDeletable: boolean
  /** ISO 8601 in UTC. So is `updatedAt`. */
  createdAt: string
  updatedAt: string
}

/** A job with all its fields. */
interface WholeJob extends JobLine {
  fields: JobFields
  /** Members that the ATS sent and that are not documented fields, as JSON text: JavaScript would change some numbers. */
  extra: string
}

/** Reads one page of the company's jobs that match a lookup. `total` counts the jobs of all pages. */
export async function lookUpJobs(
  deps: Deps,
  { companyId }: { companyId: string },
  { status, ...lookup }: JobLookup,
): Promise<{ jobs: JobLine[]; total: number }> {
  const statuses: PublicationStatus[] = status === undefined ? ['PUBLISHED', 'UNPUBLISHED'] : [status]
  const { jobs, total } = await deps.jobs.lookUp(companyId, statuses, lookup)
  return { jobs: await toLines(deps, companyId, jobs), total }
}

/** Reads one job of the company. Throws `job_id_not_found`. */
export async function getBoardJob(
  deps: Deps,
  { companyId }: { companyId: string },
  { jobId }: { jobId: number },
): Promise<WholeJob> {
  const job = await getJobById(deps, companyId, jobId)
  const [line] = await toLines(deps, companyId, [job])
  if (line === undefined) throw new Error(`job ${jobId} has no line`)
  return { ...line, fields: job.fields, extra: job.extra }
}

async function toLines(deps: Deps, companyId: string, jobs: StoredJob[]): Promise<JobLine[]> {
  const company = await getCompany(deps, companyId)
  const ids = jobs.map(({ id }) => id)
  const counts = await countApplicationsByJob(deps, companyId, ids)
  return jobs.map((job) => ({
    jobId: job.id,
    externalId: job.externalId,
    title: job.fields.title,
    city: job.fields.city,
    status: job.status,
    jobUrl: toJobUrl(deps.settings.publicUrl, company, job),
    markupWarning: findMarkupProblems(job.fields)[0] ?? null,
    applications: counts.get(job.id) ?? 0,
    revision: job.revision,
    isDeletable: job.publishedAt === null,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
  }))
}
