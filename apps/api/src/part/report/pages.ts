import { randomUUID } from 'node:crypto'
import { AppError, invalidRequest, requireNoWait } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { sendJson } from '@boardwalk/core/http/send'
import { findWithdrawal } from '@boardwalk/core/intake/submit'
import { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/error-handler.ts'
import { createFormLimit, FOR_GOING_BACK, type FormLimit } from '../../site/apply.ts'
import { CARRY_FIELD } from '../../site/apply-form.tsx'
import { readForm, requireForm } from '../../site/form-body.ts'
import type { JobOnSite } from '../../site/page-site.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { REPORT_CHARACTERS_MAX } from './form.ts'
import { reportedPath } from './paths.ts'
import { reportJob } from './report.ts'
import { REPORT_FIELDS, type ReportField, renderReportedPage, renderReportPage } from './report-page.tsx'
import { reportWords } from './words.ts'

/* Serves the form by which a visitor reports a job to the operator of the board. */

const HOUR_SECONDS = 60 * 60

/** From one network address, for each process. Several visitors may share an address. */
export const REPORTS_AN_HOUR = 20

/** Adds the form of each job in each language, and the page that confirms a report. */
export function addReportPages({ router, deps, findJob, sendWithdrawn }: PublicSite): void {
  const limit = createFormLimit(deps, 'reports', REPORTS_AN_HOUR)
  for (const locale of Locale.options) {
    router
      .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/report`)
      .get(async (req, res) => {
        const page = await findJob(locale, req.params)
        const reason = findWithdrawal(deps, page.job)
        if (reason !== undefined) return sendWithdrawn(page, reason, req, res)
        res.type('html').send(renderReportPage({ ...page, formId: randomUUID() }))
      })
      .post(async (req, res) => {
        const page = await findJob(locale, req.params)
        const reason = findWithdrawal(deps, page.job)
        if (reason !== undefined) return sendWithdrawn(page, reason, req, res)
        requireForm(req)
        await receiveReport(deps, limit, page, req, res)
      })
      .all(allowOnly('GET, HEAD, POST'))

    router
      .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/reported`)
      .get(async (req, res) => void res.type('html').send(renderReportedPage(await findJob(locale, req.params))))
      .all(allowOnly('GET, HEAD'))
  }
}

/**
 * Receives a form. A program gets a JSON answer. A browser is redirected to the confirmation, so that a reload sends nothing again, or
 * gets the form again with its problems.
 */
async function receiveReport(
  deps: Deps,
  limit: FormLimit,
  page: JobOnSite,
  req: Request,
  res: Response,
): Promise<void> {
  const caller = findCaller(req, deps.settings.trustProxy)
  const waitSeconds = await limit.consume(caller)
  // If the limit is reached, the server reads the texts all the same, because the page of the error shows them again.
  const { fields, issues, close } = await readForm(deps, req, res, false)
  await close()
  const wantsJson = req.accepts(['html', 'json']) === 'json'
  const { site, job } = page
  const sendForm = (problems = {}, refused?: AppError) =>
    res
      .set('cache-control', FOR_GOING_BACK)
      .type('html')
      .send(renderReportPage({ ...page, ...restoreForm(fields, refused), ...problems }))
  // The visitor has just chosen another language.
  if (fields[CARRY_FIELD] === 'yes') return void sendForm()
  try {
    requireNoWait(waitSeconds)
    if (issues.length > 0) throw invalidRequest(issues)
    const report = await reportJob(deps, job, fields, caller)
    if (wantsJson) sendJson(res, 201, report)
    else res.redirect(303, reportedPath(site.locale, site.company, job))
  } catch (error) {
    if (wantsJson || !(error instanceof AppError)) throw error
    const problems = describeProblems(site.locale, fields, error)
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    res.status(error.status)
    sendForm(problems, error)
  }
}

/** Says in the page's language what the visitor must correct. Throws the error if they cannot correct it. */
function describeProblems(locale: Locale, fields: Record<string, unknown>, error: AppError) {
  const report = reportWords[locale]
  const { apply } = siteWords[locale]
  if (error.code === 'too_many_requests')
    return { problem: (error.retryAfterSeconds ?? 0) > HOUR_SECONDS ? report.tooManyJobs : report.tooMany }
  if (error.issues === undefined) throw error
  const isMissing = typeof fields.text !== 'string' || fields.text.trim() === ''
  const words: Record<ReportField, string> = {
    reason: report.problems.reason,
    text: isMissing ? report.problems.details : report.problems.detailsTooLong(REPORT_CHARACTERS_MAX),
    email: report.problems.email,
  }
  const problems: Partial<Record<ReportField, string>> = {}
  for (const field of REPORT_FIELDS) if (error.issues.some(({ path }) => path === field)) problems[field] = words[field]
  return Object.keys(problems).length > 0 ? { problems } : { problem: apply.unreadable }
}

/** Restores the form for a page. Its id stays, so that it stays one report, unless the id itself was refused. */
function restoreForm(fields: Record<string, unknown>, { issues = [] }: Pick<AppError, 'issues'> = { issues: [] }) {
  const values: Partial<Record<ReportField, string>> = {}
  for (const field of REPORT_FIELDS) {
    const value = fields[field]
    if (typeof value === 'string') values[field] = value
  }
  const isIdRefused = issues.some(({ path }) => path === 'formId')
  const formId = typeof fields.formId === 'string' && !isIdRefused ? fields.formId : randomUUID()
  return { formId, values }
}
