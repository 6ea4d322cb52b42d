import type { JobUpdate, PublicationStatus } from '@boardwalk/schema/job'
import { isSameContent, type JobContent } from '@boardwalk/schema/job-content'
import { readStoredTerms } from '@boardwalk/schema/terms'
import { noteAudit, noteJobChanges, type UserActor } from '../activity/audit.ts'
import { requireNotSuspended } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { applyUserChange, requireSameId, withSafeHtml } from './change.ts'
import { describeFieldChanges } from './field-changes.ts'
import { markChange, type StoredJob } from './job.ts'
import { findLinkInstant } from './link.ts'
import { getJobById } from './read.ts'

/*
 * How a user changes a job. A change names the revision that the user saw. If the job has changed since,
 * the change is refused.
 */

/**
 * Changes the fields that were sent, and returns the job's new revision. Throws `company_suspended`, `job_id_not_found`,
 * `job_changed` and `invalid_request`.
 */
export async function editJob(
  deps: Deps,
  actor: UserActor,
  { jobId, revision, job }: { jobId: number; revision: number; job: JobUpdate },
): Promise<{ revision: number }> {
  await requireNotSuspended(deps, actor)
  const change = await withSafeHtml(job)
  const read = await getJobAtRevision(deps, actor, jobId, revision)
  requireSameId(change, read.externalId)
  const content = applyUserChange(read, change)
  if (isSameContent(read, content)) return { revision }
  if (!(await writeContent(deps, actor, read, content))) throw new AppError('job_changed')
  return { revision: revision + 1 }
}

/**
 * Makes the job that a form would save, without writing it. Without a job id, the form creates a new job. Throws
 * `job_id_not_found` and `invalid_request`, as saving does.
 */
export async function previewJob(
  deps: Deps,
  { companyId }: UserActor,
  { jobId, job }: { jobId?: number | undefined; job: JobUpdate },
): Promise<Pick<StoredJob, 'fields' | 'terms' | 'publishedAt' | 'externalId'>> {
  const stored = jobId === undefined ? undefined : await getJobById(deps, companyId, jobId)
  const { fields, extra } = applyUserChange(stored, await withSafeHtml(job))
  const { publishedAt = null, externalId = null } = stored ?? {}
  return { fields, terms: readStoredTerms(extra), publishedAt, externalId }
}

/**
 * Gives a job another external id, or removes it. When this returns, no process finds the job by the old id. Throws
 * `job_id_not_found`, `job_changed`, and `external_id_taken` if another job of the company has the new id.
 */
export async function setExternalId(
  deps: Deps,
  actor: UserActor,
  { jobId, revision, externalId }: { jobId: number; revision: number; externalId: string | null },
): Promise<{ revision: number }> {
  const read = await getJobAtRevision(deps, actor, jobId, revision)
  if (read.externalId === externalId) {
    // An earlier call may have set it, and its process may have died before it waited for the caches.
    await deps.waitUntilForgotten()
    return { revision }
  }
  const linkedAt = await findLinkInstant(deps, actor.companyId)
  const outcome = await deps.jobs.replaceExternalId(read, externalId, {
    linkedAt,
    ...markChange(deps, 'back_office'),
  })
  if (outcome === 'taken' && externalId !== null) {
    const holder = await deps.jobs.findByExternalId(actor.companyId, externalId)
    if (holder !== undefined) throw new AppError('external_id_taken', { externalId, jobId: holder.id })
  }
  // This includes `taken`, if the other job has lost the id since. The user must open the job again.
  if (outcome !== 'made') throw new AppError('job_changed')
  await noteAudit(deps, actor, 'external_id_changed', String(jobId), {
    from: read.externalId ?? '',
    to: externalId ?? '',
  })
  if (read.externalId !== null) await deps.waitUntilForgotten()
  return { revision: revision + 1 }
}

/**
 * Deletes a draft that was never published, so it has no applications. When this returns, no process finds the job by its external
 * id, and an ATS that sends the id again creates a new job. Throws `job_id_not_found`, `job_changed`, and `job_not_deletable` if
 * the job was ever published.
 */
export async function deleteDraft(
  deps: Deps,
  actor: UserActor,
  { jobId, revision }: { jobId: number; revision: number },
): Promise<void> {
  const read = await getJobAtRevision(deps, actor, jobId, revision)
  if (read.publishedAt !== null) throw new AppError('job_not_deletable')
  if (!(await deps.jobs.deleteDraft(read))) throw new AppError('job_changed')
  await noteAudit(deps, actor, 'job_deleted', String(jobId), {
    title: read.fields.title,
    externalId: read.externalId ?? '',
  })
  if (read.externalId !== null) await deps.waitUntilForgotten()
}

async function getJobAtRevision(
  deps: Deps,
  { companyId }: UserActor,
  jobId: number,
  revision: number,
): Promise<StoredJob> {
  const read = await getJobById(deps, companyId, jobId)
  if (read.revision !== revision) throw new AppError('job_changed')
  return read
}

/** Replaces the job's content and records what changed. False if the job has changed since it was read. */
export async function writeContent(
  deps: Deps,
  actor: UserActor,
  read: StoredJob,
  content: JobContent,
): Promise<boolean> {
  if (!(await deps.jobs.replace(read, content, markChange(deps, 'back_office')))) return false
  const changes = describeFieldChanges(read, content)
  if (changes.length > 0) await noteJobChanges(deps, actor, read.id, changes)
  if (content.status !== read.status) await notePublication(deps, actor, read.id, content.status)
  return true
}

/** Writes into the audit trail that a job was published or unpublished. */
export async function notePublication(
  deps: Deps,
  actor: UserActor,
  jobId: number,
  status: PublicationStatus,
): Promise<void> {
  await noteAudit(deps, actor, status === 'PUBLISHED' ? 'job_published' : 'job_unpublished', String(jobId))
}
