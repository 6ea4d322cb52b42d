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
  let jobId = await deps.jobs.findId(companyId, externalJobId)
  for (;;) {
    if (jobId !== undefined && (await deps.jobs.unpublish(companyId, jobId, externalJobId, new Date(deps.now()))))
      return { jobId, error: null }
    const job = await deps.jobs.findByExternalId(companyId, externalJobId)
    if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
    if (job.status === 'UNPUBLISHED') return { jobId: job.id, error: null }
    // Created, published or given this id between the two: once more.
    jobId = job.id
  }
}
