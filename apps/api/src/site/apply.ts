import { randomUUID } from 'node:crypto'
import { type Company, getCompanyBySlug } from '@boardwalk/core/company/service'
import { takeAndFindWait } from '@boardwalk/core/db/limiter'
import { createMemoryLimiter } from '@boardwalk/core/db/memory-limiter'
import { AppError, invalidRequest } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { sendJson } from '@boardwalk/core/http/send'
import {
  addressInDoubt,
  findFormIssues,
  findWithdrawal,
  keepCvForCorrection,
  type SentForm,
  type Submission,
  submitApplication,
} from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { getJobBySlug } from '@boardwalk/core/job/read'
import { describeTerms } from '@boardwalk/core/job/terms'
import { APPLY_FIELDS } from '@boardwalk/schema/application'
import { findMeantAddress } from '@boardwalk/schema/email'
import type { Issue } from '@boardwalk/schema/error'
import type { Answer } from '@boardwalk/schema/questions'
import type { Request, Response } from 'express'
import type { Deps } from '../deps.ts'
import { type ApplyFormProps, ASKED_FIELD, CARRY_FIELD, type FieldProblems, type FormValues } from './apply-form.tsx'
import { findProblems, renderApplyPage, toMinutes } from './apply-page.tsx'
import { type FormBody, isForm, readForm, requireForm } from './form-body.ts'
import { beginFormNote, type FormNote } from './form-note.ts'
import { renderJobPage } from './job-page.tsx'
import { renderNotSentPage } from './not-sent.tsx'
import type { AddedProblem, FormAddition, JobOnSite } from './page-site.ts'
import { setReceipt } from './receipt.ts'
import { allowScript } from './script.ts'
import { confirmationPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/**
 * A page with the applicant's texts may be stored by the browser, which shows it again when the applicant goes back, but by no
 * proxy. If the browser could not store it, it would ask whether to send the form again.
 */
export const FOR_GOING_BACK = 'private, no-cache'

/**
 * Receives an application to a job. Programs get a JSON answer. Browsers are redirected to the confirmation, so that a reload
 * sends nothing again, or get the form again with its problems.
 */
export async function receiveApplication(
  deps: Deps,
  limit: FormLimit,
  page: JobOnSite,
  req: Request,
  res: Response,
): Promise<void> {
  const note = beginFormNote(deps, page.job, req)
  const refusal = findRefusal(deps, page.site.company, page.job)
  if (refusal !== undefined && !isForm(req)) {
    note.refused(refusal)
    throw refusal
  }
  requireForm(req)
  const waitSeconds = await limit.consume(findCaller(req, deps.settings.trustProxy))
  // The server reads the texts of each form, because the page of an error shows them again.
  const takesFile = waitSeconds === undefined && refusal === undefined
  const addedValues = listAdditions(page).reduce((sum, { valuesMax }) => sum + valuesMax, 0)
  const form = await readForm(deps, req, res, takesFile, addedValues).catch((error: unknown) => {
    note.refused(error)
    throw error
  })
  try {
    await answerForm(deps, form, waitSeconds, { ...page, note }, req, res)
  } finally {
    await form.close()
  }
}

/** Finds why nobody can apply for a job on this board. */
function findRefusal(deps: Deps, company: Company, job: StoredJob): AppError | undefined {
  if (company.suspendedAt !== null) return new AppError('company_withdrawn')
  const reason = findWithdrawal(deps, job)
  if (reason !== undefined) return new AppError(reason)
  const { applyUrl } = describeTerms(company, job)
  return applyUrl === undefined ? undefined : new AppError('applications_elsewhere', { applyUrl })
}

/** Sends the job's page in the language that the applicant has just chosen, with the form as they filled it in. It stores no application. */
async function sendInOtherLanguage(deps: Deps, sent: FormBody, { site, job }: JobOnSite, req: Request, res: Response) {
  const address = findCaller(req, deps.settings.trustProxy)
  const { keptCv, isLost } = await keepCvForCorrection(deps, job, sent, address)
  const isCvLost = isLost || (sent.cv !== undefined && keptCv === undefined)
  const problems: FieldProblems = isCvLost ? { cv: siteWords[site.locale].apply.cvLost } : {}
  allowScript(res)
    .set('cache-control', FOR_GOING_BACK)
    .type('html')
    .send(renderJobPage({ site, job, now: deps.now(), ...restoreForm(sent), keptCv, problems }))
}

async function answerForm(
  deps: Deps,
  form: FormBody,
  waitSeconds: number | undefined,
  { note, ...page }: JobOnSite & { note: FormNote },
  req: Request,
  res: Response,
): Promise<void> {
  const { site } = page
  let { job } = page
  let result: Submission
  try {
    // Company and job are read again, because they may have been suspended or unpublished while the form was arriving.
    const company = await getCompanyBySlug(deps, site.company.slug)
    job = await getJobBySlug(deps, company, page.job.slug)
    const refusal = findRefusal(deps, company, job)
    if (refusal !== undefined) throw refusal
    if (form.fields[CARRY_FIELD] === 'yes') return await sendInOtherLanguage(deps, form, { site, job }, req, res)
    requireWholeForm(deps, form, waitSeconds)
    const { answers, problems } = readAdded({ site, job }, form)
    const doubts = isProgram(req) ? [] : findDoubts(form)
    if (problems.length + doubts.length > 0)
      throw invalidRequest([...(await findFormIssues(deps, form)).issues, ...problems.map(toIssue), ...doubts])
    const { answers: _, ...own } = form.fields
    const fields = answers.length === 0 ? own : { ...own, answers }
    result = await submitApplication(deps, job, { fields, cv: form.cv }, site.locale)
  } catch (error) {
    note.refused(error, form)
    if (isProgram(req) || !(error instanceof AppError)) throw error
    return sendRefused(deps, form, { site, job }, error, req, res)
  }
  note.submitted(result)
  if (isProgram(req)) answerProgram(res, result)
  else {
    setReceipt(res, site, job, result)
    res.redirect(303, confirmationPath(site.locale, site.company, job))
  }
}

/** Throws `too_many_applications`, `uploads_closed`, or `invalid_request` if the form could not be read. */
function requireWholeForm(deps: Deps, { issues, refusedFile }: FormBody, waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined) {
    const minutes = toMinutes(waitSeconds)
    throw new AppError('too_many_applications', { minutes }, { retryAfterSeconds: waitSeconds })
  }
  if (refusedFile !== undefined) {
    if (refusedFile.cause) deps.log.error({ err: refusedFile.cause }, 'a CV could not be received')
    throw new AppError('uploads_closed')
  }
  if (issues.length > 0) throw invalidRequest(issues)
}

