import { Locale } from '@boardwalk/schema/company'
import { type Request, type Response, Router } from 'express'
import { shareReads } from '../db/once.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { requirePublished } from '../feature/application/submit.ts'
import { getCompanyBySlug, openLogo } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/job.ts'
import { getJobBySlug } from '../feature/job/read.ts'
import { type PageStart, searchJobs } from '../feature/job/search/public.ts'
import { everyJob, type SearchQuery } from '../feature/job/search/query.ts'
import { allowOnly } from '../http/error-handler.ts'
import { readApplied } from './applied.ts'
import { createApplicationLimit, receiveApplication } from './apply.ts'
import { createBoardPages } from './board-pages.ts'
import { renderCompanyPage } from './company-page.tsx'
import { renderConfirmationPage } from './confirmation-page.tsx'
import { createCvLinkPages } from './cv.ts'
import { createBoardFeed, createCompanyFeed } from './feed.ts'
import { requireForm } from './form-body.ts'
import { beginFormNote } from './form-note.ts'
import { createJobPageCache, renderWithdrawnPage } from './job-page.tsx'
import { answerPreflight, sendJobsJson } from './jobs-json.ts'
import { setPageHeaders } from './page-headers.ts'
import { hasPageNumber, JOBS_A_PAGE, readQuery, readSearch, searchQuery } from './search-query.ts'
import { sendXml } from './send-document.ts'
import { type CompanySite, companyPath, jobPath, jobsJsonPath } from './site.ts'
import { createSitemapRoutes, robots } from './sitemap.ts'
import { STYLESHEET_PATH, stylesheet, stylesheetVersion } from './stylesheet.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** The jobs that the page of an unpublished job offers. */
const OTHER_JOBS_MAX = 5

/** Serves the pages that job seekers see, the files that search engines read, and the CVs behind signed links. */
export function createSitePages(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.use(setPageHeaders)
  router.get(STYLESHEET_PATH, (req, res) => {
    if (req.query.v === stylesheetVersion) res.set('cache-control', FOR_EVER)
    res.type('css').send(stylesheet)
  })
  router.use(createBoardPages(deps))
  router.get('/robots.txt', (_req, res) => {
    res.type('txt').send(robots(deps.settings.publicUrl))
  })
  router.use(createSitemapRoutes(deps))
  router.get('/feed.xml', (req, res) => sendXml(deps, createBoardFeed(deps), req, res))
  router.get('/logos/:companySlug/:hash', async (req, res) => {
    const company = await getCompanyBySlug(deps, req.params.companySlug)
    const { mime, bytes } = await openLogo(deps, company, req.params.hash)
    res.set('cache-control', FOR_EVER).type(mime).send(bytes)
  })
  router.use(createCvLinkPages(deps))
  const renderJob = createJobPageCache()
  const limit = createApplicationLimit(deps)
  for (const locale of Locale.options) addPages(router, deps, { limit, renderJob }, locale)
  return router
}

interface Shared {
  limit: ReturnType<typeof createApplicationLimit>
  renderJob: ReturnType<typeof createJobPageCache>
}

function addPages(router: Router, deps: Deps, { limit, renderJob }: Shared, locale: Locale): void {
  const findSite = async ({ companySlug }: { companySlug: string }): Promise<CompanySite> => {
    const company = await getCompanyBySlug(deps, companySlug)
    return { locale, company, logo: await deps.companies.findLogo(company.id), publicUrl: deps.settings.publicUrl }
  }
  const findJob = async (params: { companySlug: string; jobSlug: string }) => {
    const site = await findSite(params)
    return { site, job: await getJobBySlug(deps, site.company, params.jobSlug) }
  }
  // Everybody gets the same page, so a crowd that asks for it at the same moment costs one query and one rendering.
  const renderJobs = shareReads(async (companySlug: string, search: SearchQuery, start: PageStart) => {
    const site = await findSite({ companySlug })
    const result = await searchJobs(deps, site.company, search, start, JOBS_A_PAGE)
    return renderCompanyPage({ site, search, start, result })
  })
  /** Redirects to the first page of the search that an address asks for. */
  const redirectToSearch = async (req: Request<{ companySlug: string }>, res: Response) => {
    const { company } = await findSite(req.params)
    res.redirect(301, `${companyPath(locale, company)}${searchQuery(readSearch(readQuery(req)).search)}`)
  }
  /** Answers for a job that is not published: browsers get a page that leads to the company's other jobs. */
  const sendWithdrawn = async ({ site, job }: { site: CompanySite; job: StoredJob }, req: Request, res: Response) => {
    if (req.accepts(['html', 'json']) === 'json') requirePublished(job)
    const { status } = new AppError('job_unpublished')
    const others = await deps.jobs.search(site.company.id, everyJob, { jobsMax: OTHER_JOBS_MAX })
    res.status(status).type('html').send(renderWithdrawnPage({ site, others }))
  }

  router
    .route(`/${locale}/companies/:companySlug`)
    .get(async (req, res) => {
      const query = readQuery(req)
      // An earlier version numbered the pages. It is not known which jobs such a page had.
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
      const shown = await findJob(req.params)
      if (shown.job.status !== 'PUBLISHED') return sendWithdrawn(shown, req, res)
      if (shown.job.slug !== req.params.jobSlug)
        return res.redirect(301, `${jobPath(locale, shown.site.company, shown.job)}${req.url.replace(/^[^?]*/, '')}`)
      res.type('html').send(renderJob(shown.site, shown.job, readApplied(req)))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/apply`)
    .get(async (req, res) => {
      const { site, job } = await findJob(req.params)
      res.redirect(303, jobPath(locale, site.company, job))
    })
    .post(async (req, res) => {
      const shown = await findJob(req.params)
      if (shown.job.status !== 'PUBLISHED') {
        beginFormNote(deps, shown.job, req).refused(new AppError('job_unpublished'))
        return sendWithdrawn(shown, req, res)
      }
      requireForm(req)
      await receiveApplication(deps, limit, shown, req, res)
    })
    .all(allowOnly('GET, HEAD, POST'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/applied`)
    .get(async (req, res) => {
      const shown = await findJob(req.params)
      const applied = readApplied(req)
      if (applied === undefined && shown.job.status !== 'PUBLISHED') return sendWithdrawn(shown, req, res)
      const { sendsMail } = deps.settings
      res.type('html').send(renderConfirmationPage({ ...shown, applied, sendsMail }))
    })
    .all(allowOnly('GET, HEAD'))
}
