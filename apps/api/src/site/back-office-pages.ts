import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../error.ts'
import { exportApplicant } from '../feature/application/export.ts'
import { getJobById } from '../feature/job/read.ts'
import { findUser, requireUser } from '../feature/user/session.ts'
import { allowOnly } from '../http/error-handler.ts'
import { DOWNLOAD_POLICY, sendFile } from '../http/send.ts'
import type { ReadSession } from '../http/session.ts'
import { renderPreviewPage } from './job-page.tsx'
import { setPageHeaders } from './page-headers.ts'
import { findOwnSite } from './site.ts'

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

/** Serves an applicant's data to the users of the company: all applications with the e-mail address of one. */
export function createPersonPages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/person/:applicationId')
    .get(async (req, res) => {
      const actor = await requireUser(deps, await readSession(req, res))
      const exported = await exportApplicant(deps, actor, { id: req.params.applicationId })
      await sendFile(req, res, exported, 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
