import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { getJobById } from '../feature/job/read.ts'
import { findUser } from '../feature/user/session.ts'
import { allowOnly } from '../http/allow-only.ts'
import type { ReadSession } from '../http/session.ts'
import { findOwnSite } from './company-site.ts'
import { setPageHeaders } from './page-headers.ts'
import { renderPreviewPage } from './preview-page.tsx'

/** Serves a page that shows a stored job, drafts too, to the users of its company. */
export function createPreviewPages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/preview/:jobId')
    .get(setPageHeaders, async (req, res, next) => {
      const actor = await findUser(deps, await readSession(req, res))
      // The web app has a page at this address too: it asks the visitor to sign in and then loads the address again.
      if (actor === undefined) return next('route')
      if (!/^\d{1,15}$/.test(req.params.jobId)) throw new AppError('page_not_found')
      const job = await getJobById(deps, actor.companyId, Number(req.params.jobId))
      const site = await findOwnSite(deps, actor, Locale.safeParse(req.query.locale).data)
      res.type('html').send(renderPreviewPage({ site, job }))
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
