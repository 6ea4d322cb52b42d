import { JobUpsert, type JobUpsertResult, type JobUpsertResults } from '@boardwalk/schema/job-upsert'
import { issuesOf } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError, invalidRequest } from '../../../error.ts'
import type { Actor } from '../../api-key/service.ts'
import { updateJob } from './update.ts'

type UpsertDeps = Pick<Deps, 'jobs' | 'companies' | 'now' | 'settings' | 'log'>

const Item = z.object({ job: JobUpsert })

/** Creates or changes many jobs; each on its own, so that the failure of one harms no other. */
export async function upsertJobs(
  deps: UpsertDeps,
  actor: Actor,
  { jobs }: { jobs: unknown[] },
): Promise<JobUpsertResults> {
  // Rows of one id go one after the other, in their order; the last one wins, as it would in calls of its own.
  const turns = new Map<unknown, Promise<unknown>>()
  const results = jobs.map((job) => {
    const id = idOf(job)
    const result = (turns.get(id) ?? Promise.resolve()).then(() => upsertJob(deps, actor, id, job))
    if (id !== null) turns.set(id, result)
    return result
  })
  return { results: await Promise.all(results), error: null }
}

function idOf(job: unknown): string | null {
  return typeof job === 'object' && job !== null && 'id' in job && typeof job.id === 'string' ? job.id : null
}

async function upsertJob(deps: UpsertDeps, actor: Actor, id: string | null, job: unknown): Promise<JobUpsertResult> {
  try {
    const item = Item.safeParse({ job })
    if (!item.success || id === null) throw invalidRequest(issuesOf(item.error ?? { issues: [] }))
    const { outcome, jobId, jobUrl } = await updateJob(deps, actor, { externalJobId: id, job: item.data.job })
    return { id, status: outcome, jobId, jobUrl, error: null }
  } catch (cause) {
    const error = cause instanceof AppError ? cause : new AppError('internal', undefined, { cause })
    if (error.status >= 500) deps.log.error({ err: cause }, 'one job of a batch failed')
    const { message, code, issues } = error
    return { id, status: 'failed', jobId: null, jobUrl: null, error: { message, code, ...(issues && { issues }) } }
  }
}
