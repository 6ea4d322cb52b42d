import type { JobUpdate } from '@boardwalk/schema/job'
import { isSameContent, type JobContent, type SafeChange } from '@boardwalk/schema/job-content'
import type { JobWarning } from '@boardwalk/schema/job-warning'
import { isObject } from '@boardwalk/schema/json'
import { readStoredTerms } from '@boardwalk/schema/terms'
import type { KeyActor } from '../activity/audit.ts'
import { findSuspendedIds, requireNotSuspended } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import { tell } from '../listener.ts'
import { yieldToOthers } from '../process/turns.ts'
import { type AskAhead, noteWarnings, type Route } from '../trpc/context.ts'
import { applyChange, pauseOvertaken, requireSameId, withSafeHtml } from './change.ts'
import { insertJob } from './create.ts'
import { describeChanges } from './field-changes.ts'
import { noteKeyChange } from './history.ts'
import { markChange, type StoredJob, withContent } from './job.ts'
import { findJobUrl } from './url.ts'
import { findNamesakes, type Namesakes, toWarnings } from './warn.ts'

/**
 * Begins what `updateJob` needs first: the ids of the suspended companies, and the job unless this process has it in its cache. The job may
 * change before the update is written, which then fails and reads it again.
 */
export const askForUpdate: AskAhead = (deps, companyId, input) => {
  const { externalJobId: id } = isObject(input) ? input : {}
  const isCached = typeof id !== 'string' || deps.jobs.recall(companyId, id) !== undefined
  return Promise.all([findSuspendedIds(deps), isCached ? undefined : deps.jobs.findByExternalId(companyId, id)])
}

/**
 * Changes the fields that were sent of the job with an external id, or creates the job. Throws `company_suspended`,
 * `invalid_request`, and `precondition_failed` if there is no such job and the header `if-match: *` asks not to create it.
 */
export const updateJob: Route<'updateJob'> = async ({ ctx: { deps, actor, ifMatch, request }, input }) => {
  const { externalJobId, job } = input
  const mayCreate = readMayCreate(ifMatch)
  await requireNotSuspended(deps, actor)
  requireSameId(job, externalJobId)
  const change = await withSafeHtml(job)
  const jobRequest = { externalId: externalJobId, sent: job, change, mayCreate }
  const { outcome, ...result } =
    (await updateFromCache(deps, actor, jobRequest)) ?? (await updateFromLatest(deps, actor, jobRequest))
  if (outcome === 'created') request.answer.status = 201
  noteWarnings(request, [{ id: null, warnings: result.warnings }])
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
  /** Other jobs of the company that may be meant by the external id of the job to create. */
  namesakes?: Namesakes | undefined
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

async function updateFromLatest(deps: Deps, actor: KeyActor, request: UpdateRequest): Promise<UpdateResult> {
  const { companyId } = actor
  const latest = await deps.jobs.findLatest(companyId, request.externalId)
  if (latest !== undefined) return updateFrom(deps, actor, latest, request)
  const namesakes = await findNamesakes(deps, companyId, [request.externalId])
  return updateFrom(deps, actor, latest, { ...request, namesakes: namesakes.get(request.externalId) })
}

/**
 * Updates a job from this process's cache, without reading it first. The write fails if the job has changed since. Undefined if
 * the job must be read. A cached job may be old, so it does not prove that a change is refused or changes nothing.
 */
async function updateFromCache(deps: Deps, actor: KeyActor, request: UpdateRequest): Promise<UpdateResult | undefined> {
  const cached = deps.jobs.recall(actor.companyId, request.externalId)
  const content = cached && applyChangeIfValid(cached, request.change)
  if (cached === undefined || content === undefined || isSameContent(cached, content)) return undefined
  const isReplaced = await replaceByKey(deps, actor, cached, content)
  return isReplaced ? toResult(deps, request, 'updated', withContent(cached, content)) : undefined
}

/** Replaces a job's content, and notes what the key changed. False if the job has changed since it was read. */
async function replaceByKey(deps: Deps, actor: KeyActor, read: StoredJob, content: JobContent): Promise<boolean> {
  const mark = markChange(deps, 'api')
  // Beside the write, so that the answer finds the company in the cache. If this read fails, the answer reads again.
  const reading = findJobUrl(deps, read).catch(() => undefined)
  if (!(await deps.jobs.replace(read, content, mark))) return false
  await reading
  // Behind the answer, because describing long texts takes longer than storing them.
  deps.background.run('describe what a key changed', async () => {
    await yieldToOthers()
    noteKeyChange(deps, actor, { jobId: read.id, at: mark.updatedAt }, describeChanges(read, content))
  })
  return true
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
  actor: KeyActor,
  read: StoredJob | undefined,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const { companyId } = actor
  const { externalId, change } = request
  let last = read
  for (let tries = 0; ; tries++) {
    requireMayCreate(companyId, last, request)
    const content = applyChange(last, change)
    if (last === undefined) {
      const id = await deps.jobs.nextId()
      const created = await insertJob(deps, companyId, { id, externalId }, content, 'api')
      if (created !== undefined) return toResult(deps, request, 'created', created)
    } else {
      if (isSameContent(last, content)) {
        tell(deps, 'jobPushedUnchanged', { companyId: last.companyId, jobId: last.id })
        return toResult(deps, request, 'unchanged', last)
      }
      if (await replaceByKey(deps, actor, last, content))
        return toResult(deps, request, 'updated', withContent(last, content))
    }
    await pauseOvertaken(tries, `job ${externalId} of ${companyId}`)
    last = await deps.jobs.findLatest(companyId, externalId)
  }
}

function requireMayCreate(companyId: string, read: StoredJob | undefined, { externalId, mayCreate }: UpdateRequest) {
  if (read === undefined && !mayCreate) throw new AppError('precondition_failed', { externalId, companyId })
}

/** Says what `updateFrom` would do, and writes nothing. Throws `invalid_request` and `precondition_failed`. */
export async function previewUpdate(
  deps: Deps,
  companyId: string,
  read: StoredJob | undefined,
  request: UpdateRequest,
): Promise<UpdatePreview> {
  requireMayCreate(companyId, read, request)
  const content = applyChange(read, request.change)
  if (read !== undefined) {
    const outcome = isSameContent(read, content) ? 'unchanged' : 'updated'
    return toResult(deps, request, outcome, withContent(read, content))
  }
  const job = { ...content, terms: readStoredTerms(content.extra), suspendedAt: null }
  return { outcome: 'created', jobId: null, jobUrl: null, ...toWarnings(deps, request.sent, job, request.namesakes) }
}

/** Makes the result of an update, after which the job is as `job`. */
const toResult = async (
  deps: Deps,
  { sent, namesakes }: UpdateRequest,
  outcome: Outcome,
  job: StoredJob,
): Promise<UpdateResult> => ({
  outcome,
  jobId: job.id,
  jobUrl: await findJobUrl(deps, job),
  ...toWarnings(deps, sent, job, outcome === 'created' ? namesakes : undefined),
})
