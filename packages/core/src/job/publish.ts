import type { ErrorCode } from '@boardwalk/schema/error'
import type { PublicationStatus } from '@boardwalk/schema/job'
import type { UserActor } from '../activity/audit.ts'
import { requireNotSuspended } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import type { Route } from '../trpc/context.ts'
import { pauseOvertaken } from './change.ts'
import { writeContent } from './edit.ts'
import { noteKeyChange } from './history.ts'
import { markChange } from './job.ts'
import { getJobById } from './read.ts'

/* Publishes and unpublishes jobs: for an ATS by external id, and for a user of the back office by job id. */

const UNPUBLISHING = { field: 'status', before: 'PUBLISHED', after: 'UNPUBLISHED' }

/** Takes a job off the public site and keeps its data. A second time changes nothing. Throws `job_not_found`. */
export const unpublishJob: Route<'unpublishJob'> = async ({ ctx: { deps, actor }, input: { externalJobId } }) => {
  const job = { companyId: actor.companyId, externalId: externalJobId }
  for (let tries = 0; ; tries++) {
    const mark = markChange(deps, 'api')
    const unpublished = await deps.jobs.unpublish({ ...job, mark })
    if (unpublished === undefined) throw new AppError('job_not_found', job)
    const { jobId, revision } = unpublished
    if (revision !== undefined) noteKeyChange(deps, actor, { jobId, at: mark.updatedAt }, [UNPUBLISHING])
    if (!unpublished.isOutdated) return { jobId: unpublished.jobId, error: null }
    await pauseOvertaken(tries, `job ${unpublished.jobId}`)
  }
}

/** Publishes or unpublishes a job, also if other users change it at the same time. Throws `company_suspended` and `job_id_not_found`. */
export async function setPublication(
  deps: Deps,
  actor: UserActor,
  { jobId }: { jobId: number },
  status: PublicationStatus,
): Promise<{ revision: number }> {
  const { revision } = await writeStatus(deps, actor, { jobId }, status)
  return { revision }
}

/** The result for one job. `unchanged`: it had the status before. */
interface PublicationResult {
  jobId: number
  outcome: 'changed' | 'unchanged' | 'failed'
  /** Why it failed. Null if it did not fail. */
  code: ErrorCode | null
}

/**
 * Publishes or unpublishes several jobs. If a job has changed since the given revision and does not have the status yet, it fails
 * with `job_changed`. So a second request with the same jobs does nothing. A job that fails does not stop the others.
 */
export async function setPublications(
  deps: Deps,
  actor: UserActor,
  { status, jobs }: { status: PublicationStatus; jobs: { jobId: number; revision: number }[] },
): Promise<{ results: PublicationResult[] }> {
  const setOne = async (job: { jobId: number; revision: number }): Promise<PublicationResult> => {
    try {
      const { isChanged } = await writeStatus(deps, actor, job, status)
      return { jobId: job.jobId, outcome: isChanged ? 'changed' : 'unchanged', code: null }
    } catch (cause) {
      const error = cause instanceof AppError ? cause : new AppError('internal', undefined, { cause })
      if (error.status >= 500) deps.log.error({ err: cause }, 'the publication of one job of several failed')
      return { jobId: job.jobId, outcome: 'failed', code: error.code }
    }
  }
  return { results: await Promise.all(jobs.map(setOne)) }
}

/** Writes a status. Throws `company_suspended` if the company may not publish, and `job_changed` if a revision is given and the job has another one. */
async function writeStatus(
  deps: Deps,
  actor: UserActor,
  { jobId, revision }: { jobId: number; revision?: number },
  status: PublicationStatus,
): Promise<{ isChanged: boolean; revision: number }> {
  if (status === 'PUBLISHED') await requireNotSuspended(deps, actor)
  for (;;) {
    const read = await getJobById(deps, actor.companyId, jobId)
    if (read.status === status) return { isChanged: false, revision: read.revision }
    if (revision !== undefined && read.revision !== revision) throw new AppError('job_changed')
    if (await writeContent(deps, actor, read, { ...read, status }))
      return { isChanged: true, revision: read.revision + 1 }
  }
}
