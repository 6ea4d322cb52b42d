import { Client, type Dispatcher } from 'undici'
import type { Request } from './request-supply.ts'

/** One kept-alive connection, on which one request at a time is under way. */
export interface Connection {
  /** `answered` gets the status when the whole answer is there, or 0 where none came. */
  send(request: Request, answered: (status: number) => void): void
  close(): Promise<void>
}

/** A database that is slow at something answers all the same. */
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
  // The handler that undici calls deprecated is the one that gets headers as they came: nobody here reads any.
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
