import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { AppError } from '@boardwalk/core/error'
import { type BoardIdentity, PRODUCT_NAME } from '@boardwalk/core/process/settings'
import { escapeHtml } from '@boardwalk/core/text/html'
import { Locale } from '@boardwalk/schema/company'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import document from '../../openapi.json' with { type: 'json' }
import { toMarkPath } from './board-mark.ts'
import { compress } from './compress.ts'

/* Serves what was built before the server started: the back office (apps/web), and the reference of the API and its guides (apps/reference). */

/** What both pages may do. With this policy the browser itself refuses to fetch anything from another server. */
const COMMON_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The components of the back office add style elements that have the nonce of the page. */
const createWebAppPolicy = (nonce: string) => [
  ...COMMON_POLICY,
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data: blob:",
  "font-src 'self'",
  // The page frames a CV in the browser's viewer.
  "frame-src 'self'",
  "manifest-src 'self'",
]

/** The reference has style attributes too, which cannot have a nonce, and affect one element each. */
const createReferencePolicy = (nonce: string) => [
  ...COMMON_POLICY,
  "img-src 'self' data:",
  `style-src 'self' 'nonce-${nonce}'`,
  "style-src-attr 'unsafe-inline'",
]

const GUIDE_POLICY = [...COMMON_POLICY, "img-src 'self' data:", "style-src 'self'"]

/** Serves the built web app of a folder: its assets, and at every other address its one page, in the reader's language. */
export function createWebApp(folder: string, board: BoardIdentity): Router {
  return Router()
    .use('/assets', createAssetRoutes(join(folder, 'assets')))
    .use('/assets', () => {
      throw new AppError('page_not_found')
    })
    .get('/{*page}', compress, async (req, res) => {
      const page = await readPage(join(folder, `index.${findLocale(req, 'en')}.html`))
      if (page !== undefined) return sendFilled(res, page, board, createWebAppPolicy)
      const { status, message } = new AppError('back_office_missing')
      res.status(status).type('text').send(message)
    })
}

/** Serves the OpenAPI document, the page of its reference, and the guides. */
export function createDocsRoutes(folder: string, board: BoardIdentity): Router {
  return Router()
    .get(['/api/openapi.json', '/api/docs', '/api/docs/guides/:name'], compress)
    .get('/api/openapi.json', (_req, res) => {
      res.json(document)
    })
    .get('/api/docs', async (_req, res) => {
      const page = await readPage(join(folder, 'index.html'))
      if (page === undefined) throw new AppError('reference_missing')
      sendFilled(res, page, board, createReferencePolicy)
    })
    .get('/api/docs/guides/:name', async (req, res, next) => {
      // The name is a part of a path, so only the names that guides have get through.
      const page = /^[a-z-]+$/.test(req.params.name)
        ? await readPage(join(folder, 'guides', `${req.params.name}.html`))
        : undefined
      if (page === undefined) return next()
      sendFilled(res, page, board, () => GUIDE_POLICY)
    })
    .use('/api/docs/assets', createAssetRoutes(join(folder, 'assets')))
}

/** Reads a built page; undefined if it does not exist. */
async function readPage(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The places in a built page (apps/web/vite.config.ts and apps/reference) that each answer fills. */
const PLACES = /\b(?:CSP_NONCE|BOARD_NAME|BOARD_COLOR|BOARD_MARK)\b/g

/** Sends a built page with the board's name, colour and mark, and with a nonce of its own. */
function sendFilled(
  res: Response,
  page: string,
  board: BoardIdentity,
  createPolicy: (nonce: string) => string[],
): void {
  const nonce = randomBytes(16).toString('base64')
  const values: Partial<Record<string, string>> = {
    CSP_NONCE: nonce,
    BOARD_NAME: escapeHtml(board.name ?? PRODUCT_NAME),
    BOARD_COLOR: board.color,
    BOARD_MARK: toMarkPath(board),
  }
  res.set('content-security-policy', createPolicy(nonce).join('; ')).type('html')
  res.send(page.replaceAll(PLACES, (place) => values[place] ?? place))
}

/**
 * Serves the scripts and stylesheets of a built folder, compressed if the client reads it. tools/compress-assets/main.mjs made
 * the compressed copies. The names change with the content, so browsers may keep a file for ever.
 */
function createAssetRoutes(folder: string): Router {
  return Router().use(
    preferCompressed,
    // A redirect to a folder would repeat the host that the request names.
    express.static(folder, { index: false, redirect: false, setHeaders: describeAsset }),
  )
}

/** The endings of the compressed copies. Browsers read Brotli only over https. */
const endings = { br: '.br', gzip: '.gz' } as const

const preferCompressed: RequestHandler = (req, res, next) => {
  if (!/^\/[\w-]+\.(?:js|css)$/.test(req.url)) return next('router')
  res.vary('accept-encoding')
  const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip')
  if (encoding === 'br' || encoding === 'gzip') req.url += endings[encoding]
  next()
}

function describeAsset(res: ServerResponse, path: string): void {
  res.setHeader('content-type', `text/${/\.js\b/.test(path) ? 'javascript' : 'css'}; charset=utf-8`)
  for (const [encoding, ending] of Object.entries(endings))
    if (path.endsWith(ending)) res.setHeader('content-encoding', encoding)
  res.setHeader('cache-control', 'public, max-age=31536000, immutable')
}

/**
 * Finds the language that was chosen in the back office (apps/web/src/language.tsx), or else the one that the browser prefers.
 * If the browser names none of ours, it is `otherwise`.
 */
export function findLocale(req: Request, otherwise: Locale): Locale {
  const [, chosen] = /(?:^|; )(?:__Host-)?boardwalk-locale=(\w+)/.exec(req.headers.cookie ?? '') ?? []
  const offered = [otherwise, ...Locale.options.filter((locale) => locale !== otherwise)]
  return Locale.safeParse(chosen).data ?? Locale.safeParse(req.acceptsLanguages(offered)).data ?? otherwise
}
