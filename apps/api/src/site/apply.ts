import { randomUUID } from 'node:crypto'
import type { Issue } from '@boardwalk/schema/error'
import type { Request, Response } from 'express'
import { takeAndFindWait } from '../db/limiter.ts'
import { createMemoryLimiter } from '../db/memory-limiter.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalidRequest } from '../error.ts'
import {
  cvFaults,
  cvTooLarge,
  keepCvForCorrection,
  type SentForm,
  type Submission,
  submitApplication,
} from '../feature/application/submit.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { getJobBySlug } from '../feature/job/read.ts'
import { findCaller } from '../http/admission.ts'
import { sendJson } from '../http/send.ts'
import { rememberApplied } from './applied.ts'
import {
  CARRY_FIELD,
  CV_MEGABYTES_MAX,
  describeProblem,
  type FilledIn,
  type Problems,
  type Typed,
} from './apply-form.tsx'
import { type ApplyPageProps, renderApplyPage } from './apply-page.tsx'
import { findCvKind } from './cv-kind.ts'
import { type FormBody, readForm } from './form-body.ts'
import { beginFormNote, type FormNote } from './form-note.ts'
import { renderJobPage } from './job-page.tsx'
import { appliedPath, type CompanySite } from './site.ts'
import { siteWords } from './words/site-words.ts'
import { APPLY_FIELDS, type Words } from './words.ts'

interface ShownJob {
  site: CompanySite
  job: StoredJob
}

/**
 * A refused form has what a person typed, so no proxy may store it. The browser may, and shows it again when the applicant
 * goes back to it. Without that it would ask whether to send the form again.
 */
const FOR_GOING_BACK = 'private, no-cache'

/**
 * Receives an application to a job. Programs get a JSON answer. Browsers are redirected to the confirmation, so that a reload
 * sends nothing again, or get the form again with its problems.
 */
export async function receiveApplication(
  deps: Deps,
  limit: ApplicationLimit,
  shown: ShownJob,
  req: Request,
  res: Response,
): Promise<void> {
  const note = beginFormNote(deps, shown.job, req)
  const waitSeconds = await limit.consume(findCaller(req, deps.settings.trustProxy))
  // The texts are read even if the limit is reached: the page of the error shows them again.
  const takesFile = waitSeconds === undefined
  const form = await readForm(deps, req, res, takesFile).catch((error: unknown) => {
    note.refused(error)
    throw error
  })
  try {
    if (form.fields[CARRY_FIELD] === 'yes') await carryForm(deps, form, shown, req, res)
    else await answerForm(deps, form, waitSeconds, { ...shown, note }, req, res)
  } finally {
    await form.close()
  }
}

/** Shows the job in the language that the applicant has just chosen, with the form as it was filled in. Nothing is applied for. */
async function carryForm(deps: Deps, sent: FormBody, { site, job }: ShownJob, req: Request, res: Response) {
  const address = findCaller(req, deps.settings.trustProxy)
  const { keptCv, isLost } = await keepCvForCorrection(deps, job, sent, address)
  const isCvLost = isLost || (sent.cv !== undefined && keptCv === undefined)
  const problems: Problems = isCvLost ? { cv: siteWords[site.locale].apply.cvLost } : {}
  const filledIn = { ...collectTyped(sent), keptCv, problems }
  res
    .set('cache-control', FOR_GOING_BACK)
    .type('html')
    .send(renderJobPage({ site, job, ...filledIn }))
}

async function answerForm(
  deps: Deps,
  { issues, refusedFile, ...sent }: FormBody,
  waitSeconds: number | undefined,
  { note, ...shown }: ShownJob & { note: FormNote },
  req: Request,
  res: Response,
): Promise<void> {
  const wantsJson = req.accepts(['html', 'json']) === 'json'
  let submitted: Submission
  try {
    if (waitSeconds !== undefined) {
      const minutes = toMinutes(waitSeconds)
      throw new AppError('too_many_applications', { minutes }, { retryAfterSeconds: waitSeconds })
    }
    if (refusedFile !== undefined) {
      if (refusedFile.cause) deps.log.error({ err: refusedFile.cause }, 'a CV could not be received')
      throw new AppError('uploads_closed')
    }
    if (issues.length > 0) throw invalidRequest(issues)
    // The job may have been unpublished while the form was arriving, so it is read again.
    const job = await getJobBySlug(deps, shown.site.company, shown.job.slug)
    submitted = await submitApplication(deps, job, sent, shown.site.locale)
  } catch (error) {
    note.refused(error, sent)
    if (wantsJson || !(error instanceof AppError)) throw error
    const address = findCaller(req, deps.settings.trustProxy)
    const again = await findProblems(deps, { ...shown, sent, address }, error)
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    res
      .status(error.status)
      .set('cache-control', FOR_GOING_BACK)
      .type('html')
      .send(renderApplyPage({ ...shown, ...collectTyped(sent, error), ...again }))
    return
  }
  note.submitted(submitted)
  if (wantsJson) answerProgram(res, submitted)
  else {
    const { site, job } = shown
    rememberApplied(res, site, job, submitted)
    res.redirect(303, appliedPath(site.locale, site.company, job))
  }
}