/**
 * Asks once whether the e-mail address is right if its domain is a common slip. The same address passes when the form comes again.
 */
function findDoubts(form: FormBody): Issue[] {
  const email = readTrimmed(form, 'email')
  return email === readTrimmed(form, ASKED_FIELD) || findMeantAddress(email) === undefined ? [] : [addressInDoubt]
}

const listAdditions = ({ site }: JobOnSite): FormAddition[] => site.slots.flatMap(({ form }) => form ?? [])

/** Reads the fields that parts of the board added to a form. */
function readAdded(page: JobOnSite, { fields }: SentForm): { answers: Answer[]; problems: AddedProblem[] } {
  const read = listAdditions(page).map((addition) => addition.read(page, fields))
  return { answers: read.flatMap(({ answers }) => answers), problems: read.flatMap(({ problems }) => problems) }
}

const toIssue = ({ path, message }: AddedProblem): Issue => ({ path, message })

/** Reads a text as browsers send an address that was typed with a blank around it. */
const readTrimmed = ({ fields }: SentForm, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Sends a browser the page of a form that was refused. Throws the error if the applicant can do nothing about it. */
async function sendRefused(
  deps: Deps,
  form: FormBody,
  page: JobOnSite,
  error: AppError,
  req: Request,
  res: Response,
): Promise<void> {
  const restored = restoreForm(form, error)
  const added = readAdded(page, form)
  const typed = { values: restored.values ?? {}, answers: added.answers }
  const notSentPage = renderNotSentPage(page, typed, error.code)
  if (notSentPage !== undefined) {
    res.status(error.status).set('cache-control', FOR_GOING_BACK).type('html').send(notSentPage)
    return
  }
  const address = findCaller(req, deps.settings.trustProxy)
  const problems = await findProblems(deps, { ...page, sent: form, added: added.problems, address }, error)
  if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
  allowScript(res)
    .status(error.status)
    .set('cache-control', FOR_GOING_BACK)
    .type('html')
    .send(renderApplyPage({ ...page, ...restored, ...problems }))
}

const isProgram = (req: Request): boolean => req.accepts(['html', 'json']) === 'json'

/** Answers 201 with the date of the application, or 202 without a date if the application is held back. */
function answerProgram(res: Response, { id, date, outcome }: Submission): void {
  if (outcome === 'held') sendJson(res, 202, { id, date: null })
  else sendJson(res, 201, { id, date: date.toISOString() })
}

/** Restores the form for a page. Its id stays, so that it stays one application, unless the id itself was refused. */
function restoreForm(
  { fields }: SentForm,
  { issues = [] }: Pick<AppError, 'issues'> = { issues: [] },
): Pick<ApplyFormProps, 'formId' | 'values' | 'isAgreed' | 'sent'> {
  const values: FormValues = {}
  for (const field of APPLY_FIELDS) {
    const value = fields[field]
    if (field !== 'cv' && field !== 'consent' && typeof value === 'string') values[field] = value
  }
  const isIdRefused = issues.some(({ path }) => path === 'formId')
  const formId = typeof fields.formId === 'string' && !isIdRefused ? fields.formId : randomUUID()
  return { formId, values, isAgreed: fields.consent === 'yes', sent: fields }
}

const HOUR_SECONDS = 60 * 60

export type FormLimit = ReturnType<typeof createFormLimit>

/** Limits the forms of a kind that one address may send in an hour. Each process counts for itself. `name` is its name in the metrics. */
export function createFormLimit({ metrics }: Deps, name: string, formsPerHour: number) {
  metrics.limitKnown(name)
  const limiter = createMemoryLimiter({ points: formsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form. Returns the seconds to wait if the form exceeds the limit. */
    async consume(caller: string): Promise<number | undefined> {
      const seconds = await takeAndFindWait(limiter, caller)
      if (seconds !== undefined) metrics.refused(name)
      return seconds
    },
  }
}
