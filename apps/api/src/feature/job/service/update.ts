import type { JobUpdate } from '@boardwalk/schema/job'
import { isSameContent, type JobContent } from '@boardwalk/schema/job-content'
import type { Clock } from '../../../clock.ts'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { WithSettings } from '../../../settings.ts'
import type { Actor } from '../../api-key/service.ts'
import { type Company, companyOf } from '../../company/service.ts'
import { changedContent, requireSameId } from '../content.ts'
import type { StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { jobUrl } from '../url.ts'
import { insertJob } from './create.ts'
import { pauseOvertaken } from './overtaken.ts'

type MergeDeps = Jobs<'replace' | 'findLatest'> & Needs<typeof insertJob> & Clock & WithSettings<'publicUrl'>
type UpdateDeps = Jobs<'recall'> & MergeDeps & Needs<typeof companyOf>
type Outcome = 'created' | 'updated' | 'unchanged'

interface Updated {
  outcome: Outcome
  jobId: number
  jobUrl: string
}

/** Changes the fields sent of the job of this id, or creates it. Throws `invalid_request`. */
export async function updateJob(
  deps: UpdateDeps,
  actor: Actor,
  { externalJobId, job }: { externalJobId: string; job: JobUpdate },
): Promise<Updated> {
  requireSameId(job, externalJobId)
  const company = await companyOf(deps, actor.companyId)
  const updated = await updateRemembered(deps, company, externalJobId, job)
  if (updated !== undefined) return updated
  const latest = await deps.jobs.findLatest(company.id, externalJobId)
  return updateFrom(deps, company, externalJobId, latest, job)
}

/**
 * Updates a job without reading it, where this process remembers it and nobody else has changed it since, which only the
 * write can tell. Undefined where it has to be read: what is remembered is no reason to refuse a change, nor to call a
 * job unchanged.
 */
async function updateRemembered(
  deps: UpdateDeps,
  company: Company,
  externalId: string,
  change: JobUpdate,
): Promise<Updated | undefined> {
  const remembered = deps.jobs.recall(company.id, externalId)
  const content = remembered && contentIfValid(remembered, change)
  if (remembered === undefined || content === undefined || isSameContent(remembered, content)) return undefined
  const isReplaced = await deps.jobs.replace(remembered, content, new Date(deps.now()))
  return isReplaced ? resultOf(deps, company, 'updated', remembered) : undefined
}

function contentIfValid(job: StoredJob, change: JobUpdate): JobContent | undefined {
  try {
    return changedContent(job, change)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Merges a change into the job as it was read, and writes only if nobody wrote in between, else reads again: so rules
 * that look at the whole job (minimum and maximum, the size of its extra fields) hold whatever races, and no field of a
 * racing change is lost. `read` must be the latest: an answer of `unchanged` rests on it.
 */
export async function updateFrom(
  deps: MergeDeps,
  company: Company,
  externalId: string,
  read: StoredJob | undefined,
  change: JobUpdate,
): Promise<Updated> {
  let last = read
  for (let tries = 0; ; tries++) {
    const content = changedContent(last, change)
    if (last === undefined) {
      const created = await insertJob(deps, company.id, externalId, content)
      if (created !== undefined) return resultOf(deps, company, 'created', created)
    } else {
      if (isSameContent(last, content)) return resultOf(deps, company, 'unchanged', last)
      if (await deps.jobs.replace(last, content, new Date(deps.now()))) return resultOf(deps, company, 'updated', last)
    }
    await pauseOvertaken(tries, `job ${externalId} of ${company.id}`)
    last = await deps.jobs.findLatest(company.id, externalId)
  }
}

/** What `updateFrom` would do, nobody else writing; a job that it would create has neither job id nor address yet. */
export function planFrom(
  deps: WithSettings<'publicUrl'>,
  company: Company,
  read: StoredJob | undefined,
  change: JobUpdate,
): { outcome: Outcome; jobId: number | null; jobUrl: string | null } {
  const content = changedContent(read, change)
  if (read === undefined) return { outcome: 'created', jobId: null, jobUrl: null }
  return resultOf(deps, company, isSameContent(read, content) ? 'unchanged' : 'updated', read)
}

const resultOf = ({ settings }: WithSettings<'publicUrl'>, company: Company, outcome: Outcome, job: StoredJob) => ({
  outcome,
  jobId: job.id,
  jobUrl: jobUrl(settings.publicUrl, company, job.slug),
})
