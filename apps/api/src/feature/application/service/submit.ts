import { createHash, randomUUID } from 'node:crypto'
import { ApplicationForm, CV_BYTES_MAX } from '@boardwalk/schema/application'
import type { Issue } from '@boardwalk/schema/error'
import type { PublicationStatus } from '@boardwalk/schema/job'
import { issuesOf } from '@boardwalk/schema/wording'
import { fileTypeFromBuffer } from 'file-type'
import type { Background } from '../../../background.ts'
import type { Clock } from '../../../clock.ts'
import { AppError, invalidRequest } from '../../../error.ts'
import type { Needs } from '../../../needs.ts'
import {
  type CvFile,
  type CvOwner,
  discardCv,
  keepCv,
  keptCvName,
  settleCvs,
  takeKeptCv,
  uploadCv,
} from '../../cv/service/upload.ts'
import type { WithMailbox } from '../mailbox.ts'
import { acceptedApplication } from './accepted.ts'

type CvDeps = Needs<typeof uploadCv> & Needs<typeof takeKeptCv> & Needs<typeof acceptedApplication>
type SubmitDeps = WithMailbox<'accept'> &
  CvDeps &
  Needs<typeof settleCvs> &
  Needs<typeof discardCv> & { background: Pick<Background, 'run'> } & Clock

/** The job that somebody applies to. */
interface AppliedJob {
  id: number
  companyId: string
  status: PublicationStatus
}

/** What arrived of an apply form. */
export interface SentForm {
  fields: Record<string, unknown>
  cv: CvFile | undefined
}

/** A field that people do not see: whoever fills it in is a program. */
export const TRAP_FIELD = 'homepage'

/**
 * Accepts one person's application to a published job: from the answer on it survives any crash of ours. A form sent
 * twice (double click, retry) is one application. A program caught in the trap is told the same, and nothing is stored.
 * Throws `job_unpublished`, and `invalid_request` with its issues.
 */
export async function submitApplication(
  deps: SubmitDeps,
  job: AppliedJob,
  input: SentForm,
): Promise<{ id: string; date: Date }> {
  requirePublished(job)
  if (isTrapped(input)) return { id: applicationId(job, randomUUID()), date: new Date(deps.now()) }
  const form = ApplicationForm.safeParse({ formId: randomUUID(), ...input.fields })
  const issues = [...issuesOf(form.error ?? { issues: [] }), ...(await cvIssues(input.cv))]
  if (!form.success || issues.length > 0) throw invalidRequest(issues)
  const { formId, consent: _, keptCv, ...fields } = form.data
  const id = applicationId(job, formId)
  const owner: CvOwner = { companyId: job.companyId, applicationId: id }
  const cvId = await cvIdOf(deps, owner, input.cv, keptCv === 'yes')
  const { date, hasCv } = await deps.mailbox.accept({
    id,
    companyId: job.companyId,
    jobId: job.id,
    status: 'PENDING',
    cvId,
    ...fields,
  })
  if (hasCv) deps.background.run('settle the CV of an application', () => settleCvs(deps, owner, cvId))
  // Where nobody knows yet which CV the application holds, the sweep finds out.
  else if (hasCv === false && input.cv !== undefined && cvId !== null)
    deps.background.run('remove the CV of a repeated form', () => discardCv(deps, { ...owner, cvId }))
  return { id, date }
}

/** Throws `job_unpublished` for a job that nobody may see or apply to now. */
export function requirePublished(job: AppliedJob): void {
  if (job.status !== 'PUBLISHED') throw new AppError('job_unpublished')
}

/** The CV of a form that has just been refused, kept for its next sending, and the name of the file. */
export async function keepCvOf(
  deps: Needs<typeof keepCv> & Needs<typeof keptCvName>,
  job: AppliedJob,
  { fields, cv }: SentForm,
): Promise<string | undefined> {
  const formId = ApplicationForm.shape.formId.safeParse(fields.formId)
  if (!formId.success) return undefined
  const owner: CvOwner = { companyId: job.companyId, applicationId: applicationId(job, formId.data) }
  if (cv !== undefined && (await cvIssues(cv)).length === 0) await keepCv(deps, owner, cv)
  return keptCvName(deps, owner)
}

function isTrapped({ fields }: SentForm): boolean {
  const value = fields[TRAP_FIELD]
  return value !== undefined && value !== ''
}

/** One form of one job is one application; the form id alone could collide with another company's. */
function applicationId(job: AppliedJob, formId: string): string {
  return createHash('sha256').update(`${job.companyId}/${job.id}/${formId.toLowerCase()}`).digest('hex').slice(0, 32)
}

/** The stored CV of a form: the one that came with it, else the one that was kept for it if it says so. */
async function cvIdOf(deps: CvDeps, owner: CvOwner, cv: CvFile | undefined, isKept: boolean): Promise<string | null> {
  if (cv !== undefined) return uploadCv(deps, owner, cv)
  if (!isKept) return null
  const kept = await takeKeptCv(deps, owner)
  if (kept !== undefined) return kept
  // Not kept any more: the form was accepted with it before, or too long ago.
  const accepted = await acceptedApplication(deps, owner)
  if (accepted !== undefined) return accepted.cvId
  throw invalidRequest([{ path: 'keptCv', message: 'keptCv is no longer there: send the file again as cv' }])
}

async function cvIssues(cv: CvFile | undefined): Promise<Issue[]> {
  if (cv === undefined) return []
  if (cv.bytes.length > CV_BYTES_MAX) return [cvTooLarge]
  const type = await fileTypeFromBuffer(cv.bytes)
  return type?.mime === 'application/pdf' ? [] : [{ path: 'cv', message: 'cv must be a PDF file' }]
}

/** What is said of a CV over the limit, whoever notices first. */
export const cvTooLarge: Issue = { path: 'cv', message: `cv must be at most ${CV_BYTES_MAX / 1024 / 1024} MiB` }
