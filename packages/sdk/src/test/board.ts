import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from '../client.ts'
import { testClock } from '../testing/clock.ts'

/** A request as it arrived. */
interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what was sent, and states what it must be.
  body: any
}

/** What the board does with a request. */
export type Act = (res: ServerResponse, request: Seen) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (res) =>
    res
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
      .end(JSON.stringify(body))

export const html =
  (status: number, text: string): Act =>
  (res) =>
    res.writeHead(status, { 'content-type': 'text/html' }).end(text)

export const failure = (status: number, headers: Record<string, string> = {}) =>
  json(status, { jobId: null, error: { message: `Refused ${status}`, code: `code_${status}` } }, headers)

/** The connection is gone before a byte of the answer. */
export const cut: Act = (res) => res.socket?.destroy()

/** The connection is gone in the middle of the body. */
export const cutInBody: Act = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  res.write('{"jobId"', () => res.socket?.destroy())
}

/** No answer, ever. */
export const stall: Act = () => undefined

/**
 * No answer until the client's time limit is over, which it is when the request has come: no other request meets the
 * limit on a slow machine.
 */
export function stallUntilTimeout(timeoutMs: number): Act {
  const { setTimeout } = globalThis
  let endTime = () => {}
  vi.stubGlobal('setTimeout', (callback: () => void, ms: number) => {
    if (ms !== timeoutMs) return setTimeout(callback, ms)
    endTime = callback
  })
  return () => endTime()
}

export const apiKey = 'bwk_0123456789abcdef0123456789abcdef'

/** A server that plays one act per request, in order; without any left, `otherwise`. */
export function useBoard() {
  const board = {
    url: '',
    acts: [] as Act[],
    otherwise: failure(500),
    seen: [] as Seen[],
    client: (options: BoardwalkOptions = {}) =>
      new Boardwalk({ apiKey, baseUrl: board.url, clock: testClock(), ...options }),
  }
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const { method = '', url = '', headers } = req
    const request = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) }
    board.seen.push(request)
    const act = board.acts.shift() ?? board.otherwise
    act(res, request)
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has an address of this kind.
    board.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  })
  beforeEach(() => {
    board.acts = []
    board.otherwise = failure(500)
    board.seen = []
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return board
}

/** All that an iteration gives, in its order. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
