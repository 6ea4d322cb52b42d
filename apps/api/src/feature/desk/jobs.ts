import { getCompany } from '@boardwalk/core/company/service'
import { countApplicationsByJob } from '@boardwalk/core/intake/read'
import { describeLastChange } from '@boardwalk/core/job/history'
import type { StoredJob } from '@boardwalk/core/job/job'
import { getJobById } from '@boardwalk/core/job/read'
import { describeTerms, type ShownTerms } from '@boardwalk/core/job/terms'
import { toJobUrl } from '@boardwalk/core/job/url'
import { findMarkupProblems, type MarkupProblem } from '@boardwalk/core/job/warn'
import type { Issue } from '@boardwalk/schema/error'
import { parseExtra } from '@boardwalk/schema/extra-fields'
import type { JobFields, PublicationStatus } from '@boardwalk/schema/job'
import type { JobLookup } from '@boardwalk/schema/job-list'
import { findSimilarFields } from '@boardwalk/schema/job-warning'
import { readQuestions } from '@boardwalk/schema/questions'
import { readTerms, TERMS_FIELD } from '@boardwalk/schema/terms'
import { isClosed } from '@boardwalk/schema/visibility'
import type { Deps } from '../../deps.ts'

/* Searches and reads a company's jobs for the back office, also unpublished ones. */

/** A row of the list of jobs. */
interface JobRow {
  jobId: number
  externalId: string | null
  title: string
  city: JobFields['city']
  status: PublicationStatus
  /** Whether the operator has suspended the job itself. A suspended company does not count. */
  isSuspended: boolean
  /** When applications close, or when they closed: ISO 8601 in UTC. Null if the job has no closing date. */
  closesAt: string | null
  /** Whether the closing date has passed. */
  isClosed: boolean
  jobUrl: string
  /** Why the job's page has no markup for Google. Null if it has. */
  markupWarning: MarkupProblem | null
  /** The number of applications, including those whose data was erased. */
  applications: number
  /** A change of the job names this revision. It is refused if the job has changed since. */
  revision: number
  /** Whether a user may delete it: it was never published, so it has no applications. */
  isDeletable: boolean
  /** ISO 8601 in UTC. So is `updatedAt`. */
  createdAt: string
  updatedAt: string
}

/** A job with all its fields. */
interface WholeJob extends JobRow {
  fields: JobFields
  /** The extra fields as JSON text, because JavaScript would change some numbers. */
  extra: string
  /** What is wrong in the extra field `boardwalk`. These parts have no effect. */
  termIssues: Issue[]
  /** The other extra fields that have no effect, because of their name. */
  similarFields: Issue[]
  /** Who changed it last, and when. */
  lastChange: LastChange['lastChange']
  /** Whether the next push of an ATS may replace what a user changes: it has an external id, and a key has pushed in the last 30 days. */
  isPushed: boolean
}
type LastChange = Awaited<ReturnType<typeof describeLastChange>>

/** Reads one page of the jobs that a search finds. `total` counts the jobs of all pages. */
export async function lookUpJobs(
  deps: Deps,
  { companyId }: { companyId: string },
  { status, ...lookup }: JobLookup,
): Promise<{ jobs: JobRow[]; total: number }> {
  const { jobs, total } = await deps.jobs.lookUp(companyId, toStatuses(status), lookup)
  return { jobs: await toRows(deps, companyId, jobs), total }
}

/** How many rows of a list an export reads at a time. Their texts may be long. */
const EXPORTED_AT_ONCE = 100

/** Reads all jobs that a search finds, with their fields and terms, some at a time. A job that is deleted meanwhile is left out. */
export async function* readJobRows(
  deps: Deps,
  { companyId }: { companyId: string },
  { status, ...lookup }: Omit<JobLookup, 'page' | 'pageSize'>,
): AsyncGenerator<(JobRow & { fields: JobFields; terms: ShownTerms })[]> {
  const company = await getCompany(deps, companyId)
  const ids = await deps.jobs.lookUpIds(companyId, toStatuses(status), lookup)
  for (let start = 0; start < ids.length; start += EXPORTED_AT_ONCE) {
    const chunk = ids.slice(start, start + EXPORTED_AT_ONCE)
    const found = await deps.jobs.findByIds(companyId, chunk)
    const rows = new Map((await toRows(deps, companyId, found)).map((row) => [row.jobId, row]))
    const jobs = new Map(found.map((job) => [job.id, job]))
    yield chunk.flatMap((id) => {
      const [row, job] = [rows.get(id), jobs.get(id)]
      return row && job ? [{ ...row, fields: job.fields, terms: describeTerms(company, job) }] : []
    })
  }
}

const toStatuses = (status: PublicationStatus | undefined): PublicationStatus[] =>
  status === undefined ? ['PUBLISHED', 'UNPUBLISHED'] : [status]

/** Reads one job of the company. Throws `job_id_not_found`. */
export async function getBoardJob(
  deps: Deps,
  { companyId }: { companyId: string },
  { jobId }: { jobId: number },
): Promise<WholeJob> {
  const job = await getJobById(deps, companyId, jobId)
  const [row] = await toRows(deps, companyId, [job])
  if (row === undefined) throw new Error(`job ${jobId} has no row`)
  const extra = parseExtra(job.extra)
  const boardwalk = extra[TERMS_FIELD]
  return {
    ...row,
    fields: job.fields,
    extra: job.extra,
    termIssues: [...readTerms(boardwalk).issues, ...readQuestions(boardwalk, `job.${TERMS_FIELD}`).issues],
    similarFields: findSimilarFields(Object.entries(extra)),
    ...(await describeLastChange(deps, job)),
  }
}

async function toRows(deps: Deps, companyId: string, jobs: StoredJob[]): Promise<JobRow[]> {
  const company = await getCompany(deps, companyId)
  const ids = jobs.map(({ id }) => id)
  const counts = await countApplicationsByJob(deps, companyId, ids)
  return jobs.map((job) => ({
    jobId: job.id,
    externalId: job.externalId,
    title: job.fields.title,
    city: job.fields.city,
    status: job.status,
    isSuspended: job.suspendedAt !== null,
    closesAt: job.terms.closesAt?.toISOString() ?? null,
    isClosed: isClosed(job, deps.now()),
    jobUrl: toJobUrl(deps.settings.publicUrl, company, job),
    markupWarning: findMarkupProblems(job.fields)[0] ?? null,
    applications: counts.get(job.id) ?? 0,
    revision: job.revision,
    isDeletable: job.publishedAt === null,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
  }))
}
