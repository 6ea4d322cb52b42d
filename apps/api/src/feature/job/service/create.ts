import type { BoardJobCreate, JobCreate } from '@boardwalk/schema/job'
import type { JobChanger, JobResult } from '@boardwalk/schema/job-answer'
import type { JobContent } from '@boardwalk/schema/job-content'
import { toWarnings } from '@boardwalk/schema/job-field'
import type { SoundClock } from '../../../clock.ts'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import type { WithSettings } from '../../../settings.ts'
import type { Actor } from '../../api-key/service.ts'
import type { Administrator } from '../../audit/service.ts'
import { getCompany } from '../../company/service.ts'
import { applyChange, withSafeHtml } from '../content.ts'
import type { StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { toJobSlug, toJobUrl } from '../url.ts'
import { notePublication } from './edit.ts'

type InsertDeps = Jobs<'nextId' | 'insert'> & SoundClock
type CreateDeps = InsertDeps & Needs<typeof getCompany> & WithSettings<'publicUrl'>

/**
 * Creates a job under the caller's id. Throws `job_exists` if a job of the company has this id, and `invalid_request`.
 */
export async function createJob(deps: CreateDeps, actor: Actor, { job }: { job: JobCreate }): Promise<JobResult> {
  const company = await getCompany(deps, actor.companyId)
  const content = applyChange(undefined, await withSafeHtml(job))
  const created = await insertJob(deps, company.id, job.known.id, content, 'api')
  if (created === undefined) throw new AppError('job_exists', { externalId: job.known.id })
  const jobUrl = toJobUrl(deps.settings.publicUrl, company, created.slug)
  return { jobId: created.id, jobUrl, ...toWarnings(job.extra), error: null }
}

/** Creates a job without an external id, for an administrator. Throws `invalid_request`. */
export async function createBoardJob(
  deps: CreateDeps & Needs<typeof notePublication>,
  actor: Administrator,
  { job }: { job: BoardJobCreate },
): Promise<{ jobId: number; jobUrl: string }> {
  const company = await getCompany(deps, actor.companyId)
  const content = applyChange(undefined, await withSafeHtml(job))
  const created = await insertJob(deps, company.id, null, content, 'back_office')
  if (created === undefined) throw new Error('a board job has no external id that could be taken')
  if (created.status === 'PUBLISHED') await notePublication(deps, actor, created.id, created.status)
  return { jobId: created.id, jobUrl: toJobUrl(deps.settings.publicUrl, company, created.slug) }
}

/** Stores a new job under a new job id. Undefined if another job of the company has the external id. */
export async function insertJob(
  deps: InsertDeps,
  companyId: string,
  externalId: string | null,
  content: JobContent,
  changedBy: JobChanger,
): Promise<StoredJob | undefined> {
  const id = await deps.jobs.nextId()
  const now = new Date(deps.soundNow())
  const job: StoredJob = {
    id,
    companyId,
    externalId,
    slug: toJobSlug(content.fields.title, id),
    ...content,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    publishedAt: content.status === 'PUBLISHED' ? now : null,
    changedBy,
  }
  return (await deps.jobs.insert(job)) ? job : undefined
}
