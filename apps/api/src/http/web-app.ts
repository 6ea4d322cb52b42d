import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { AppError } from '../error.ts'
import { createAssetRoutes } from './assets.ts'
import { compress } from './compress.ts'
import { findLocale } from './find-locale.ts'

/** The placeholder that apps/web/vite.config.ts puts into the built page. Each answer replaces it by its own nonce. */
const NONCE_PLACE = /\bCSP_NONCE\b/g

/** Creates the content security policy of the page: nothing from other servers, and only scripts and styles of this server. */
const createPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The components add style elements that have the nonce of the page.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The page frames a CV in the browser's viewer.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the built web app of a folder: its assets, and at every other address its one page, in the reader's language. */
export function createWebApp(folder: string): Router {
  const showPage: RequestHandler = async (req, res) => {
    const page = await readPage(join(folder, `index.${findLocale(req, 'en')}.html`))
    if (page === undefined) {
      const { status, message } = new AppError('back_office_missing')
      return void res.status(status).type('text').send(message)
    }
    const nonce = randomBytes(16).toString('base64')
    res.set('content-security-policy', createPolicy(nonce)).type('html').send(page.replaceAll(NONCE_PLACE, nonce))
  }
  return Router()
    .use('/assets', createAssetRoutes(join(folder, 'assets')))
    .use('/assets', () => {
      throw new AppError('page_not_found')
    })
    .get('/{*page}', compress, showPage)
}

/** Reads the built page; undefined if the web app is not built. */
async function readPage(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
