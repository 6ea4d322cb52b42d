import type { UnpublishResult } from '@boardwalk/schema/job'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../error.ts'
import type { Actor } from '../../api-key/service.ts'

/** Takes a job off the public site and keeps its data; once more changes nothing. Throws `job_not_found`. */
export async function unpublishJob(
  deps: Pick<Deps, 'jobs' | 'now'>,
  { companyId }: Actor,
  { externalJobId }: { externalJobId: string },
): Promise<UnpublishResult> {
  for (;;) {
    const unpublished = await deps.jobs.unpublish(companyId, externalJobId, new Date(deps.now()))
    if (unpublished !== undefined) return { jobId: unpublished.id, error: null }
    const job = await deps.jobs.findByExternalId(companyId, externalJobId)
    if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
    if (job.status === 'UNPUBLISHED') return { jobId: job.id, error: null }
    // Created or published between the two: once more.
  }
}
