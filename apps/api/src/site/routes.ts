import { randomUUID } from 'node:crypto'
import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { requirePublished } from '../feature/application/service.ts'
import { companyBySlug } from '../feature/company/service.ts'
import { cvRoutes } from '../feature/cv/routes.ts'
import { jobBySlug, publishedJobs } from '../feature/job/service/read.ts'
import { allowOnly } from '../http/allow-only.ts'
import { receiveApplication } from './apply.ts'
import { companyPage } from './company-page.tsx'
import { requireForm } from './form-body.ts'
import { homePage } from './home-page.tsx'
import { jobPage } from './job-page.tsx'
import { jobPath } from './paths.ts'
import { STYLESHEET_PATH, stylesheet } from './stylesheet.ts'

/** The pages that job seekers see, in each language, and the CVs behind signed links. */
export function siteRoutes(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.get(STYLESHEET_PATH, (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').type('css').send(stylesheet)
  })
  router.get('/', (_req, res) => {
    res.type('html').send(homePage())
  })
  router.use((_req, res, next) => {
    // A stored page would hand one form's id to two visitors, or hide that a job is published again.
    res.set('cache-control', 'no-store')
    next()
  })
  router.use(cvRoutes(deps))
  for (const locale of Locale.options) addPages(router, deps, locale)
  return router
}

function addPages(router: Router, deps: Deps, locale: Locale): void {
  const findJob = async ({ companySlug, jobSlug }: { companySlug: string; jobSlug: string }) => {
    const company = await companyBySlug(deps, companySlug)
    return { locale, company, job: await jobBySlug(deps, company, jobSlug) }
  }

  router
    .route(`/${locale}/companies/:companySlug`)
    .get(async (req, res) => {
      const company = await companyBySlug(deps, req.params.companySlug)
      const jobs = await publishedJobs(deps, company)
      res.type('html').send(companyPage({ locale, company, jobs }))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug`)
    .get(async (req, res) => {
      const shown = await findJob(req.params)
      requirePublished(shown.job)
      res.type('html').send(jobPage({ ...shown, formId: randomUUID() }))
    })
    .all(allowOnly('GET, HEAD'))

  router
    .route(`/${locale}/companies/:companySlug/jobs/:jobSlug/apply`)
    .get(async (req, res) => {
      const { company, job } = await findJob(req.params)
      res.redirect(303, jobPath(locale, company, job))
    })
    .post(async (req, res) => {
      const shown = await findJob(req.params)
      requirePublished(shown.job)
      requireForm(req)
      await receiveApplication(deps, shown, req, res)
    })
    .all(allowOnly('GET, HEAD, POST'))
}
