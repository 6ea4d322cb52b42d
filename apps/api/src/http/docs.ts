import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import document from '../../openapi.json' with { type: 'json' }
import { AppError } from '../error.ts'
import { createAssetRoutes } from './assets.ts'
import { compress } from './compress.ts'

/** The placeholder in the page of the reference. Each answer replaces it by its own nonce. */
const NONCE_PLACE = /\bCSP_NONCE\b/g

// With this policy the browser itself refuses to fetch anything from another server.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/**
 * Creates the policy of the reference. Its style elements need the nonce of the page. Its style attributes cannot have
 * one, and they affect one element each.
 */
const createReferencePolicy = (nonce: string) =>
  [...policy, `style-src 'self' 'nonce-${nonce}'`, "style-src-attr 'unsafe-inline'"].join('; ')

const guidePolicy = [...policy, "style-src 'self'"].join('; ')

/** Serves the OpenAPI document, and what apps/reference built of it: a page to browse it, and the guides. */
export function createDocsRoutes(folder: string): Router {
  return Router()
    .get(['/api/openapi.json', '/api/docs', '/api/docs/guides/:name'], compress)
    .get('/api/openapi.json', (_req, res) => {
      res.json(document)
    })
    .get('/api/docs', async (_req, res) => {
      const page = await readBuilt(join(folder, 'index.html'))
      if (page === undefined) throw new AppError('reference_missing')
      const nonce = randomBytes(16).toString('base64')
      res.set('content-security-policy', createReferencePolicy(nonce)).type('html')
      res.send(page.replaceAll(NONCE_PLACE, nonce))
    })
    .get('/api/docs/guides/:name', async (req, res, next) => {
      // The name is a part of a path, so only the names that guides have get through.
      const page = /^[a-z-]+$/.test(req.params.name)
        ? await readBuilt(join(folder, 'guides', `${req.params.name}.html`))
        : undefined
      if (page === undefined) return next()
      res.set('content-security-policy', guidePolicy).type('html').send(page)
    })
    .use('/api/docs/assets', createAssetRoutes(join(folder, 'assets')))
}

/** Reads a built page; undefined if it does not exist. */
async function readBuilt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
