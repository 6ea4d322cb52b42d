import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Request {
  /** Sent as JSON, unless it is text or bytes. */
  body?: unknown
  /** A header that is null is not sent. */
  headers?: Record<string, string | null>
}

/** Sends a request exactly as given: the path is not normalised, and no header is added but those of HTTP itself. */
export function send(method: string, url: string, { body, headers = {} }: Request = {}): Promise<Answer> {
  const { protocol, hostname, port, origin } = new URL(url)
  const bytes = body === undefined ? undefined : toBytes(body)
  const sent = Object.entries({ ...headers, ...(bytes && { 'content-length': String(bytes.length) }) })
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(
      {
        method,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: url.slice(origin.length),
        headers: Object.fromEntries(sent.filter((header): header is [string, string] => header[1] !== null)),
      },
      (res) => {
        const { statusCode: status = 0, headers } = res
        text(res).then((text) => resolve({ status, headers, text }), reject)
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })
}

const toBytes = (body: unknown): Uint8Array =>
  body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
