import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-lookup'
import type { Needs } from '../../../needs.ts'
import type { WithSettings } from '../../../settings.ts'
import { applicationCounts } from '../../application/service/counts.ts'
import { companyOf } from '../../company/service.ts'
import { countryCode } from '../country.ts'
import type { StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { jobUrl } from '../url.ts'
import { jobById } from './read.ts'

/* How an administrator finds and reads the company's jobs. */

type LineDeps = Needs<typeof companyOf> & Needs<typeof applicationCounts> & WithSettings<'publicUrl'>

/** A job as a line of a list. */
interface JobLine {
  jobId: number
  externalId: string | null
  title: string
  city: JobFields['city']
  status: PublicationStatus
  jobUrl: string
  /** Why the job's page has no markup for Google: the country is not known. Null: it has, while it is published. */
  markupWarning: 'country_unknown' | null
  /** How many people have applied, those whose data was erased too. */
  applications: number
  /** What a change says that it was made from. */
  revision: number
  /** ISO 8601 in UTC, as `updatedAt`. */
  createdAt: string
  updatedAt: string
}

/** A job with all that it holds. */
interface WholeJob extends JobLine {
  fields: JobFields
  /** What was sent beyond the documented fields, by name. */
  extra: Record<string, unknown>
}

/** One page of the company's jobs, newest first. */
export async function lookUpJobs(
  deps: Jobs<'lookUp'> & LineDeps,
  { companyId }: { companyId: string },
  { status, ...lookup }: JobLookup,
): Promise<{ jobs: JobLine[]; total: number }> {
  const statuses: PublicationStatus[] = status === undefined ? ['PUBLISHED', 'UNPUBLISHED'] : [status]
  const { jobs, total } = await deps.jobs.lookUp(companyId, statuses, lookup)
  return { jobs: await linesOf(deps, companyId, jobs), total }
}

/** One job of the company. Throws `job_id_not_found`. */
export async function getBoardJob(
  deps: Jobs<'findById'> & LineDeps,
  { companyId }: { companyId: string },
  { jobId }: { jobId: number },
): Promise<WholeJob> {
  const job = await jobById(deps, companyId, jobId)
  const [line] = await linesOf(deps, companyId, [job])
  if (line === undefined) throw new Error(`job ${jobId} has no line`)
  return { ...line, fields: job.fields, extra: Object.fromEntries(job.extra) }
}

async function linesOf(deps: LineDeps, companyId: string, jobs: StoredJob[]): Promise<JobLine[]> {
  const company = await companyOf(deps, companyId)
  const ids = jobs.map(({ id }) => id)
  const counts = await applicationCounts(deps, companyId, ids)
  return jobs.map((job) => ({
    jobId: job.id,
    externalId: job.externalId,
    title: job.fields.title,
    city: job.fields.city,
    status: job.status,
    jobUrl: jobUrl(deps.settings.publicUrl, company, job.slug),
    markupWarning: countryCode(job.fields.country) === undefined ? ('country_unknown' as const) : null,
    applications: counts.get(job.id) ?? 0,
    revision: job.revision,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
  }))
}
