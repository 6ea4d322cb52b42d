import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import { type Company, findCompaniesById } from '@boardwalk/core/company/service'
import { getShownCompany } from '@boardwalk/core/company/suspension'
import { AppError, invalidRequest } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { isTrapFilled } from '@boardwalk/core/intake/submit'
import { Locale } from '@boardwalk/schema/company'
import { EmailAddress } from '@boardwalk/schema/email'
import type { Request, Response } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/error-handler.ts'
import { readForm, requireForm } from '../../site/form-body.ts'
import type { BoardSite } from '../../site/page-site.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { readQuery, readSearch, writeSearch } from '../../site/search-query.ts'
import { boardPath, companyPath, findBoardSite } from '../../site/site.ts'
import { siteWords } from '../../site/words/site-words.ts'
import { type Alert, confirmAlert, endAlert, findAlert, requestAlert } from './alert.ts'
import {
  renderAlertConfirmed,
  renderAlertEnded,
  renderAlertForm,
  renderAlertRequested,
  renderConfirmAlert,
  renderEndAlert,
  renderUnknownAlert,
} from './alert-pages.tsx'
import { describeSearch } from './describe.ts'
import { alertPageWords } from './page-words.ts'
import { alertsPath, confirmAlertPath, endAlertPath, requestedPath } from './paths.ts'

/* Serves alerts: the form under a list asks for one, and the links of its mails confirm and end it. */

/** The list of jobs under which a person asks for an alert. Without a company, it is the list of the board. */
interface JobListAddress {
  site: BoardSite
  path: string
  company?: Company
}

/** Adds the form of each list in each language, and the pages to which the links of the mails lead. */
export function addAlertPages({ router, deps }: PublicSite): void {
  for (const locale of Locale.options) {
    const site = findBoardSite(deps, locale)
    const list = { site, path: boardPath(locale) }
    router
      .route(alertsPath(list.path))
      .get((req, res) => redirectToList(list, req, res))
      .post((req, res) => receiveRequest(deps, list, req, res))
      .all(allowOnly('GET, HEAD, POST'))
    const findList = async ({ companySlug }: { companySlug: string }): Promise<JobListAddress> => {
      const company = await getShownCompany(deps, companySlug)
      return { site, company, path: companyPath(locale, company) }
    }
    router
      .route(`/${locale}/companies/:companySlug/alerts`)
      .get(async (req, res) => redirectToList(await findList(req.params), req, res))
      .post(async (req, res) => receiveRequest(deps, await findList(req.params), req, res))
      .all(allowOnly('GET, HEAD, POST'))
    router
      .route(requestedPath(locale))
      .get((_req, res) => void res.type('html').send(renderAlertRequested(site)))
      .all(allowOnly('GET, HEAD'))
    router
      .route(confirmAlertPath(locale))
      .get(async (req, res) => sendConfirmation(deps, site, await findAlert(deps, readSecret(req)), res))
      .post(async (req, res) => sendConfirmation(deps, site, await confirmAlert(deps, readSecret(req)), res))
      .all(allowOnly('GET, HEAD, POST'))
    router
      .route(endAlertPath(locale))
      .get(async (req, res) => {
        const alert = await findAlert(deps, readSecret(req))
        if (alert === undefined) sendUnknown(site, res)
        else res.type('html').send(renderEndAlert({ site, search: await describe(deps, site, alert) }))
      })
      .post(async (req, res) => {
        // The button of a mail program sends this too (RFC 8058). It follows no redirect, and may send it twice.
        await endAlert(deps, readSecret(req))
        res.type('html').send(renderAlertEnded(site))
      })
      .all(allowOnly('GET, HEAD, POST'))
  }
}

const readSecret = (req: Request): string => readQuery(req).get('secret') ?? ''

function redirectToList({ path }: JobListAddress, req: Request, res: Response): void {
  res.redirect(303, `${path}${writeSearch(readSearch(readQuery(req)).search)}`)
}

/** Receives the form of an alert. If it must be corrected, a browser gets it again. */
async function receiveRequest(deps: Deps, list: JobListAddress, req: Request, res: Response): Promise<void> {
  if (!deps.settings.sendsMail) throw new AppError('page_not_found')
  requireForm(req)
  const { fields, issues, close } = await readForm(deps, req, res, false)
  await close()
  const { search } = readSearch(readQuery(req))
  try {
    if (issues.length > 0) throw invalidRequest(issues)
    await request(deps, list, search, fields, findCaller(req, deps.settings.trustProxy))
  } catch (error) {
    const problem = error instanceof AppError ? describeProblem(list.site.locale, error) : undefined
    if (!(error instanceof AppError) || problem === undefined || req.accepts(['html', 'json']) === 'json') throw error
    const { site, path } = list
    const email = typeof fields.email === 'string' ? fields.email : ''
    if (error.retryAfterSeconds !== undefined) res.set('retry-after', String(error.retryAfterSeconds))
    res.status(error.status).type('html').send(renderAlertForm({ site, path, search, email, problem }))
    return
  }
  res.redirect(303, requestedPath(list.site.locale))
}

/** Asks for the alert of a form. For a form with the trap field filled in, nothing is sent, and the answer is the same. */
async function request(
  deps: Deps,
  { site: { locale }, path, company }: JobListAddress,
  search: SearchQuery,
  fields: Record<string, unknown>,
  caller: string,
): Promise<void> {
  const email = EmailAddress.safeParse(fields.email)
  if (!email.success) {
    const message = 'email must be an e-mail address, such as name@example.com'
    throw invalidRequest([{ path: 'email', message }])
  }
  const page = `${path}${writeSearch(search)}`
  const companyId = company?.id ?? null
  if (!isTrapFilled({ fields }))
    await requestAlert(deps, { email: email.data, locale, search, companyId, page }, caller)
}

/** Says what a person can do about an error. Undefined if the person can do nothing. */
function describeProblem(locale: Locale, { code }: AppError): string | undefined {
  const alerts = alertPageWords[locale]
  const { apply } = siteWords[locale]
  if (code === 'too_many_requests') return alerts.tooMany
  return code === 'invalid_request' ? apply.fields.email.problem(0) : undefined
}

async function sendConfirmation(deps: Deps, site: BoardSite, alert: Alert | undefined, res: Response): Promise<void> {
  if (alert === undefined) return sendUnknown(site, res)
  const search = await describe(deps, site, alert)
  const isConfirmed = alert.confirmedAt !== undefined
  const { page: list } = alert
  res
    .type('html')
    .send(isConfirmed ? renderAlertConfirmed({ site, search, list }) : renderConfirmAlert({ site, search }))
}

function sendUnknown(site: BoardSite, res: Response): void {
  res.status(404).type('html').send(renderUnknownAlert(site))
}

async function describe(deps: Deps, { locale }: BoardSite, { companyId, search }: Alert): Promise<string> {
  const company = companyId === null ? undefined : (await findCompaniesById(deps, [companyId])).get(companyId)
  return describeSearch(locale, search, company)
}
