import { createHash, randomUUID } from 'node:crypto'
import { ApplicationForm, CV_BYTES_MAX } from '@boardwalk/schema/application'
import type { Issue } from '@boardwalk/schema/error'
import { issuesOf } from '@boardwalk/schema/wording'
import { fileTypeFromBuffer } from 'file-type'
import type { Deps } from '../../deps.ts'
import { AppError, invalidRequest } from '../../error.ts'
import type { StoredJob } from '../job/store.ts'

type SubmitDeps = Pick<Deps, 'mailbox' | 'cvs' | 'background'>

/**
 * Accepts one person's application to a published job: from the answer on it survives any crash of ours. A form sent
 * twice (double click, retry) is one application. Throws `job_unpublished`, and `invalid_request` with its issues.
 */
export async function submitApplication(
  deps: SubmitDeps,
  job: StoredJob,
  input: { fields: Record<string, unknown>; cv: Buffer | undefined },
): Promise<{ id: string; date: Date }> {
  requirePublished(job)
  const form = ApplicationForm.safeParse({ formId: randomUUID(), ...input.fields })
  const issues = [...issuesOf(form.error ?? { issues: [] }), ...(await cvIssues(input.cv))]
  if (!form.success || issues.length > 0) throw invalidRequest(issues)
  const { formId, ...fields } = form.data
  const id = applicationId(job, formId)
  const cvId = input.cv === undefined ? null : await deps.cvs.save(job.companyId, input.cv)
  const { date, isNew } = await deps.mailbox.accept({
    id,
    companyId: job.companyId,
    jobId: job.id,
    status: 'PENDING',
    cvId,
    ...fields,
  })
  if (!isNew && cvId !== null) deps.background.run('remove the CV of a repeated form', () => deps.cvs.remove(cvId))
  return { id, date }
}

/** Throws `job_unpublished` for a job that nobody may see or apply to now. */
export function requirePublished(job: StoredJob): void {
  if (job.status !== 'PUBLISHED') throw new AppError('job_unpublished')
}

/** One form of one job is one application; the form id alone could collide with another company's. */
function applicationId(job: StoredJob, formId: string): string {
  return createHash('sha256').update(`${job.companyId}/${job.id}/${formId.toLowerCase()}`).digest('hex').slice(0, 32)
}

async function cvIssues(cv: Buffer | undefined): Promise<Issue[]> {
  if (cv === undefined) return []
  if (cv.length > CV_BYTES_MAX) return [cvTooLarge]
  const type = await fileTypeFromBuffer(cv)
  return type?.mime === 'application/pdf' ? [] : [{ path: 'cv', message: 'cv must be a PDF file' }]
}

/** What is said of a CV over the limit, whoever notices first. */
export const cvTooLarge: Issue = { path: 'cv', message: `cv must be at most ${CV_BYTES_MAX / 1024 / 1024} MiB` }
