import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/allow-only.ts'
import type { SessionOf } from '../../http/session.ts'
import { administratorOf } from '../../trpc/back-office.ts'
import { sendCv } from './routes.ts'
import { openCv } from './service/link.ts'

// No sandbox here: under one Safari shows nothing. The type of the answer is fixed, so nothing but a PDF is made of it.
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The CVs of a company's applications, for its administrators: shown by the browser, or saved with `?download`. */
export function cvBackOfficeRoutes(deps: Deps, sessionOf: SessionOf): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/backoffice/cv/:applicationId')
    .get(async (req, res) => {
      const { companyId } = await administratorOf(deps, await sessionOf(req, res))
      const cv = await openCv(deps, companyId, req.params.applicationId)
      await sendCv(req, res, cv, req.query.download === undefined ? 'inline' : 'attachment', policy)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}
