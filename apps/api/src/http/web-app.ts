import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { AppError } from '../error.ts'

/** Stands in the built page (apps/web/vite.config.ts) where the nonce of each answer belongs. */
const NONCE_PLACE = /\bCSP_NONCE\b/g

/** Nothing from elsewhere, and no script or style that this server did not send. */
const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The components write style elements of their own, with the page's nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // A CV in the browser's own viewer.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The built web app of a folder: its assets, and its one page under every other address. */
export function webApp(folder: string): Router {
  const showPage: RequestHandler = async (_req, res) => {
    res.set('cache-control', 'no-store')
    const page = await readPage(folder)
    if (page === undefined) {
      const { status, message } = new AppError('back_office_missing')
      return void res.status(status).type('text').send(message)
    }
    const nonce = randomBytes(16).toString('base64')
    res.set('content-security-policy', policyOf(nonce)).type('html').send(page.replaceAll(NONCE_PLACE, nonce))
  }
  return (
    Router()
      // Their names change with their content. No redirect to a folder: it would name whatever host the request names.
      .use(
        '/assets',
        express.static(join(folder, 'assets'), { index: false, redirect: false, setHeaders: keepForEver }),
      )
      .use('/assets', () => {
        throw new AppError('page_not_found')
      })
      .get('/{*page}', showPage)
  )
}

function keepForEver(res: ServerResponse): void {
  res.setHeader('cache-control', 'public, max-age=31536000, immutable')
}

/** The page as it was built; undefined where nobody has built it. */
async function readPage(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
