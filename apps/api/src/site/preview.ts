import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { companyProfile } from '../feature/company/service.ts'
import { jobById } from '../feature/job/service/look-up.ts'
import { allowOnly } from '../http/allow-only.ts'
import type { SessionOf } from '../http/session.ts'
import { findAdministrator } from '../trpc/back-office.ts'
import { jobPage } from './job-page.tsx'
import { asPages } from './page-headers.ts'

/** The page of a job as it is stored, a draft's too, for the administrators of its company; nobody can apply on it. */
export function previewRoutes(deps: Deps, sessionOf: SessionOf): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/preview/:jobId')
    .get(asPages, async (req, res, next) => {
      const actor = await findAdministrator(deps, await sessionOf(req, res))
      // The web app stands here too: it asks to sign in, and then loads the address again.
      if (actor === undefined) return next('route')
      if (!/^\d{1,15}$/.test(req.params.jobId)) throw new AppError('page_not_found')
      const job = await jobById(deps, actor.companyId, Number(req.params.jobId))
      const { logo, ...company } = await companyProfile(deps, actor)
      const locale = Locale.safeParse(req.query.locale).data ?? company.locale
      res.type('html').send(jobPage({ site: { locale, company, logo, publicUrl: deps.settings.publicUrl }, job }))
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
