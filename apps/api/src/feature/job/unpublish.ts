import { AppError } from '../../error.ts'
import type { Route } from '../../trpc/context.ts'
import { markChange } from './job.ts'
import { pauseOvertaken } from './overtaken.ts'

/** Takes a job off the public site and keeps its data. A second time changes nothing. Throws `job_not_found`. */
export const unpublishJob: Route<'unpublishJob'> = async ({ ctx: { deps, actor }, input: { externalJobId } }) => {
  const { companyId } = actor
  let job = deps.jobs.recall(companyId, externalJobId)
  for (let tries = 0; ; tries++) {
    if (job?.status === 'PUBLISHED') {
      const isReplaced = await deps.jobs.replace(job, { ...job, status: 'UNPUBLISHED' }, markChange(deps, 'api'))
      if (isReplaced) return { jobId: job.id, error: null }
      await pauseOvertaken(tries, `job ${job.id}`)
    }
    job = await deps.jobs.findLatest(companyId, externalJobId)
    if (job === undefined) throw new AppError('job_not_found', { externalId: externalJobId, companyId })
    if (job.status === 'UNPUBLISHED') return { jobId: job.id, error: null }
  }
}
