import { Client, type Dispatcher } from 'undici'
import type { Request } from './request-supply.ts'

/** An answer. The status is 0 if none came. */
export interface Answer {
  status: number
  body: Buffer
}

/** One kept-alive connection, which sends one request at a time. */
export interface Connection {
  /** Calls `answered` once the whole answer has come, or none will come. */
  send(request: Request, answered: (answer: Answer) => void): void
  close(): Promise<void>
}

/** Long, because a database may be slow at some operations. */
const ANSWER_MS_MAX = 300_000

export function openConnection(url: string): Connection {
  const client = new Client(url, {
    pipelining: 1,
    connectTimeout: 10_000,
    headersTimeout: ANSWER_MS_MAX,
    bodyTimeout: ANSWER_MS_MAX,
  })
  let status = 0
  let parts: Buffer[] = []
  let done: (answer: Answer) => void = () => {}
  // undici calls this kind of handler deprecated. It is the one that does not parse headers, which nobody reads here.
  const handler: Dispatcher.DispatchHandler = {
    onConnect() {
      status = 0
      parts = []
    },
    onHeaders(statusCode) {
      status = statusCode
      return true
    },
    onData(part) {
      parts.push(part)
      return true
    },
    onComplete: () =>
      done({ status, body: parts[0] !== undefined && parts.length === 1 ? parts[0] : Buffer.concat(parts) }),
    onError: () => done({ status: 0, body: Buffer.alloc(0) }),
  }
  return {
    send({ method, path, body, headers, key = '' }, answered) {
      done = answered
      const own = body === null ? ['x-api-key', key] : ['x-api-key', key, 'content-type', 'application/json']
      client.dispatch({ method, path, body, headers: headers ?? own }, handler)
    },
    close: () => client.destroy(),
  }
}
