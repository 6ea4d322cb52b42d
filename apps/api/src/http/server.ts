import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * An HTTP server that says in a body what is wrong with a request that node's parser refuses. (Two refusals are node's
 * own and have none: HTTP/1.1 without a Host, and an Expect that it does not know.)
 */
export function createHttpServer(): Server {
  return createServer().on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, message] = wordsOf(error.code)
    const body = JSON.stringify({ error: { message } })
    const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

/** As every other answer has them (apps/api/src/http/security-headers.ts). */
const headers = [
  'content-type: application/json; charset=utf-8',
  'cache-control: no-store',
  "content-security-policy: default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy: same-origin',
  'referrer-policy: no-referrer',
  'x-content-type-options: nosniff',
]

function wordsOf(code: string | undefined): [status: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The address and headers are too large']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long to arrive']
  return ['400 Bad Request', 'This is not a valid HTTP/1.1 request']
}
