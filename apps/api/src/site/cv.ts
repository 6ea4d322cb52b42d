import { Router } from 'express'
import { requireAdministrator } from '../feature/administrator/signed-in.ts'
import { openCv, openCvLink } from '../feature/application/service/cv.ts'
import { allowOnly } from '../http/allow-only.ts'
import { sendCv } from '../http/send-cv.ts'
import type { ReadSession } from '../http/session.ts'
import type { Needs } from '../needs.ts'

/** What an applicant made must not run as a page of this site, nor be shown as one. */
const DOWNLOAD_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** Without `sandbox`, under which Safari shows nothing. The type of the answer is fixed, so a browser reads it as a PDF. */
const VIEW_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The CVs behind signed links. A valid link needs no key. */
export function cvLinkPages(deps: Needs<typeof openCvLink>): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: readText(expires), signature: readText(signature) }
      await sendCv(req, res, await openCvLink(deps, link), 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}

/** A parameter that is given twice is a list, and no signature is valid for it. */
const readText = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/** The CVs of a company's applications, for its administrators. The browser shows them, or with `?download` saves them. */
export function cvBackOfficePages(
  deps: Needs<typeof openCv> & Needs<typeof requireAdministrator>,
  readSession: ReadSession,
): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/cv/:applicationId')
    .get(async (req, res) => {
      const { companyId } = await requireAdministrator(deps, await readSession(req, res))
      const cv = await openCv(deps, companyId, req.params.applicationId)
      await sendCv(req, res, cv, req.query.download === undefined ? 'inline' : 'attachment', VIEW_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
