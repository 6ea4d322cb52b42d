import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/allow-only.ts'
import { openCv } from './service.ts'

/** The CVs behind signed links; whoever has a link that is valid needs no key. */
export function cvRoutes(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: textOf(expires), signature: textOf(signature) }
      const { fileName, content } = await openCv(deps, link)
      // A CV that cannot be read fails here, while the answer can still say so.
      await once(content, 'readable')
      sendHeaders(res, fileName)
      if (req.method === 'HEAD') {
        content.destroy()
        res.end()
      } else await pipeline(content, res).catch(ignoreClientGone)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}

/** A parameter given twice is a list, which no signature fits. */
const textOf = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

function sendHeaders(res: Response, fileName: string): void {
  // What an applicant made must not run, nor be shown, as a page of this site.
  res.attachment(safeFileName(fileName)).type('application/pdf').set({
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  })
}

/** Without separators, and without characters that nobody sees or that turn the rest around. */
const safeFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]|\p{C}/gu, '_')

function ignoreClientGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
