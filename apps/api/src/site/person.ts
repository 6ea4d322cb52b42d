import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { exportApplicant } from '../feature/application/export.ts'
import { requireUser } from '../feature/user/session.ts'
import { allowOnly } from '../http/allow-only.ts'
import { DOWNLOAD_POLICY, sendFile } from '../http/send-file.ts'
import type { ReadSession } from '../http/session.ts'

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
