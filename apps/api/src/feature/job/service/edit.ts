import type { JobUpdate, PublicationStatus } from '@boardwalk/schema/job'
import { isSameContent, type JobContent } from '@boardwalk/schema/job-content'
import { waitUntilForgotten } from '../../../db/cache.ts'
import { AppError } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import { type Administrator, noteAudit } from '../../audit/service.ts'
import { changedContent, requireSameId } from '../content.ts'
import type { StoredJob } from '../job.ts'
import type { Jobs } from '../store/job-store.ts'
import { linkInstant } from './link.ts'
import { jobById } from './read.ts'

/* How an administrator changes a job. A change names the revision that it was made from, for a person sees only that one. */

type EditDeps = Jobs<'findById' | 'replace'> & Needs<typeof noteAudit>
type MoveDeps = Jobs<'findById' | 'findByExternalId' | 'replaceExternalId'> &
  Needs<typeof linkInstant> &
  Needs<typeof noteAudit>

/** Changes the fields sent, and answers the job's revision then. Throws `job_id_not_found`, `job_changed`, `invalid_request`. */
export async function editJob(
  deps: EditDeps,
  actor: Administrator,
  { jobId, revision, job }: { jobId: number; revision: number; job: JobUpdate },
): Promise<{ revision: number }> {
  const read = await jobAtRevision(deps, actor, jobId, revision)
  requireSameId(job, read.externalId)
  const content = changedContent(read, job)
  if (isSameContent(read, content)) return { revision }
  if (!(await write(deps, actor, read, content))) throw new AppError('job_changed')
  return { revision: revision + 1 }
}

/** Makes a job visible to candidates, or not, whatever else of it changes meanwhile. Throws `job_id_not_found`. */
export async function setPublication(
  deps: EditDeps,
  actor: Administrator,
  { jobId }: { jobId: number },
  status: PublicationStatus,
): Promise<{ revision: number }> {
  for (;;) {
    const read = await jobById(deps, actor.companyId, jobId)
    if (read.status === status) return { revision: read.revision }
    if (await write(deps, actor, read, { ...read, status })) return { revision: read.revision + 1 }
  }
}

/**
 * Gives a job another external id, or none. Once this answers, no process finds the job by the old one. Throws
 * `job_id_not_found`, `job_changed`, and `external_id_taken` where another job of the company has it.
 */
export async function setExternalId(
  deps: MoveDeps,
  actor: Administrator,
  { jobId, revision, externalId }: { jobId: number; revision: number; externalId: string | null },
): Promise<{ revision: number }> {
  const read = await jobAtRevision(deps, actor, jobId, revision)
  if (read.externalId === externalId) {
    // Maybe by an earlier try of this call, whose process died before it had waited.
    await waitUntilForgotten()
    return { revision }
  }
  const linkedAt = await linkInstant(deps, actor.companyId)
  const outcome = await deps.jobs.replaceExternalId(read, externalId, { linkedAt, updatedAt: new Date(deps.now()) })
  if (outcome === 'taken' && externalId !== null) {
    const holder = await deps.jobs.findByExternalId(actor.companyId, externalId)
    if (holder !== undefined) throw new AppError('external_id_taken', { externalId, jobId: holder.id })
  }
  // Where another job had it only for a moment, opening the job again shows what there is to do.
  if (outcome !== 'made') throw new AppError('job_changed')
  await noteAudit(deps, actor, 'external_id_changed', String(jobId), {
    from: read.externalId ?? '',
    to: externalId ?? '',
  })
  if (read.externalId !== null) await waitUntilForgotten()
  return { revision: revision + 1 }
}

async function jobAtRevision(
  deps: Jobs<'findById'>,
  { companyId }: Administrator,
  jobId: number,
  revision: number,
): Promise<StoredJob> {
  const read = await jobById(deps, companyId, jobId)
  if (read.revision !== revision) throw new AppError('job_changed')
  return read
}

/** Replaces what was read, and notes a publication; false where it has changed since. */
async function write(deps: EditDeps, actor: Administrator, read: StoredJob, content: JobContent): Promise<boolean> {
  if (!(await deps.jobs.replace(read, content, new Date(deps.now())))) return false
  if (content.status !== read.status) await notePublication(deps, actor, read.id, content.status)
  return true
}

/** Keeps in the audit trail that a job came onto the public site, or left it. */
export async function notePublication(
  deps: Needs<typeof noteAudit>,
  actor: Administrator,
  jobId: number,
  status: PublicationStatus,
): Promise<void> {
  await noteAudit(deps, actor, status === 'PUBLISHED' ? 'job_published' : 'job_unpublished', String(jobId))
}
