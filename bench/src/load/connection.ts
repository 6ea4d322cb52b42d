import { Client, type Dispatcher } from 'undici'
import type { Request } from './request-supply.ts'

/** One kept-alive connection, which sends one request at a time. */
export interface Connection {
  /** Calls `answered` with the status once the whole answer has come, or with 0 if none comes. */
  send(request: Request, answered: (status: number) => void): void
  close(): Promise<void>
}

/** Long, because a database may be slow at some operations. */
const ANSWER_MS_MAX = 300_000

export function openConnection(url: string, key: string): Connection {
  const client = new Client(url, {
    pipelining: 1,
    connectTimeout: 10_000,
    headersTimeout: ANSWER_MS_MAX,
    bodyTimeout: ANSWER_MS_MAX,
  })
  const bare = ['x-api-key', key]
  const withBody = [...bare, 'content-type', 'application/json']
  let status = 0
  let done: (status: number) => void = () => {}
  // undici calls this kind of handler deprecated. It is the one that does not parse headers, which nobody reads here.
  const handler: Dispatcher.DispatchHandler = {
    onConnect() {
      status = 0
    },
    onHeaders(statusCode) {
      status = statusCode
      return true
    },
    onData: () => true,
    onComplete: () => done(status),
    onError: () => done(0),
  }
  return {
    send({ method, path, body, headers }, answered) {
      done = answered
      client.dispatch({ method, path, body, headers: headers ?? (body === null ? bare : withBody) }, handler)
    },
    close: () => client.destroy(),
  }
}
