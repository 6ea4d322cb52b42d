import type { Issue } from '@boardwalk/schema/error'
import type { JobUpdate } from '@boardwalk/schema/job'
import { isSameContent, type JobContent, type SafeChange } from '@boardwalk/schema/job-content'
import type { Clock } from '../../../clock.ts'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { WithSettings } from '../../../settings.ts'
import type { Actor } from '../../api-key/service.ts'
import { type Company, getCompany } from '../../company/service.ts'
import { findChannelWarnings } from '../channels.ts'
import { applyChange, requireSameId, withSafeHtml } from '../content.ts'
import { markChange, type StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { toJobUrl } from '../url.ts'
import { insertJob } from './create.ts'
import { pauseOvertaken } from './overtaken.ts'

type MergeDeps = Jobs<'replace' | 'findLatest'> & Needs<typeof insertJob> & Clock & WithSettings<'publicUrl'>
type UpdateDeps = Jobs<'recall'> & MergeDeps & Needs<typeof getCompany>
type Outcome = 'created' | 'updated' | 'unchanged'

interface Updated {
  outcome: Outcome
  jobId: number
  jobUrl: string
}

/**
 * Changes the fields that were sent of the job with this external id. Without such a job it creates one, or throws
 * `precondition_failed` if `mayCreate` is false. Throws `invalid_request`.
 */
export async function updateJob(
  deps: UpdateDeps,
  actor: Actor,
  { externalJobId, job, mayCreate }: { externalJobId: string; job: JobUpdate; mayCreate: boolean },
): Promise<Updated> {
  requireSameId(job, externalJobId)
  const change = await withSafeHtml(job)
  const company = await getCompany(deps, actor.companyId)
  const updated = await updateFromCache(deps, company, externalJobId, change)
  if (updated !== undefined) return updated
  const latest = await deps.jobs.findLatest(company.id, externalJobId)
  return updateFrom(deps, company, latest, { externalId: externalJobId, change, mayCreate })
}

/**
 * Updates a job from this process's cache, without reading it first. The write fails if the job has changed since. Undefined
 * if the job must be read: the cached job may be old, so it cannot show that a change is refused or changes nothing.
 */
async function updateFromCache(
  deps: UpdateDeps,
  company: Company,
  externalId: string,
  change: SafeChange,
): Promise<Updated | undefined> {
  const remembered = deps.jobs.recall(company.id, externalId)
  const content = remembered && applyChangeIfValid(remembered, change)
  if (remembered === undefined || content === undefined || isSameContent(remembered, content)) return undefined
  const isReplaced = await deps.jobs.replace(remembered, content, markChange(deps, 'api'))
  return isReplaced ? toResult(deps, company, 'updated', remembered) : undefined
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
  change: SafeChange
  mayCreate: boolean
}

/**
 * Merges a change into the job that was read, and writes only if nobody has changed the job since. Otherwise it reads the
 * job and tries again. So no field of a racing change is lost, and the rules about the whole job (minimum and maximum, size
 * of the extra fields) stay true. `read` must be the latest stored job, because the result may be `unchanged`.
 */
export async function updateFrom(
  deps: MergeDeps,
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
      if (created !== undefined) return toResult(deps, company, 'created', created)
    } else {
      if (isSameContent(last, content)) return toResult(deps, company, 'unchanged', last)
      if (await deps.jobs.replace(last, content, markChange(deps, 'api')))
        return toResult(deps, company, 'updated', last)
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
 * yet. `warnings` say what channels will not show. Throws `invalid_request` and `precondition_failed`.
 */
export function planFrom(
  deps: WithSettings<'publicUrl'>,
  company: Company,
  read: StoredJob | undefined,
  wanted: WantedChange,
): { outcome: Outcome; jobId: number | null; jobUrl: string | null; warnings: Issue[] } {
  requireMayCreate(company, read, wanted)
  const content = applyChange(read, wanted.change)
  const warnings = findChannelWarnings(content)
  if (read === undefined) return { outcome: 'created', jobId: null, jobUrl: null, warnings }
  return { ...toResult(deps, company, isSameContent(read, content) ? 'unchanged' : 'updated', read), warnings }
}

const toResult = ({ settings }: WithSettings<'publicUrl'>, company: Company, outcome: Outcome, job: StoredJob) => ({
  outcome,
  jobId: job.id,
  jobUrl: toJobUrl(settings.publicUrl, company, job),
})
