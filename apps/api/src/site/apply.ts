import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { AppError, invalidRequest } from '../error.ts'
import { keepCvOf, type SentForm, submitApplication } from '../feature/application/service/submit.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { jobBySlug } from '../feature/job/service/read.ts'
import { callerOf } from '../http/admission.ts'
import { sendJson } from '../http/send-json.ts'
import type { Needs } from '../needs.ts'
import type { WithSettings } from '../settings.ts'
import type { ApplicationLimit } from './application-limit.ts'
import { describeProblem, type Problems, type Typed } from './apply-form.tsx'
import { type ApplyPageProps, applyPage } from './apply-page.tsx'
import type { CompanySite } from './company-site.ts'
import { confirmationPage } from './confirmation-page.tsx'
import { readForm } from './form-body.ts'
import { siteWords } from './words/site-words.ts'
import { APPLY_FIELDS } from './words.ts'

type ApplyDeps = Needs<typeof jobBySlug> &
  Needs<typeof submitApplication> &
  Needs<typeof keepCvOf> &
  WithSettings<'trustProxy'>

interface ShownJob {
  site: CompanySite
  job: StoredJob
}

/** Receives an application to a job. Programs get a JSON answer, browsers get a page. */
export async function receiveApplication(
  deps: ApplyDeps,
  limit: ApplicationLimit,
  shown: ShownJob,
  req: Request,
  res: Response,
): Promise<void> {
  const wantsJson = req.accepts(['html', 'json']) === 'json'
  const waitSeconds = await limit.consume(callerOf(req, deps.settings.trustProxy))
  // The form is read even if the limit is reached: the page of the error shows it again.
  const { issues, ...sent } = await readForm(req, res)
  try {
    if (waitSeconds !== undefined) {
      res.set('retry-after', String(waitSeconds))
      throw new AppError('too_many_applications', { minutes: toMinutes(waitSeconds) })
    }
    if (issues.length > 0) throw invalidRequest(issues)
    // The job may have been unpublished while the form was arriving, so it is read again.
    const job = await jobBySlug(deps, shown.site.company, shown.job.slug)
    const { id, date } = await submitApplication(deps, job, sent)
    if (wantsJson) sendJson(res, 201, { id, date: date.toISOString() })
    else
      res
        .status(201)
        .type('html')
        .send(confirmationPage({ ...shown, applicationId: id }))
  } catch (error) {
    if (wantsJson || !(error instanceof AppError)) throw error
    const again = await findProblems(deps, shown, sent, error, waitSeconds)
    res
      .status(error.status)
      .type('html')
      .send(applyPage({ ...shown, ...collectTyped(sent, error), ...again }))
  }
}

const toMinutes = (seconds: number): number => Math.ceil(seconds / 60)

/** Finds the messages for an error, in the page's language. Throws an error that the applicant cannot correct. */
async function findProblems(
  deps: Needs<typeof keepCvOf>,
  { site, job }: ShownJob,
  sent: SentForm,
  error: AppError,
  waitSeconds: number | undefined,
): Promise<Pick<ApplyPageProps, 'problems' | 'problem' | 'keptCv'>> {
  const words = siteWords[site.locale]
  if (waitSeconds !== undefined) return { problem: words.apply.tooMany(toMinutes(waitSeconds)) }
  const { issues } = error
  if (issues === undefined) throw error
  const problems: Problems = {}
  for (const field of APPLY_FIELDS)
    if (issues.some(({ path }) => path === field)) problems[field] = describeProblem(words, field, sent.fields[field])
  if (issues.some(({ path }) => path === 'keptCv')) problems.cv = words.apply.cvLost
  const problem = Object.keys(problems).length > 0 ? undefined : words.apply.unreadable
  return { problems, problem, keptCv: await keepCvOf(deps, job, sent) }
}

/** Collects the form as it was sent. It keeps its id, so that it stays one application, unless the id itself was refused. */
function collectTyped(
  { fields }: SentForm,
  { issues = [] }: AppError,
): Pick<ApplyPageProps, 'formId' | 'typed' | 'isAgreed'> {
  const typed: Typed = {}
  for (const field of APPLY_FIELDS) {
    const value = fields[field]
    if (field !== 'cv' && field !== 'consent' && typeof value === 'string') typed[field] = value
  }
  const isIdRefused = issues.some(({ path }) => path === 'formId')
  const formId = typeof fields.formId === 'string' && !isIdRefused ? fields.formId : randomUUID()
  return { formId, typed, isAgreed: fields.consent === 'yes' }
}
