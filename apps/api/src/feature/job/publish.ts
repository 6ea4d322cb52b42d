import type { ErrorCode } from '@boardwalk/schema/error'
import type { PublicationStatus } from '@boardwalk/schema/job'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../error.ts'
import type { UserActor } from '../activity/audit.ts'
import { writeContent } from './edit.ts'
import { getJobById } from './read.ts'

/** A job as a user saw it. */
interface SeenJob {
  jobId: number
  revision: number
}

/** What became of one job. `unchanged`: it had the status before. */
interface Publication {
  jobId: number
  outcome: 'changed' | 'unchanged' | 'failed'
  /** Why it failed; null if it did not. */
  code: ErrorCode | null
}

/** Publishes or unpublishes a job, also if other people change it at the same time. Throws `job_id_not_found`. */
export async function setPublication(
  deps: Deps,
  actor: UserActor,
  { jobId }: { jobId: number },
  status: PublicationStatus,
): Promise<{ revision: number }> {
  for (;;) {
    const read = await getJobById(deps, actor.companyId, jobId)
    if (read.status === status) return { revision: read.revision }
    if (await writeContent(deps, actor, read, { ...read, status })) return { revision: read.revision + 1 }
  }
}

/**
 * Publishes or unpublishes several jobs. A job that has changed since the user saw it fails with `job_changed`,
 * unless it has the status already: so a second request with the same jobs does nothing. No job's failure stops another's.
 */
export async function setPublications(
  deps: Deps,
  actor: UserActor,
  { status, jobs }: { status: PublicationStatus; jobs: SeenJob[] },
): Promise<{ results: Publication[] }> {
  const setOne = async (seen: SeenJob): Promise<Publication> => {
    try {
      return { jobId: seen.jobId, outcome: await setSeenJob(deps, actor, seen, status), code: null }
    } catch (cause) {
      const error = cause instanceof AppError ? cause : new AppError('internal', undefined, { cause })
      if (error.status >= 500) deps.log.error({ err: cause }, 'the publication of one job of several failed')
      return { jobId: seen.jobId, outcome: 'failed', code: error.code }
    }
  }
  return { results: await Promise.all(jobs.map(setOne)) }
}

async function setSeenJob(
  deps: Deps,
  actor: UserActor,
  { jobId, revision }: SeenJob,
  status: PublicationStatus,
): Promise<'changed' | 'unchanged'> {
  for (;;) {
    const read = await getJobById(deps, actor.companyId, jobId)
    if (read.status === status) return 'unchanged'
    if (read.revision !== revision) throw new AppError('job_changed')
    if (await writeContent(deps, actor, read, { ...read, status })) return 'changed'
  }
}
