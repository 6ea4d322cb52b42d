import type { IncomingMessage } from 'node:http'
import { getCompanyBySlug } from '@boardwalk/core/company/service'
import { getShownCompany } from '@boardwalk/core/company/suspension'
import { shareReads } from '@boardwalk/core/db/once'
import { AppError } from '@boardwalk/core/error'
import { findCaller } from '@boardwalk/core/http/admission'
import { DOWNLOAD_POLICY, FOR_EVER, sendFile } from '@boardwalk/core/http/send'
import { openCvLink } from '@boardwalk/core/intake/cv'
import { findApplicationId, findWithdrawal, requirePublished, type Withdrawal } from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { getJobBySlug } from '@boardwalk/core/job/read'
import { findNearest } from '@boardwalk/core/search/nearest'
import { type PageStart, searchJobs } from '@boardwalk/core/search/public'
import { everyJob, isNarrowed, type SearchQuery } from '@boardwalk/core/search/query'
import { createSimilarJobs } from '@boardwalk/core/search/similar'
import { Locale } from '@boardwalk/schema/company'
import { isPublic } from '@boardwalk/schema/visibility'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../deps.ts'
import { toKeyPath } from '../feature/search-engine/indexnow.ts'
import { noteVisit } from '../feature/view/visit.ts'
import { allowOnly } from '../http/error-handler.ts'
import { isSentByOwnPage } from '../http/session.ts'
import { createAlertRoutes } from './alerts.ts'
import { createFormLimit, type FormLimit, receiveApplication } from './apply.ts'
import { createBoardPages } from './board-pages.ts'
import { renderCompanyPage } from './company-page.tsx'
import { createPictureRoutes } from './company-pictures.ts'
import { renderConfirmationPage } from './confirmation-page.tsx'
import { createBoardFeed, createCompanyFeed } from './feed.ts'
import { createJobPageCache, renderWithdrawnPage } from './job-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { setPageHeaders } from './layout.tsx'
import { type Receipt, readReceipt } from './receipt.ts'
import { addReportRoutes, REPORTS_AN_HOUR } from './reports.ts'
import { createRssRoutes } from './rss.ts'
import { allowScript, SCRIPT_PATH, script, scriptVersion } from './script.ts'
import { cleanAddress, JOBS_A_PAGE, readQuery, readSearch, writeSearch } from './search-query.ts'
import { sendXml } from './send-document.ts'
import { createShareAnswer } from './share-picture.ts'
import {
  type CompanySite,
  companyPath,
  confirmationPath,
  findSite,
  type JobOnSite,
  jobPath,
  jobsJsonPath,
} from './site.ts'
import { createSitemapRoutes, printRobots } from './sitemap.ts'
import { findStylesheet, STYLESHEET_PATH } from './stylesheet.ts'

/** The jobs that the page of an unpublished job lists. */
const OTHER_JOBS_MAX = 5

/** Serves the public site: the pages that job seekers see, the files that search engines read, and the CVs behind signed links. */
export function createSitePages(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  const stylesheet = findStylesheet(deps.settings.board.color)
  router.use(setPageHeaders)
  router.get(STYLESHEET_PATH, (req, res) => {
    if (req.query.v === stylesheet.version) res.set('cache-control', FOR_EVER)
    res.type('css').send(stylesheet.text)
  })
  router.get(SCRIPT_PATH, (req, res) => {
    if (req.query.v === scriptVersion) res.set('cache-control', FOR_EVER)
    res.type('js').send(script)
  })
  const sendPicture = createShareAnswer(deps)
  router.use(createBoardPages(deps, sendPicture))
  router.use(createAlertRoutes(deps))
  router.use(createRssRoutes(deps))
  router.get('/robots.txt', (_req, res) => {
    res.type('txt').send(printRobots(deps.settings.publicUrl))
  })
  router.use(createSitemapRoutes(deps))
  const { indexNowKey } = deps.settings
  // Search engines read it to see that who tells them of the board's pages may do so.
  if (indexNowKey !== null)
    router.get(toKeyPath(indexNowKey), (_req, res) => {
      res.type('txt').send(indexNowKey)
    })
  router.get('/feed.xml', (req, res) => sendXml(deps, createBoardFeed(deps), req, res))
  router.use(createPictureRoutes(deps))
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: readText(expires), signature: readText(signature) }
      await sendFile(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  const shared = {
    limit: createFormLimit(deps, 'applications', deps.settings.applicationsPerHour),
    reportLimit: createFormLimit(deps, 'reports', REPORTS_AN_HOUR),
    renderJob: createJobPageCache(deps),
    findSimilar: createSimilarJobs(deps),
    sendPicture,
  }
  for (const locale of Locale.options) addCompanyPages(router, deps, shared, locale)
  return router
}

/** Reads a parameter of the query as text. A parameter that is given twice becomes empty, so its signature is not valid. */
const readText = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/** Whether a receipt is for the form with an id, or without one, whether there is a receipt at all. */
const wasSent = (job: StoredJob, receipt: Receipt | undefined, formId: unknown): boolean =>
  receipt !== undefined && (formId === undefined || findApplicationId(job, { fields: { formId } }) === receipt.id)

/** What the pages of all companies share, in all languages. */
interface SharedState {
  limit: FormLimit
  reportLimit: FormLimit
  renderJob: ReturnType<typeof createJobPageCache>
  findSimilar: ReturnType<typeof createSimilarJobs>
  sendPicture: ReturnType<typeof createShareAnswer>
}

