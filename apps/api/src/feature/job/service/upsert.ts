import { JobUpsert, type JobUpsertResult, type JobUpsertResults } from '@boardwalk/schema/job-upsert'
import { issuesOf } from '@boardwalk/schema/wording'
import type { Logger } from 'pino'
import { z } from 'zod'
import { AppError, invalidRequest } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { Actor } from '../../api-key/service.ts'
import { type Company, companyOf } from '../../company/service.ts'
import type { StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { planFrom, updateFrom } from './update.ts'

type UpsertDeps = Needs<typeof updateFrom> & { log: Pick<Logger, 'error'> }

const Item = z.object({ job: JobUpsert })

/** Creates or changes many jobs, or says what that would do; each on its own, so that one's failure harms no other. */
export async function upsertJobs(
  deps: Jobs<'findLatestOfEach'> & Needs<typeof companyOf> & UpsertDeps,
  actor: Actor,
  { jobs, dryRun = false }: { jobs: unknown[]; dryRun?: boolean | undefined },
): Promise<JobUpsertResults> {
  const company = await companyOf(deps, actor.companyId)
  const items = jobs.map((job) => ({ job, id: idOf(job) }))
  // One query for all of them; most jobs of a feed are as they were.
  const read = await jobsOf(deps, company.id, new Set(items.flatMap(({ id }) => id ?? [])))
  const turns = new Map<string | null, Promise<unknown>>()
  const results = items.map(({ job, id }) => {
    const before = turns.get(id)
    const upsert = (stored: StoredJob | undefined) => upsertJob(deps, company, { job, id, stored, dryRun })
    // Rows of one id go one after the other, in their order; the last one wins, as it would in calls of its own.
    const isRepeated = id !== null && before !== undefined && !dryRun
    const result = isRepeated
      ? before.then(() => deps.jobs.findLatest(company.id, id)).then(upsert)
      : upsert(read.get(id))
    turns.set(id, result)
    return result
  })
  return { results: await Promise.all(results), error: null }
}

function idOf(job: unknown): string | null {
  return typeof job === 'object' && job !== null && 'id' in job && typeof job.id === 'string' ? job.id : null
}

async function jobsOf(deps: Jobs<'findLatestOfEach'>, companyId: string, ids: Set<string>) {
  const found = await deps.jobs.findLatestOfEach(companyId, [...ids])
  return new Map(found.map((job) => [job.externalId, job]))
}

interface Upsert {
  job: unknown
  id: string | null
  /** The job as it was read, which may be a while ago. */
  stored: StoredJob | undefined
  dryRun: boolean
}

async function upsertJob(
  deps: UpsertDeps,
  company: Company,
  { job, id, stored, dryRun }: Upsert,
): Promise<JobUpsertResult> {
  try {
    const item = Item.safeParse({ job })
    if (!item.success || id === null) throw invalidRequest(issuesOf(item.error ?? { issues: [] }))
    const change = item.data.job
    const { outcome, jobId, jobUrl } = dryRun
      ? planFrom(deps, company, stored, change)
      : await updateFrom(deps, company, id, stored, change)
    return { id, status: outcome, jobId, jobUrl, error: null }
  } catch (cause) {
    const error = cause instanceof AppError ? cause : new AppError('internal', undefined, { cause })
    if (error.status >= 500) deps.log.error({ err: cause }, 'one job of a batch failed')
    const { message, code, issues } = error
    return { id, status: 'failed', jobId: null, jobUrl: null, error: { message, code, ...(issues && { issues }) } }
  }
}
