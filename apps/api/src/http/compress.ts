import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import type { Request, Response } from 'express'

/** An answer of fewer bytes arrives in one packet, with or without compression. Compressing it would save no time. */
const BYTES_MIN = 1400

// Level 4 of gzip makes 2 % more of a page than level 6, in two thirds of the time.
const middleware = compression({ threshold: BYTES_MIN, level: 4 })

const compressed = new WeakSet<ServerResponse>()

/**
 * Compresses the answer to a request if its client reads that, and lets proxies compress it. Every other answer says
 * `no-transform`. Call this before the headers are sent, and only for an answer that cannot give a secret away by its
 * length: the section "Compression" of docs/security.md says which ones these are.
 */
export function compress(req: IncomingMessage, res: ServerResponse, next: () => void = () => {}): void {
  if (compressed.has(res)) return void next()
  compressed.add(res)
  res.setHeader('cache-control', 'no-store')
  // One listener for `close` more than an answer has that is streamed: Node would warn of ten.
  res.setMaxListeners(20)
  // The middleware uses nothing that Express adds.
  middleware(req as Request, res as Response, next)
}
