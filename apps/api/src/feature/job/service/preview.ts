import type { JobUpdate } from '@boardwalk/schema/job'
import type { Needs } from '../../../needs.ts'
import type { Administrator } from '../../audit/service.ts'
import { changedContent } from '../content.ts'
import type { StoredJob } from '../job.ts'
import { jobById } from './read.ts'

/**
 * A job as saving a form would leave it: a change of the stored job, or a new job if no id is given. Nothing is written.
 * Throws `job_id_not_found` and `invalid_request`, as saving does.
 */
export async function previewJob(
  deps: Needs<typeof jobById>,
  { companyId }: Administrator,
  { jobId, job }: { jobId?: number | undefined; job: JobUpdate },
): Promise<Pick<StoredJob, 'fields' | 'publishedAt'>> {
  const stored = jobId === undefined ? undefined : await jobById(deps, companyId, jobId)
  const { fields } = changedContent(stored, job)
  return { fields, publishedAt: stored?.publishedAt ?? null }
}