/** Answers 201 with the date by which an ATS asks for the application, or 202 if it gets one only when it is let in. */
function answerProgram(res: Response, { id, date, outcome }: Submission): void {
  if (outcome === 'held') sendJson(res, 202, { id, date: null })
  else sendJson(res, 201, { id, date: date.toISOString() })
}

const toMinutes = (seconds: number): number => Math.ceil(seconds / 60)

/** Finds the messages for an error, in the page's language. Throws an error that the applicant can do nothing about. */
async function findProblems(
  deps: Deps,
  { site, job, sent, address }: ShownJob & { sent: SentForm; address: string },
  error: AppError,
): Promise<Pick<ApplyPageProps, 'problems' | 'problem' | 'keptCv'>> {
  const words = siteWords[site.locale]
  const { code, issues } = error
  const problem = describeWait(words, error)
  if (issues === undefined && problem === undefined && code !== 'uploads_closed') throw error
  const problems = await findFieldProblems(words, sent, issues ?? [])
  // The next sending of the form has the CV that was kept before.
  const { keptCv, isLost } = await keepCvForCorrection(deps, job, sent, address)
  if (isLost) problems.cv = words.apply.cvLost
  if (code === 'uploads_closed') problems.cv = words.apply.cvRefused
  const isExplained = problem !== undefined || Object.keys(problems).length > 0
  return { problems, problem: isExplained ? problem : words.apply.unreadable, keptCv }
}

/** Describes an error after which the same form is accepted a while later. Undefined for any other. */
function describeWait(words: Words, { code, retryAfterSeconds = 0 }: AppError): string | undefined {
  if (code === 'too_many_applications') return words.apply.tooMany(toMinutes(retryAfterSeconds))
  return code === 'overloaded' ? words.apply.crowded : undefined
}

async function findFieldProblems(words: Words, { fields, cv }: SentForm, issues: Issue[]): Promise<Problems> {
  const problems: Problems = {}
  for (const field of APPLY_FIELDS)
    if (issues.some(({ path }) => path === field)) problems[field] = describeProblem(words, field, fields[field])
  if (issues.includes(cvTooLarge)) problems.cv = words.apply.cvTooLarge(CV_MEGABYTES_MAX)
  else if (issues.includes(cvFaults.locked)) problems.cv = words.apply.cvLocked(cv?.name ?? '')
  else if (problems.cv !== undefined && cv !== undefined)
    problems.cv = words.apply.cvNotPdf(cv.name, await findCvKind(cv))
  if (issues.some(({ path }) => path === 'keptCv')) problems.cv = words.apply.cvLost
  return problems
}

/** Collects the form as it was sent. It keeps its id, so that it stays one application, unless the id itself was refused. */
function collectTyped(
  { fields }: SentForm,
  { issues = [] }: Pick<AppError, 'issues'> = { issues: [] },
): Pick<FilledIn, 'formId' | 'typed' | 'isAgreed'> {
  const typed: Typed = {}
  for (const field of APPLY_FIELDS) {
    const value = fields[field]
    if (field !== 'cv' && field !== 'consent' && typeof value === 'string') typed[field] = value
  }
  const isIdRefused = issues.some(({ path }) => path === 'formId')
  const formId = typeof fields.formId === 'string' && !isIdRefused ? fields.formId : randomUUID()
  return { formId, typed, isAgreed: fields.consent === 'yes' }
}

const HOUR_SECONDS = 60 * 60
/** The name of the limit in the metrics. */
const NAME = 'applications'

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** Limits how many forms one caller sends per hour. Each process counts for itself. */
export function createApplicationLimit({ settings: { applicationsPerHour }, metrics }: Deps) {
  metrics.limitKnown(NAME)
  const limiter = createMemoryLimiter({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form. If it exceeds the limit, answers how many seconds to wait. */
    async consume(caller: string): Promise<number | undefined> {
      const seconds = await takeAndFindWait(limiter, caller)
      if (seconds !== undefined) metrics.refused(NAME)
      return seconds
    },
  }
}
