import { AppError } from '@boardwalk/core/error'
import { DOWNLOAD_POLICY, sendFile } from '@boardwalk/core/http/send'
import { openCvForUser } from '@boardwalk/core/intake/cv'
import { getJobById } from '@boardwalk/core/job/read'
import { Locale } from '@boardwalk/schema/company'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { exportApplicant } from '../feature/desk/export.ts'
import { findUser, requireUser } from '../feature/user/session.ts'
import { allowOnly } from '../http/error-handler.ts'
import { type ReadSession, refuseOtherSites } from '../http/session.ts'
import { renderPreviewPage } from './job-page.tsx'
import { setPageHeaders } from './layout.tsx'
import { findOwnSite } from './site.ts'

/* The addresses of the back office that are not part of its web app: previews of jobs, CVs, and the data of an applicant. */

/**
 * The policy of a PDF that the browser shows. With `sandbox`, Safari would show nothing, and Chromium's viewer would still run the scripts of
 * the PDF. An iframe with the attribute `sandbox` stays empty in Chromium.
 */
const VIEW_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Serves the preview of a stored job, published or not, to the users of its company. */
export function createPreviewPages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/preview/:jobId')
    .get(setPageHeaders, async (req, res, next) => {
      const actor = await findUser(deps, await readSession(req, res))
      // The web app has a page at this address too. It asks the visitor to sign in, and then loads the address again.
      if (actor === undefined) return next('route')
      if (!/^\d{1,15}$/.test(req.params.jobId)) throw new AppError('page_not_found')
      const job = await getJobById(deps, actor.companyId, Number(req.params.jobId))
      const site = await findOwnSite(deps, actor, Locale.safeParse(req.query.locale).data)
      res.type('html').send(renderPreviewPage({ site, job, now: deps.now() }))
    })
    .all(allowOnly('GET, HEAD'))
  return router
}

/** Serves the CVs of a company to its users. With `?download`, the browser saves a PDF instead of showing it. It saves any other file. */
export function createCvBackOfficePages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  for (const [path, isHeldBack] of [
    ['/backoffice/cv/:applicationId', false],
    ['/backoffice/held-cv/:applicationId', true],
  ] as const)
    router
      .route(path)
      .get(refuseOtherSites, async (req, res) => {
        const actor = await requireUser(deps, await readSession(req, res))
        const isDownloadAsked = req.query.download !== undefined
        const { applicationId } = req.params
        const cv = await openCvForUser(deps, actor, { applicationId, isHeldBack, isDownloadAsked })
        if (cv.isDownload) await sendFile(req, res, cv, 'attachment', DOWNLOAD_POLICY)
        else await sendFile(req, res, cv, 'inline', VIEW_POLICY)
      })
      .all(allowOnly('GET, HEAD'))
  return router
}

/** Serves an applicant's data to the users of the company: all applications with the same e-mail address. */
export function createPersonPages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/person/:applicationId')
    .get(refuseOtherSites, async (req, res) => {
      const actor = await requireUser(deps, await readSession(req, res))
      const exported = await exportApplicant(deps, actor, { id: req.params.applicationId })
      await sendFile(req, res, exported, 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
