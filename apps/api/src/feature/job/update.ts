import type { JobUpdate } from '@boardwalk/schema/job'
import { isSameContent, type JobContent, type SafeChange } from '@boardwalk/schema/job-content'
import type { JobWarning, JobWarningContext } from '@boardwalk/schema/job-warning'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import type { Route } from '../../trpc/context.ts'
import { type Company, getCompany } from '../company/service.ts'
import { applyChange, requireSameId, withSafeHtml } from './content.ts'
import { insertJob } from './create.ts'
import { markChange, type StoredJob } from './job.ts'
import { pauseOvertaken } from './overtaken.ts'
import { toJobUrl } from './url.ts'
import { findNamesakes, toWarnings } from './warn.ts'

type Outcome = 'created' | 'updated' | 'unchanged'

interface Planned {
  outcome: Outcome
  /** Null for a job that is not there yet. So is `jobUrl`. */
  jobId: number | null
  jobUrl: string | null
  warnings?: JobWarning[]
}

interface Updated extends Planned {
  jobId: number
  jobUrl: string
}

/**
 * Changes the fields that were sent of the job with this external id. Without such a job it creates one, or throws
 * `precondition_failed` if `mayCreate` is false. Throws `invalid_request`.
 */
export const updateJob: Route<'updateJob'> = async ({ ctx: { deps, actor, ifMatch, request }, input }) => {
  const { externalJobId, job } = input
  const mayCreate = readMayCreate(ifMatch)
  requireSameId(job, externalJobId)
  const change = await withSafeHtml(job)
  const company = await getCompany(deps, actor.companyId)
  const wanted = { externalId: externalJobId, sent: job, change, mayCreate }
  const updated = (await updateFromCache(deps, company, wanted)) ?? (await updateFromLatest(deps, company, wanted))
  const { outcome, ...result } = updated
  if (outcome === 'created') request.answer.status = 201
  return { ...result, error: null }
}

/** Tells whether a request may create a job. Throws `invalid_request`: a job has no entity tag that a header could name. */
function readMayCreate(ifMatch: string | undefined): boolean {
  if (ifMatch === undefined) return true
  if (ifMatch.trim() === '*') return false
  throw invalidRequest([{ path: 'if-match', message: 'if-match must be "*", which asks not to create a job' }])
}

async function updateFromLatest(deps: Deps, company: Company, wanted: WantedChange): Promise<Updated> {
  const latest = await deps.jobs.findLatest(company.id, wanted.externalId)
  if (latest !== undefined) return updateFrom(deps, company, latest, wanted)
  const namesakes = await findNamesakes(deps, company.id, [wanted.externalId])
  return updateFrom(deps, company, latest, { ...wanted, namesake: namesakes.get(wanted.externalId) })
}

/**
 * Updates a job from this process's cache, without reading it first. The write fails if the job has changed since. Undefined
 * if the job must be read: the cached job may be old, so it cannot show that a change is refused or changes nothing.
 */
async function updateFromCache(deps: Deps, company: Company, wanted: WantedChange): Promise<Updated | undefined> {
  const remembered = deps.jobs.recall(company.id, wanted.externalId)
  const content = remembered && applyChangeIfValid(remembered, wanted.change)
  if (remembered === undefined || content === undefined || isSameContent(remembered, content)) return undefined
  const isReplaced = await deps.jobs.replace(remembered, content, markChange(deps, 'api'))
  return isReplaced ? toUpdated(deps, company, wanted, 'updated', { ...remembered, ...content }) : undefined
}

function applyChangeIfValid(job: StoredJob, change: SafeChange): JobContent | undefined {
  try {
    return applyChange(job, change)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** A change of the job with an external id. If there is no such job, `mayCreate` says whether the change may create it. */
export interface WantedChange {
  externalId: string
  /** The change as the caller sent it, to warn of what was in it. */
  sent: JobUpdate
  change: SafeChange
  mayCreate: boolean
  /** Another job of the company, whose job id is the external id of the job to create. */
  namesake?: JobWarningContext['namesake']
}

/**
 * Merges a change into the job that was read, and writes only if nobody has changed the job since. Otherwise it reads the
 * job and tries again. So no field of a racing change is lost, and the rules about the whole job (minimum and maximum, size
 * of the extra fields) stay true. `read` must be the latest stored job, because the result may be `unchanged`.
 */
export async function updateFrom(
  deps: Deps,
  company: Company,
  read: StoredJob | undefined,
  wanted: WantedChange,
): Promise<Updated> {
  const { externalId, change } = wanted
  let last = read
  for (let tries = 0; ; tries++) {
    requireMayCreate(company, last, wanted)
    const content = applyChange(last, change)
    if (last === undefined) {
      const created = await insertJob(deps, company.id, { externalId }, content, 'api')
      if (created !== undefined) return toUpdated(deps, company, wanted, 'created', created)
    } else {
      if (isSameContent(last, content)) return toUpdated(deps, company, wanted, 'unchanged', last)
      if (await deps.jobs.replace(last, content, markChange(deps, 'api')))
        return toUpdated(deps, company, wanted, 'updated', { ...last, ...content })
    }
    await pauseOvertaken(tries, `job ${externalId} of ${company.id}`)
    last = await deps.jobs.findLatest(company.id, externalId)
  }
}

function requireMayCreate(company: Company, read: StoredJob | undefined, { externalId, mayCreate }: WantedChange) {
  if (read === undefined && !mayCreate) throw new AppError('precondition_failed', { externalId, companyId: company.id })
}

/**
 * Says what `updateFrom` would do if nobody else changes the job. A job that it would create has no job id and no address
 * yet. Throws `invalid_request` and `precondition_failed`.
 */
export function planFrom(deps: Deps, company: Company, read: StoredJob | undefined, wanted: WantedChange): Planned {
  requireMayCreate(company, read, wanted)
  const content = applyChange(read, wanted.change)
  if (read !== undefined) {
    const outcome = isSameContent(read, content) ? 'unchanged' : 'updated'
    return toUpdated(deps, company, wanted, outcome, { ...read, ...content })
  }
  return { outcome: 'created', jobId: null, jobUrl: null, ...toWarnings(wanted.sent, content, wanted.namesake) }
}

/** Says what became of a job, which is now as `job`. */
const toUpdated = (
  { settings }: Deps,
  company: Company,
  { sent, namesake }: WantedChange,
  outcome: Outcome,
  job: StoredJob,
): Updated => ({
  outcome,
  jobId: job.id,
  jobUrl: toJobUrl(settings.publicUrl, company, job),
  ...toWarnings(sent, job, outcome === 'created' ? namesake : undefined),
})
