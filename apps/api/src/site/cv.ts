import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { openCvForUser, openCvLink } from '../feature/application/cv.ts'
import { requireUser } from '../feature/user/session.ts'
import { allowOnly } from '../http/error-handler.ts'
import { DOWNLOAD_POLICY, sendFile } from '../http/send.ts'
import type { ReadSession } from '../http/session.ts'

/** The policy of a CV that the browser shows. It has no `sandbox`, in which Safari shows nothing; the type is always PDF. */
const VIEW_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Serves the CVs behind signed links. A valid link needs no key. */
export function createCvLinkPages(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: readText(expires), signature: readText(signature) }
      await sendFile(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}

/** Reads a parameter of the query as text. One that is given twice is a list, and becomes empty, so no signature is valid. */
const readText = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/** Serves the CVs of a company to its users. The browser shows a CV, or with `?download` saves it. */
export function createCvBackOfficePages(deps: Deps, readSession: ReadSession): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/cv/:applicationId')
    .get(async (req, res) => {
      const actor = await requireUser(deps, await readSession(req, res))
      const isDownload = req.query.download !== undefined
      const action = isDownload ? 'cv_downloaded' : 'cv_viewed'
      const cv = await openCvForUser(deps, actor, req.params.applicationId, action)
      await sendFile(req, res, cv, isDownload ? 'attachment' : 'inline', VIEW_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
