import type { ServerResponse } from 'node:http'
import express, { type RequestHandler, Router } from 'express'

/**
 * Serves the scripts and stylesheets of a built folder, compressed if the client reads it. tools/compress-assets/main.mjs made
 * the compressed copies. The names change with the content, so browsers may keep a file for ever.
 */
export function createAssetRoutes(folder: string): Router {
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
