import { pipeline } from 'node:stream/promises'
import { create as contentDisposition } from 'content-disposition'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/allow-only.ts'
import { type OpenCv, openCvLink } from './service/link.ts'

const policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** The CVs behind signed links; whoever has a link that is valid needs no key. */
export function cvRoutes(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router
    .route('/cv/:companyId/:applicationId.pdf')
    .get(async (req, res) => {
      const { companyId, applicationId } = req.params
      const { expires, signature } = req.query
      const link = { companyId, applicationId, expires: textOf(expires), signature: textOf(signature) }
      const cv = await openCvLink(deps, link)
      // What an applicant made must not run, nor be shown, as a page of this site.
      await sendCv(req, res, cv, 'attachment', policy)
    })
    .all(allowOnly('GET, HEAD'))
  return router
}

/** A parameter given twice is a list, which no signature fits. */
const textOf = (parameter: unknown): string => (typeof parameter === 'string' ? parameter : '')

/** Sends a CV to be saved, or to be shown under a policy. */
export async function sendCv(
  req: Request,
  res: Response,
  { fileName, content }: OpenCv,
  disposition: 'attachment' | 'inline',
  policy: string,
): Promise<void> {
  res.type('application/pdf').set({
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(safeFileName(fileName), { type: disposition }),
    'content-security-policy': policy,
  })
  if (req.method === 'HEAD') {
    content.destroy()
    res.end()
  } else await pipeline(content, res).catch(ignoreClientGone)
}

/** Without separators, and without characters that nobody sees or that turn the rest around. */
const safeFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]|[\p{C}\p{Zl}\p{Zp}]/gu, '_')

function ignoreClientGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
