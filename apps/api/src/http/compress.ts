import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import type { Request, Response } from 'express'

/** A shorter answer arrives in one packet anyway, so compression would save no time. */
const BYTES_MIN = 1400

/**
 * The longest answer that may be sent in Brotli. Brotli keeps megabytes for an answer until its reader has taken nearly all of it. A
 * compressed answer of this length fits into the buffers of the connection, so it does not wait for its reader.
 */
const BROTLI_BYTES_MAX = 64 * 1024

const middleware = compression({
  threshold: BYTES_MIN,
  // Level 4 of gzip makes 2 % more of a page than level 6, in two thirds of the time.
  level: 4,
  // A long answer keeps 96 kB of memory until it is read, and not 256.
  windowBits: 14,
  memLevel: 6,
  brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: Math.log2(BROTLI_BYTES_MAX) } },
  // Called when the headers are sent, so the length is known. An answer that is streamed has none.
  filter(req, res) {
    const { headers } = req
    if (!(Number(res.getHeader('content-length')) <= BROTLI_BYTES_MAX))
      headers['accept-encoding'] = headers['accept-encoding']?.toString().replaceAll(/\bbr\b/gi, '')
    return compression.filter(req, res)
  },
})

/**
 * Compresses the answer to a request if its client reads that, and lets proxies compress it. Every other answer says
 * `no-transform`. Call this before the headers are sent, and only for an answer that cannot give a secret away by its
 * length: the section "Compression" of docs/security.md lists them.
 */
export function compress(req: IncomingMessage, res: ServerResponse, next: () => void = () => {}): void {
  if (req.boardwalk.isCompressed) return void next()
  req.boardwalk.isCompressed = true
  res.setHeader('cache-control', 'no-store')
  // One listener for `close` more than an answer has that is streamed: Node would warn of ten.
  res.setMaxListeners(20)
  // The middleware uses nothing that Express adds.
  middleware(req as Request, res as Response, next)
}
