import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import { AppError } from '../error.ts'
import { findAdministrator } from '../feature/administrator/signed-in.ts'
import { jobById } from '../feature/job/service/read.ts'
import { allowOnly } from '../http/allow-only.ts'
import type { ReadSession } from '../http/session.ts'
import type { Needs } from '../needs.ts'
import { findOwnSite } from './company-site.ts'
import { asPages } from './page-headers.ts'
import { previewPage } from './preview-page.tsx'

type PreviewDeps = Needs<typeof findAdministrator> & Needs<typeof jobById> & Needs<typeof findOwnSite>

/** A page that shows a stored job, drafts too, to the administrators of its company. */
export function previewPages(deps: PreviewDeps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/preview/:jobId')
    .get(asPages, async (req, res, next) => {
      const actor = await findAdministrator(deps, await readSession(req, res))
      // The web app has a page at this address too: it asks the visitor to sign in and then loads the address again.
      if (actor === undefined) return next('route')
      if (!/^\d{1,15}$/.test(req.params.jobId)) throw new AppError('page_not_found')
      const job = await jobById(deps, actor.companyId, Number(req.params.jobId))
      const site = await findOwnSite(deps, actor, Locale.safeParse(req.query.locale).data)
      res.type('html').send(previewPage({ site, job }))
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
