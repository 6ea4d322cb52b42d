import { Locale } from '@boardwalk/schema/company'
import { type Request, type Response, Router } from 'express'
import { shareReads } from '../db/once.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { openCvLink } from '../feature/application/cv.ts'
import { requirePublished } from '../feature/application/submit.ts'
import { getCompanyBySlug, openLogo } from '../feature/company/service.ts'
import { getJobBySlug } from '../feature/job/read.ts'
import { type PageStart, searchJobs } from '../feature/job/search/public.ts'
import { everyJob, type SearchQuery } from '../feature/job/search/query.ts'
import { allowOnly } from '../http/error-handler.ts'
import { DOWNLOAD_POLICY, sendFile } from '../http/send.ts'
import { type ApplicationLimit, createApplicationLimit, receiveApplication } from './apply.ts'
import { createBoardPages } from './board-pages.ts'
import { renderCompanyPage } from './company-page.tsx'
import { renderConfirmationPage } from './confirmation-page.tsx'
import { createBoardFeed, createCompanyFeed } from './feed.ts'
import { requireForm } from './form-body.ts'
import { beginFormNote } from './form-note.ts'
import { createJobPageCache, renderWithdrawnPage } from './job-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { setPageHeaders } from './layout.tsx'
import { readReceipt } from './receipt.ts'
import { hasPageNumber, JOBS_A_PAGE, readQuery, readSearch, writeSearch } from './search-query.ts'
import { sendXml } from './send-document.ts'
import { type CompanySite, companyPath, type JobOnSite, jobPath, jobsJsonPath } from './site.ts'
import { createSitemapRoutes, printRobots } from './sitemap.ts'
import { findStylesheet, STYLESHEET_PATH } from './stylesheet.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
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
  router.use(createBoardPages(deps))
  router.get('/robots.txt', (_req, res) => {
    res.type('txt').send(printRobots(deps.settings.publicUrl))
  })
  router.use(createSitemapRoutes(deps))
  router.get('/feed.xml', (req, res) => sendXml(deps, createBoardFeed(deps), req, res))
  router.get('/logos/:companySlug/:hash', async (req, res) => {
    const company = await getCompanyBySlug(deps, req.params.companySlug)
    const { mime, bytes } = await openLogo(deps, company, req.params.hash)
    res.set('cache-control', FOR_EVER).type(mime).send(bytes)
  })
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: readText(expires), signature: readText(signature) }
      await sendFile(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  const shared = { limit: createApplicationLimit(deps), renderJob: createJobPageCache() }
  for (const locale of Locale.options) addCompanyPages(router, deps, shared, locale)
  return router
}

/** Reads a parameter of the query as text. A parameter that is given twice becomes empty, so its signature is not valid. */
const readText = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/** What the pages of all companies share, in all languages. */
interface SharedState {
  limit: ApplicationLimit
  renderJob: ReturnType<typeof createJobPageCache>
}

/** Adds the pages of companies and their jobs in one language. */
function addCompanyPages(router: Router, deps: Deps, { limit, renderJob }: SharedState, locale: Locale): void {
  const findSite = async ({ companySlug }: { companySlug: string }): Promise<CompanySite> => {
    const company = await getCompanyBySlug(deps, companySlug)
    const { board, publicUrl } = deps.settings
    return { locale, company, logo: await deps.companies.findLogo(company.id), board, publicUrl }
  }
  const findJob = async (params: { companySlug: string; jobSlug: string }): Promise<JobOnSite> => {
    const site = await findSite(params)
    return { site, job: await getJobBySlug(deps, site.company, params.jobSlug) }
  }
  // All visitors get the same page, so requests at the same moment share one query and one rendering.
  const renderJobs = shareReads(async (companySlug: string, search: SearchQuery, start: PageStart) => {
    const site = await findSite({ companySlug })
    const result = await searchJobs(deps, site.company, search, start, JOBS_A_PAGE)
    return renderCompanyPage({ site, search, start, result })
  })
  /** Redirects to the first page of the search in the query of the address. */
  const redirectToSearch = async (req: Request<{ companySlug: string }>, res: Response) => {
    const { company } = await findSite(req.params)
    res.redirect(301, `${companyPath(locale, company)}${writeSearch(readSearch(readQuery(req)).search)}`)
  }
  /** Answers for a job that is not published: a browser gets a page that lists other jobs of the company, a program an error. */
  const sendWithdrawn = async ({ site, job }: JobOnSite, req: Request, res: Response) => {
    if (req.accepts(['html', 'json']) === 'json') requirePublished(job)
    const { status } = new AppError('job_unpublished')
    const others = await deps.jobs.search(site.company.id, everyJob, { jobsMax: OTHER_JOBS_MAX })
    res.status(status).type('html').send(renderWithdrawnPage({ site, others }))
  }

  router
    .route(`/${locale}/companies/:companySlug`)
    .get(async (req, res) => {
      const query = readQuery(req)
      // An earlier version numbered the pages. The server cannot tell which jobs were on such a page.
      if (hasPageNumber(query)) return redirectToSearch(req, res)
      const { search, start } = readSearch(query)
      res.type('html').send(await renderJobs(req.params.companySlug, search, start))
    })
    .all(allowOnly('GET, HEAD'))

  router.route(`/${locale}/companies/:companySlug/jobs`).get(redirectToSearch).all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/feed.xml`)
    .get(async (req, res) => sendXml(deps, createCompanyFeed(deps, await findSite(req.params)), req, res))
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs.json`)
    .get(async (req, res) => {
      const site = await findSite(req.params)
      await sendJobsJson(deps, site, jobsJsonPath(locale, site.company), req, res)
    })
    .options(answerPreflight)
    .all(allowOnly('GET, HEAD, OPTIONS'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug`)
    .get(async (req, res) => {
      const page = await findJob(req.params)
      const { site, job } = page
      if (job.status !== 'PUBLISHED') return sendWithdrawn(page, req, res)
      if (job.slug !== req.params.jobSlug)
        return res.redirect(301, `${jobPath(locale, site.company, job)}${req.url.replace(/^[^?]*/, '')}`)
      res.type('html').send(renderJob(site, job, readReceipt(req)))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/apply`)
    .get(async (req, res) => {
      const { site, job } = await findJob(req.params)
      res.redirect(303, jobPath(locale, site.company, job))
    })
    .post(async (req, res) => {
      const page = await findJob(req.params)
      if (page.job.status !== 'PUBLISHED') {
        beginFormNote(deps, page.job, req).refused(new AppError('job_unpublished'))
        return sendWithdrawn(page, req, res)
      }
      requireForm(req)
      await receiveApplication(deps, limit, page, req, res)
    })
    .all(allowOnly('GET, HEAD, POST'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/applied`)
    .get(async (req, res) => {
      const page = await findJob(req.params)
      const receipt = readReceipt(req)
      if (receipt === undefined && page.job.status !== 'PUBLISHED') return sendWithdrawn(page, req, res)
      const { sendsMail } = deps.settings
      res.type('html').send(renderConfirmationPage({ ...page, receipt, sendsMail }))
    })
    .all(allowOnly('GET, HEAD'))
}