/** Adds the pages of companies and their jobs in one language. */
function addCompanyPages(
  router: Router,
  deps: Deps,
  { limit, reportLimit, renderJob, findSimilar, sendPicture }: SharedState,
  locale: Locale,
): void {
  const findCompanySite = async ({ companySlug }: { companySlug: string }): Promise<CompanySite> =>
    findSite(deps, await getShownCompany(deps, companySlug), locale)
  const findJob = async (params: { companySlug: string; jobSlug: string }): Promise<JobOnSite> => {
    const site = await findCompanySite(params)
    return { site, job: await getJobBySlug(deps, site.company, params.jobSlug) }
  }
  const toVisitor = (req: IncomingMessage) => ({
    address: findCaller(req, deps.settings.trustProxy),
    headers: req.headers,
  })
  // All visitors get the same page, so requests at the same moment share one query and one rendering.
  const renderJobs = shareReads(async (companySlug: string, search: SearchQuery, start: PageStart) => {
    const site = await findCompanySite({ companySlug })
    const result = await searchJobs(deps, site.company, search, start, JOBS_A_PAGE)
    const isMatchless = result.total === 0 && isNarrowed(search)
    const nearest = isMatchless ? await findNearest(deps, site.company, search) : undefined
    return renderCompanyPage({
      site,
      search,
      start,
      result,
      nearest,
      sendsMail: deps.settings.sendsMail,
      now: deps.now(),
    })
  })
  /** Redirects to the first page of the search in the query of the address. */
  const redirectToSearch = async (req: Request<{ companySlug: string }>, res: Response) => {
    const { company } = await findCompanySite(req.params)
    res.redirect(301, `${companyPath(locale, company)}${writeSearch(readSearch(readQuery(req)).search)}`)
  }
  /** Answers for a job that people cannot see: a browser gets a page that lists other jobs of the company, a program an error. */
  const sendWithdrawn = async ({ site }: JobOnSite, reason: Withdrawal, req: Request, res: Response) => {
    const error = new AppError(reason)
    if (req.accepts(['html', 'json']) === 'json') throw error
    const found = await deps.search.find(site.company.id, everyJob, { jobsMax: OTHER_JOBS_MAX })
    // The list may still have a job that closed a moment ago, such as this one.
    const others = found.filter((other) => isPublic(other, deps.now()))
    res.status(error.status).type('html').send(renderWithdrawnPage({ site, reason, others }))
  }

  router
    .route(`/${locale}/companies/:companySlug`)
    .get(cleanAddress, async (req, res) => {
      const { search, start } = readSearch(readQuery(req))
      res.type('html').send(await renderJobs(req.params.companySlug, search, start))
    })
    .all(allowOnly('GET, HEAD'))

  router.route(`/${locale}/companies/:companySlug/jobs`).get(redirectToSearch).all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/feed.xml`)
    .get(async (req, res) => sendXml(deps, createCompanyFeed(deps, await findCompanySite(req.params)), req, res))
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs.json`)
    .get(async (req, res) => {
      const site = await findCompanySite(req.params)
      await sendJobsJson(deps, site, jobsJsonPath(locale, site.company), req, res)
    })
    .options(answerPreflight)
    .all(allowOnly('GET, HEAD, OPTIONS'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug`)
    .get(async (req, res) => {
      const page = await findJob(req.params)
      const { site, job } = page
      const reason = findWithdrawal(deps, job)
      if (reason !== undefined) return sendWithdrawn(page, reason, req, res)
      if (job.slug !== req.params.jobSlug)
        return res.redirect(301, `${jobPath(locale, site.company, job)}${req.url.replace(/^[^?]*/, '')}`)
      const similar = await findSimilar(job)
      if (req.method === 'GET') noteVisit(deps, job, 'views', toVisitor(req))
      allowScript(res)
        .type('html')
        .send(renderJob(page, similar, readReceipt(req)))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/share.png`)
    .get(async (req, res) => sendPicture({ site: await findCompanySite(req.params) }, req, res))
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/share.png`)
    .get(async (req, res) => {
      const page = await findJob(req.params)
      requirePublished(deps, page.job)
      await sendPicture(page, req, res)
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/begun`)
    .post(async (req, res) => {
      const { job } = await findJob(req.params)
      if (!isSentByOwnPage(req, deps.settings.publicUrl)) throw new AppError('origin_refused')
      if (isPublic(job, deps.now())) noteVisit(deps, job, 'forms', toVisitor(req))
      res.status(204).end()
    })
    .all(allowOnly('POST'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/apply`)
    .get(async (req, res) => {
      const { site, job } = await findJob(req.params)
      const isSent = wasSent(job, readReceipt(req), req.query.formId)
      res.redirect(303, (isSent ? confirmationPath : jobPath)(locale, site.company, job))
    })
    .post(async (req, res) => {
      const company = await getCompanyBySlug(deps, req.params.companySlug)
      const job = await getJobBySlug(deps, company, req.params.jobSlug)
      await receiveApplication(deps, limit, { site: await findSite(deps, company, locale), job }, req, res)
    })
    .all(allowOnly('GET, HEAD, POST'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/applied`)
    .get(async (req, res) => {
      const page = await findJob(req.params)
      const receipt = readReceipt(req)
      const reason = findWithdrawal(deps, page.job)
      if (receipt === undefined && reason !== undefined) return sendWithdrawn(page, reason, req, res)
      const { sendsMail } = deps.settings
      res.type('html').send(renderConfirmationPage({ ...page, receipt, sendsMail }))
    })
    .all(allowOnly('GET, HEAD'))

  addReportRoutes(router, deps, { locale, limit: reportLimit, findJob, sendWithdrawn })
}
