import { findNearest } from '@boardwalk/core/catalogue/nearest'
import { type PageStart, searchJobs } from '@boardwalk/core/catalogue/public'
import { isNarrowed, type SearchQuery } from '@boardwalk/core/catalogue/query'
import { getCompanyBySlug } from '@boardwalk/core/company/service'
import { shareReads } from '@boardwalk/core/db/once'
import { DOWNLOAD_POLICY, FOR_EVER, sendFile } from '@boardwalk/core/http/send'
import { openCvLink } from '@boardwalk/core/intake/cv'
import { findApplicationId, findWithdrawal } from '@boardwalk/core/intake/submit'
import type { StoredJob } from '@boardwalk/core/job/job'
import { getJobBySlug } from '@boardwalk/core/job/read'
import { CV_TYPES } from '@boardwalk/schema/application'
import { Locale } from '@boardwalk/schema/company'
import type { Request, Response, Router } from 'express'
import type { Deps } from '../deps.ts'
import { allowOnly } from '../http/error-handler.ts'
import type { Part } from '../part.ts'
import { createFormLimit, type FormLimit, receiveApplication } from './apply.ts'
import { createBoardPages } from './board-pages.ts'
import { renderCompanyPage } from './company-page.tsx'
import { createPictureRoutes } from './company-pictures.ts'
import { renderConfirmationPage } from './confirmation-page.tsx'
import { createBoardFeed, createCompanyFeed } from './feed.ts'
import { createJobPageCache } from './job-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { setPageHeaders } from './layout.tsx'
import { createPublicSite, type PublicSite } from './public-site.ts'
import { type Receipt, readReceipt } from './receipt.ts'
import { allowScript, SCRIPT_PATH, script, scriptVersion } from './script.ts'
import { cleanAddress, JOBS_A_PAGE, readQuery, readSearch, writeSearch } from './search-query.ts'
import { sendXml } from './send-document.ts'
import { companyPath, confirmationPath, findSite, jobPath, jobsJsonPath } from './site.ts'
import { createSitemapRoutes, printRobots } from './sitemap.ts'
import { findStylesheet, STYLESHEET_PATH } from './stylesheet.ts'

/** Serves the public site: the pages that job seekers see, the files that search engines read, and the CVs behind signed links. */
export function createSitePages(deps: Deps, parts: readonly Part[]): Router {
  const site = createPublicSite(deps)
  const { router } = site
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
  router.use(createBoardPages(deps))
  router.get('/robots.txt', (_req, res) => {
    res.type('txt').send(printRobots(deps))
  })
  router.use(createSitemapRoutes(deps))
  router.get('/feed.xml', (req, res) => sendXml(deps, createBoardFeed(deps), req, res))
  router.use(createPictureRoutes(deps))
  for (const type of CV_TYPES)
    router
      .route(`/cv/:companyId/:applicationId.${type}`)
      .get(async (req: Request<{ companyId: string; applicationId: string }>, res) => {
        const { companyId, applicationId } = req.params
        const { expires, signature } = req.query
        const link = { companyId, applicationId, expires: readText(expires), signature: readText(signature) }
        await sendFile(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
      })
      .all(allowOnly('GET, HEAD'))
  const shared = {
    limit: createFormLimit(deps, 'applications', deps.settings.applicationsPerHour),
    renderJob: createJobPageCache(deps),
  }
  for (const locale of Locale.options) addCompanyPages(site, shared, locale)
  for (const part of parts) part.addPages?.(site)
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
  renderJob: ReturnType<typeof createJobPageCache>
}

/** Adds the pages of companies and their jobs in one language. */
function addCompanyPages(
  { deps, router, findCompanySite, findJob, findJobPage, sendWithdrawn }: PublicSite,
  { limit, renderJob }: SharedState,
  locale: Locale,
): void {
  // All visitors get the same page, so requests at the same moment share one query and one rendering.
  const renderJobs = shareReads(async (companySlug: string, search: SearchQuery, start: PageStart) => {
    const site = await findCompanySite(locale, { companySlug })
    const result = await searchJobs(deps, site.company, search, start, JOBS_A_PAGE)
    const isMatchless = result.total === 0 && isNarrowed(search)
    const nearest = isMatchless ? await findNearest(deps, site.company, search) : undefined
    return renderCompanyPage({ site, search, start, result, nearest, now: deps.now() })
  })
  /** Redirects to the first page of the search in the query of the address. */
  const redirectToSearch = async (req: Request<{ companySlug: string }>, res: Response) => {
    const { company } = await findCompanySite(locale, req.params)
    res.redirect(301, `${companyPath(locale, company)}${writeSearch(readSearch(readQuery(req)).search)}`)
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
    .get(async (req, res) =>
      sendXml(deps, createCompanyFeed(deps, await findCompanySite(locale, req.params)), req, res),
    )
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs.json`)
    .get(async (req, res) => {
      const site = await findCompanySite(locale, req.params)
      await sendJobsJson(deps, site, jobsJsonPath(locale, site.company), req, res)
    })
    .options(answerPreflight)
    .all(allowOnly('GET, HEAD, OPTIONS'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug`)
    .get(async (req, res) => {
      const { page, similar } = await findJobPage(locale, req.params)
      const { site, job } = page
      const reason = findWithdrawal(deps, job)
      if (reason !== undefined) return sendWithdrawn(page, reason, req, res)
      if (job.slug !== req.params.jobSlug)
        return res.redirect(301, `${jobPath(locale, site.company, job)}${req.url.replace(/^[^?]*/, '')}`)
      if (req.method === 'GET') for (const slots of site.slots) slots.jobPageOpened?.(job, req)
      allowScript(res)
        .type('html')
        .send(renderJob(page, similar, readReceipt(req)))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/apply`)
    .get(async (req, res) => {
      const { site, job } = await findJob(locale, req.params)
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
      const { page, similar } = await findJobPage(locale, req.params)
      const receipt = readReceipt(req)
      const reason = findWithdrawal(deps, page.job)
      if (receipt === undefined && reason !== undefined) return sendWithdrawn(page, reason, req, res)
      const { sendsMail } = deps.settings
      res.type('html').send(renderConfirmationPage({ ...page, receipt, sendsMail, similar }))
    })
    .all(allowOnly('GET, HEAD'))
}
