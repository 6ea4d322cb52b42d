import type { JobUpdate } from '@boardwalk/schema/job'
import { isSameContent, type JobContent, type SafeChange } from '@boardwalk/schema/job-content'
import type { JobWarning, JobWarningContext } from '@boardwalk/schema/job-warning'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import type { Route } from '../../trpc/context.ts'
import { type Company, getCompany } from '../company/service.ts'
import { applyChange, pauseOvertaken, requireSameId, withSafeHtml } from './change.ts'
import { insertJob } from './create.ts'
import { markChange, type StoredJob } from './job.ts'
import { toJobUrl } from './url.ts'
import { findNamesakes, toWarnings } from './warn.ts'

/**
 * Changes the fields that were sent of the job with an external id, or creates the job. Throws `invalid_request`, and
 * `precondition_failed` if there is no such job and the header `if-match: *` asks not to create it.
 */
export const updateJob: Route<'updateJob'> = async ({ ctx: { deps, actor, ifMatch, request }, input }) => {
  const { externalJobId, job } = input
  const mayCreate = readMayCreate(ifMatch)
  requireSameId(job, externalJobId)
  const change = await withSafeHtml(job)
  const company = await getCompany(deps, actor.companyId)
  const jobRequest = { externalId: externalJobId, sent: job, change, mayCreate }
  const { outcome, ...result } =
    (await updateFromCache(deps, company, jobRequest)) ?? (await updateFromLatest(deps, company, jobRequest))
  if (outcome === 'created') request.answer.status = 201
  return { ...result, error: null }
}

/** Whether a request may create a job. Throws `invalid_request` for an entity tag, because jobs have none. */
function readMayCreate(ifMatch: string | undefined): boolean {
  if (ifMatch === undefined) return true
  if (ifMatch.trim() === '*') return false
  throw invalidRequest([{ path: 'if-match', message: 'if-match must be "*", which asks not to create a job' }])
}

/** A change of the job with an external id. */
export interface UpdateRequest {
  externalId: string
  /** The job as the caller sent it. Warnings name what was in it. */
  sent: JobUpdate
  change: SafeChange
  /** Whether to create the job if the company has none with the external id. */
  mayCreate: boolean
  /** Another job of the company, whose job id is the external id of the job to create. */
  namesake?: JobWarningContext['namesake']
}

type Outcome = 'created' | 'updated' | 'unchanged'

interface UpdateResult {
  outcome: Outcome
  jobId: number
  jobUrl: string
  warnings?: JobWarning[]
}

/** What an update would do. The job id and the address are null for a job that it would create. */
type UpdatePreview = Omit<UpdateResult, 'jobId' | 'jobUrl'> & { jobId: number | null; jobUrl: string | null }

async function updateFromLatest(deps: Deps, company: Company, request: UpdateRequest): Promise<UpdateResult> {
  const latest = await deps.jobs.findLatest(company.id, request.externalId)
  if (latest !== undefined) return updateFrom(deps, company, latest, request)
  const namesakes = await findNamesakes(deps, company.id, [request.externalId])
  return updateFrom(deps, company, latest, { ...request, namesake: namesakes.get(request.externalId) })
}

/**
 * Updates a job from this process's cache, without reading it first. The write fails if the job has changed since. Undefined if
 * the job must be read. A cached job may be old, so it does not prove that a change is refused or changes nothing.
 */
async function updateFromCache(
  deps: Deps,
  company: Company,
  request: UpdateRequest,
): Promise<UpdateResult | undefined> {
  const cached = deps.jobs.recall(company.id, request.externalId)
  const content = cached && applyChangeIfValid(cached, request.change)
  if (cached === undefined || content === undefined || isSameContent(cached, content)) return undefined
  const isReplaced = await deps.jobs.replace(cached, content, markChange(deps, 'api'))
  return isReplaced ? toResult(deps, company, request, 'updated', { ...cached, ...content }) : undefined
}

function applyChangeIfValid(job: StoredJob, change: SafeChange): JobContent | undefined {
  try {
    return applyChange(job, change)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Merges a change into the job that was read, and writes only if the job has not changed since. Otherwise it reads the job and
 * tries again. So no field of a concurrent change is lost, and the rules about the whole job (minimum and maximum, size of the
 * extra fields) stay true. `read` must be the latest stored job, because the result may be `unchanged`.
 */
export async function updateFrom(
  deps: Deps,
  company: Company,
  read: StoredJob | undefined,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const { externalId, change } = request
  let last = read
  for (let tries = 0; ; tries++) {
    requireMayCreate(company, last, request)
    const content = applyChange(last, change)
    if (last === undefined) {
      const created = await insertJob(deps, company.id, { externalId }, content, 'api')
      if (created !== undefined) return toResult(deps, company, request, 'created', created)
    } else {
      if (isSameContent(last, content)) return toResult(deps, company, request, 'unchanged', last)
      if (await deps.jobs.replace(last, content, markChange(deps, 'api')))
        return toResult(deps, company, request, 'updated', { ...last, ...content })
    }
    await pauseOvertaken(tries, `job ${externalId} of ${company.id}`)
    last = await deps.jobs.findLatest(company.id, externalId)
  }
}

function requireMayCreate(company: Company, read: StoredJob | undefined, { externalId, mayCreate }: UpdateRequest) {
  if (read === undefined && !mayCreate) throw new AppError('precondition_failed', { externalId, companyId: company.id })
}

/** Says what `updateFrom` would do, and writes nothing. Throws `invalid_request` and `precondition_failed`. */
export function previewUpdate(
  deps: Deps,
  company: Company,
  read: StoredJob | undefined,
  request: UpdateRequest,
): UpdatePreview {
  requireMayCreate(company, read, request)
  const content = applyChange(read, request.change)
  if (read !== undefined) {
    const outcome = isSameContent(read, content) ? 'unchanged' : 'updated'
    return toResult(deps, company, request, outcome, { ...read, ...content })
  }
  return { outcome: 'created', jobId: null, jobUrl: null, ...toWarnings(request.sent, content, request.namesake) }
}

/** Makes the result of an update, after which the job is as `job`. */
const toResult = (
  { settings }: Deps,
  company: Company,
  { sent, namesake }: UpdateRequest,
  outcome: Outcome,
  job: StoredJob,
): UpdateResult => ({
  outcome,
  jobId: job.id,
  jobUrl: toJobUrl(settings.publicUrl, company, job),
  ...toWarnings(sent, job, outcome === 'created' ? namesake : undefined),
})
