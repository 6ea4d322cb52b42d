import { operations } from '../generated/operations.ts'
import type { OperationName, Schema } from '../operation.ts'
import type { Candidate } from '../resource/candidates.ts'
import type { AcceptedApplication, Applications } from './applications.ts'
import { extraIssues } from './content.ts'
import { isObject, issuesOf } from './issues.ts'
import { type StoredJob, type StoredJobs, shownJob } from './jobs.ts'
import { invalidRequest, Refusal, unknownJob } from './refusal.ts'
import type { Input } from './request.ts'

/** What a company has on the board. */
export interface Company {
  id: string
  jobs: StoredJobs
  applications: Applications
}

/** The success of an operation. */
export interface Success {
  data: object
  status?: number
  headers?: Record<string, string>
}

/** What each operation does; a Refusal is thrown. */
export const handlers: Record<OperationName, (company: Company, input: Input) => Success> = {
  createJob: ({ jobs }, { job }) => ({ data: jobs.add(String(job.id), job) }),
  updateJob: ({ jobs }, { externalJobId, job }) => {
    if (typeof job.id === 'string' && job.id !== externalJobId) throw otherId()
    const { status, ...data } = jobs.update(externalJobId, job)
    return { data, status: status === 'created' ? 201 : 200 }
  },
  unpublishJob: ({ jobs }, { externalJobId }) => ({ data: jobs.unpublish(externalJobId) }),
  getJob: ({ jobs }, { externalJobId }) => ({ data: { job: shownJob(jobs.get(externalJobId)) } }),
  linkJobs: ({ jobs, applications }, { links }) => {
    const clockMs = applications.raiseClock()
    return { data: { results: links.map((link) => jobs.link(link, clockMs)) } }
  },
  upsertJobs: ({ jobs }, { dryRun = false, ...input }) => ({
    data: { results: input.jobs.map((job) => upsert(jobs, job, dryRun)) },
  }),
  listJobs: ({ jobs }, { status, afterJobId, page, pageSize }) => {
    const all = jobs.list(status, afterJobId)
    return { data: { jobs: all.slice((page - 1) * pageSize, page * pageSize).map(shownJob), total: all.length } }
  },
  listCandidates: (company, input) => {
    const job = company.jobs.find(input.externalJobId)
    if (job === undefined) throw unknownJob('candidates_forbidden', input.externalJobId, company.id)
    return poll(company, input, job)
  },
  listAllCandidates: (company, input) => poll(company, input),
}

function otherId(): Refusal {
  const message = 'job.id must repeat the id of the path or be left out: an external id cannot be changed'
  return invalidRequest([{ path: 'job.id', message }])
}

function upsert(jobs: StoredJobs, job: unknown, dryRun: boolean): Schema['JobUpsertResult'] {
  const id = isObject(job) && typeof job.id === 'string' ? job.id : null
  try {
    const [externalId, fields] = upsertOf(job)
    const result = dryRun ? jobs.plan(externalId, fields) : jobs.update(externalId, fields)
    return { id, ...result, error: null }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { id, status: 'failed', jobId: null, jobUrl: null, error: refusal.error }
  }
}

function upsertOf(job: unknown): [externalId: string, fields: Record<string, unknown>] {
  const { id, ...fields } = isObject(job) ? job : {}
  const schema = operations.updateJob.body?.properties?.job ?? {}
  for (const issues of [issuesOf(schema, job, 'job', true), extraIssues(job), issuesOf({}, id, 'job.id', true)])
    if (issues.length > 0) throw invalidRequest(issues)
  return [String(id), fields]
}

function poll(company: Company, { since, from = 0, to, page, pageSize }: Input, job?: StoredJob): Success {
  const jobId = job?.jobId
  const afterMs = Math.max(-1, since ?? from - 1)
  const throughMs = to ?? Number.POSITIVE_INFINITY
  const { applications, total, syncedThroughMs } = company.applications.list({
    jobId,
    afterMs,
    throughMs,
    page,
    pageSize,
  })
  return {
    data: { candidates: applications.map((application) => candidateOf(company, application)), total },
    headers: { 'x-synced-through': new Date(syncedThroughMs).toISOString(), ...earlierOf(company, since, job) },
  }
}

/** How many candidates a `since` skips that is from before the job got its external id. */
function earlierOf(
  { applications }: Company,
  since: number | undefined,
  job: StoredJob | undefined,
): Record<string, string> {
  if (since === undefined || job === undefined || since >= job.linkedAtMs) return {}
  const { total } = applications.list({ jobId: job.jobId, afterMs: -1, throughMs: since, page: 1, pageSize: 1 })
  return total > 0 ? { 'x-earlier-candidates': String(total) } : {}
}

/** An application as the board shows it. */
export function candidateOf({ id, jobs }: Company, { jobId, dateMs, ...application }: AcceptedApplication): Candidate {
  return {
    ...application,
    jobBoardId: 'boardwalk',
    status: 'PENDING',
    companyId: id,
    offerId: jobs.findById(jobId)?.externalId ?? '',
    date: new Date(dateMs).toISOString(),
  }
}
