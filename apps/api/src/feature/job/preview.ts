import type { JobUpdate } from '@boardwalk/schema/job'
import type { Deps } from '../../deps.ts'
import type { UserActor } from '../activity/audit.ts'
import { applyChange, withSafeHtml } from './content.ts'
import type { StoredJob } from './job.ts'
import { getJobById } from './read.ts'

/**
 * Shows the job that saving a form would make, without writing it. With a job id the form changes that job, and without one
 * it makes a new job. Throws `job_id_not_found` and `invalid_request`, as saving does.
 */
export async function previewJob(
  deps: Deps,
  { companyId }: UserActor,
  { jobId, job }: { jobId?: number | undefined; job: JobUpdate },
): Promise<Pick<StoredJob, 'fields' | 'publishedAt'>> {
  const stored = jobId === undefined ? undefined : await getJobById(deps, companyId, jobId)
  const { fields } = applyChange(stored, await withSafeHtml(job))
  return { fields, publishedAt: stored?.publishedAt ?? null }
}
