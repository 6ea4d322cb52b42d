import { createHash, randomUUID } from 'node:crypto'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import { invalidRequest, requireNoWait } from '@boardwalk/core/error'
import { isTrapFilled, requirePublished } from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { toJobUrl } from '@boardwalk/core/job/url'
import { isPublic } from '@boardwalk/schema/visibility'
import { describeIssues } from '@boardwalk/schema/wording'
import type { Deps } from '../../deps.ts'
import { ReportForm } from './form.ts'
import { queueReportMails } from './mails.ts'
import { reporting } from './state.ts'
import type { JobReport, ReportedJob } from './store.ts'

/* Reports: a visitor of the public site tells the operator what is wrong with a job. Users and keys of the company do not see them. */

/**
 * Stores the report of a form, and returns its id. A form that is sent twice is one report. If the trap field is filled in, it stores
 * nothing, and the answer is the same. `caller` is the network address of the visitor. Throws `invalid_request` with its issues,
 * `job_unpublished`, and `too_many_requests` if the address has reported too many other jobs today.
 */
export async function reportJob(
  deps: Deps,
  job: StoredJob,
  fields: Record<string, unknown>,
  caller: string,
): Promise<{ id: string }> {
  requirePublished(deps, job)
  const form = ReportForm.safeParse({ formId: randomUUID(), ...fields })
  if (!form.success) throw invalidRequest(describeIssues(form.error))
  const { formId, reason, text, email } = form.data
  const { id: jobId, companyId } = job
  const id = deriveReportId(job, formId)
  if (isTrapFilled({ fields })) return { id }
  const { waitSeconds, isRepeat } = await reporting(deps).reportLimit.take(caller, jobId)
  requireNoWait(waitSeconds)
  const report = { id, companyId, jobId, at: new Date(deps.now()), reason, text, email: email === '' ? null : email }
  await reporting(deps).reports.insert(isRepeat ? { ...report, isRepeat } : report)
  return { id }
}

/** Makes the id of a report from its company, job and form, because a form id alone could be used at two jobs. */
function deriveReportId({ companyId, id }: StoredJob, formId: string): string {
  const hash = createHash('sha256').update(`${companyId}/${id}/${formId.toLowerCase()}`).digest('hex')
  return `report_${hash.slice(0, 20)}`
}

/**
 * Queues the mails to the operator about jobs with an open report that no mail has told of. It reads stored reports,
 * so a report is told also if the process that stored it dies, or if the mail server is away. Several processes may do so at once: the
 * mail of a job and day has one id.
 */
export async function queueReportNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.settings.board.contactEmail === null) return
  await queueReportMails(deps, await reporting(deps).reports.listUntoldJobs(), signal)
}

/** Measures how many reports are open. */
export async function countOpenReports(deps: Deps): Promise<void> {
  const { openReports, reports } = reporting(deps)
  openReports.set(await reports.countOpen())
}

/** Closes an open report, or all open reports of a job. Returns how many it closed. */
export function closeReports(deps: Deps, which: { id: string } | { jobId: number }): Promise<number> {
  const at = new Date(deps.now())
  const { reports } = reporting(deps)
  return 'id' in which ? reports.close(which.id, at) : reports.closeAllOf(which.jobId, at)
}

/** A job, and the reports of it. */
export interface ReportsOfJob extends ReportedJob {
  company: Company
  title: string
  jobUrl: string
  /** Whether people can see the job now. */
  isPublic: boolean
  reports: JobReport[]
}

/** Enough for a person to read. */
const REPORTS_LISTED = 500

/** Lists the open reports of the board, or the closed ones too, by job: the job with the newest report first. */
export async function listReports(
  deps: Deps,
  { withClosed }: { withClosed: boolean },
): Promise<{ jobs: ReportsOfJob[]; isAll: boolean }> {
  const found = await reporting(deps).reports.list({ withClosed }, REPORTS_LISTED + 1)
  const byJob = new Map<number, JobReport[]>()
  for (const report of found.slice(0, REPORTS_LISTED))
    byJob.set(report.jobId, [...(byJob.get(report.jobId) ?? []), report])
  const companies = await findCompaniesById(
    deps,
    found.map(({ companyId }) => companyId),
  )
  const jobs: ReportsOfJob[] = []
  for (const [jobId, reports] of byJob) {
    const { companyId = '' } = reports[0] ?? {}
    const company = companies.get(companyId)
    const job = await deps.jobs.findById(companyId, jobId)
    // The company or the draft was removed meanwhile.
    if (company === undefined || job === undefined) continue
    jobs.push({
      companyId,
      jobId,
      company,
      title: job.fields.title,
      reports,
      jobUrl: toJobUrl(deps.settings.publicUrl, company, job),
      isPublic: isPublic(job, deps.now()) && company.suspendedAt === null,
    })
  }
  return { jobs, isAll: found.length <= REPORTS_LISTED }
}
