import { getShownCompany } from '@boardwalk/core/company/suspension'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../deps.ts'
import { openCover, openLogo } from '../feature/picture/company-pictures.ts'
import { hasTag } from './jobs-json.ts'

/* Serves the pictures of companies. The operator may take them down, so no cache uses one for long without a question. */

/** A picture may be used for five minutes. After that, a cache asks whether it is still there. */
const CACHED_BRIEFLY = 'public, max-age=300, must-revalidate'

interface PictureFile {
  mime: string
  bytes: Buffer
}

/** Sends a picture under a tag that changes with it. A caller that has the picture already gets 304, and nothing is read or drawn. */
export async function sendPicture(
  req: Request,
  res: Response,
  version: string,
  read: () => PictureFile | Promise<PictureFile>,
): Promise<void> {
  const tag = `"${version}"`
  const file = hasTag(req, tag) ? undefined : await read()
  res.set('cache-control', CACHED_BRIEFLY).set('etag', tag)
  if (file === undefined) res.status(304).end()
  else res.type(file.mime).send(file.bytes)
}

/** Serves logos and covers at addresses that have their hashes. */
export function createPictureRoutes(deps: Deps): Router {
  const router = Router({ caseSensitive: true })
  router.get('/logos/:companySlug/:hash', async (req, res) => {
    const company = await getShownCompany(deps, req.params.companySlug)
    const logo = await openLogo(deps, company, req.params.hash)
    await sendPicture(req, res, req.params.hash, () => logo)
  })
  router.get('/covers/:companySlug/:hash', async (req, res) => {
    const company = await getShownCompany(deps, req.params.companySlug)
    const bytes = await openCover(deps, company, req.params.hash)
    await sendPicture(req, res, req.params.hash, () => ({ mime: 'webp', bytes }))
  })
  return router
}
