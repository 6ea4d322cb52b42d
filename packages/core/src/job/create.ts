import type { BoardJobCreate } from '@boardwalk/schema/job'
import type { JobChanger } from '@boardwalk/schema/job-answer'
import { isSameContent, type JobContent } from '@boardwalk/schema/job-content'
import { readStoredTerms } from '@boardwalk/schema/terms'
import type { UserActor } from '../activity/audit.ts'
import { findCompany } from '../company/service.ts'
import { findSuspendedIds, requireNotSuspended } from '../company/suspension.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { findTextLanguage } from '../text/language.ts'
import { type AskAhead, noteWarnings, type Route } from '../trpc/context.ts'
import { applyChange, applyUserChange, withSafeHtml } from './change.ts'
import { notePublication, writeContent } from './edit.ts'
import type { StoredJob } from './job.ts'
import { findJobUrl, toJobSlug } from './url.ts'
import { findNamesakes, toWarnings } from './warn.ts'

/** Begins what `createJob` needs first: the ids of the suspended companies, and an id for the job. */
export const askForCreate: AskAhead = (deps) => Promise.all([findSuspendedIds(deps), deps.jobs.prepareId()])

/**
 * Creates a job under the caller's id. Throws `job_exists` if a job of the company has this id,
 * `company_suspended` and `invalid_request`.
 */
export const createJob: Route<'createJob'> = async ({ ctx: { deps, actor, request }, input: { job } }) => {
  const { companyId } = actor
  await requireNotSuspended(deps, actor)
  const externalId = job.known.id
  const content = applyChange(undefined, await withSafeHtml(job))
  const [id, namesakes] = await Promise.all([deps.jobs.nextId(), findNamesakes(deps, companyId, [externalId])])
  const created = await insertJob(deps, companyId, { id, externalId }, content, 'api')
  if (created === undefined) throw new AppError('job_exists', { externalId })
  const jobUrl = await findJobUrl(deps, created)
  const found = toWarnings(deps, job, created, namesakes.get(externalId))
  noteWarnings(request, [{ id: null, ...found }])
  return { jobId: created.id, jobUrl, ...found, error: null }
}

/** Creates a job without an external id, for a user. Throws `company_suspended` and `invalid_request`. */
export async function createBoardJob(
  deps: Deps,
  actor: UserActor,
  { job }: { job: BoardJobCreate },
): Promise<{ jobId: number; jobUrl: string }> {
  await requireNotSuspended(deps, actor)
  const content = applyUserChange(undefined, await withSafeHtml(job))
  const created = await insertBoardJob(deps, actor, content)
  if (created === undefined) throw new Error('a board job has no external id that could be taken')
  return { jobId: created.id, jobUrl: await findJobUrl(deps, created) }
}

/**
 * Creates the job of a form of the back office, once: the same `formId` gives the same job, also if two processes get it at the
 * same time. If the form was changed between two requests, the job gets the later content. Throws `company_suspended`,
 * `invalid_request`, and `job_changed` if the job was changed in another way meanwhile.
 */
export async function createFormJob(
  deps: Deps,
  actor: UserActor,
  { formId, job }: { formId: string; job: BoardJobCreate },
): Promise<{ jobId: number }> {
  await requireNotSuspended(deps, actor)
  const content = applyUserChange(undefined, await withSafeHtml(job))
  const storedFormId = formId.toLowerCase()
  const created = await insertBoardJob(deps, actor, content, storedFormId)
  if (created !== undefined) return { jobId: created.id }
  const earlier = await deps.jobs.findByForm(actor.companyId, storedFormId)
  if (earlier === undefined) throw new Error(`no job has the form id ${storedFormId}, but it is taken`)
  const isSame = isSameContent(earlier, content)
  if (!isSame && (earlier.revision > 1 || !(await writeContent(deps, actor, earlier, content))))
    throw new AppError('job_changed')
  return { jobId: earlier.id }
}

/** Stores a new job of a user, and notes in the audit trail if it is published. Undefined if the form's id is taken. */
async function insertBoardJob(
  deps: Deps,
  actor: UserActor,
  content: JobContent,
  formId?: string,
): Promise<StoredJob | undefined> {
  const key = { id: await deps.jobs.nextId(), externalId: null, ...(formId !== undefined && { formId }) }
  const created = await insertJob(deps, actor.companyId, key, content, 'back_office')
  if (created?.status === 'PUBLISHED') await notePublication(deps, actor, created.id, created.status)
  return created
}

/**
 * Stores a new job. Undefined if another job of the company has the external id or the form's id. Throws `api_key_invalid` if the company
 * was removed meanwhile: the removal deletes the job, too.
 */
export async function insertJob(
  deps: Deps,
  companyId: string,
  { id, externalId, formId }: { id: number; externalId: string | null; formId?: string },
  content: JobContent,
  changedBy: JobChanger,
): Promise<StoredJob | undefined> {
  const now = new Date(deps.soundNow())
  const job: StoredJob = {
    id,
    companyId,
    externalId,
    slug: toJobSlug(content.fields.title, id),
    locale: findTextLanguage(content.fields) ?? null,
    ...content,
    terms: readStoredTerms(content.extra),
    suspendedAt: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    publishedAt: content.status === 'PUBLISHED' ? now : null,
    changedBy,
  }
  // Beside the insert, so that the check finds it in the cache. If this read fails, the check reads again.
  const reading = findCompany(deps, companyId).catch(() => undefined)
  const isInserted = await deps.jobs.insert({ ...job, ...(formId !== undefined && { formId }) })
  if (!isInserted) return undefined
  await reading
  // After the insert, because it may have been held up for longer than a removal waits.
  if ((await findCompany(deps, companyId)) === undefined) throw new AppError('api_key_invalid')
  return job
}
