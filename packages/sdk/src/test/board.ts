import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testClock } from '@boardwalk/sandbox/clock'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from '../client.ts'

/** A request that the test's server received. */
interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of the body and check it themselves.
  body: any
}

/** Answers one request, or breaks its connection. */
export type Answer = (res: ServerResponse, request: ReceivedRequest) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (res) =>
    res
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
      .end(JSON.stringify(body))

/** A success that every operation takes for its own. */
export const done = json(200, {
  jobId: 42,
  jobUrl: 'http://b/42',
  results: [],
  jobs: [],
  candidates: [],
  total: 0,
  error: null,
})

export const html =
  (status: number, text: string): Answer =>
  (res) =>
    res.writeHead(status, { 'content-type': 'text/html' }).end(text)

export const failure = (status: number, headers: Record<string, string> = {}) =>
  json(status, { jobId: null, error: { message: `Refused ${status}`, code: `code_${status}` } }, headers)

/** Breaks the connection before the first byte of the answer. */
export const cut: Answer = (res) => res.socket?.destroy()

/** Breaks the connection in the middle of the body. */
export const cutInBody: Answer = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  res.write('{"jobId"', () => res.socket?.destroy())
}

/** Never answers. */
export const stall: Answer = () => undefined

/**
 * Never answers one request, and makes the client's time limit end when that request arrives. No real time passes, so no
 * other request can reach the limit on a slow machine.
 */
export function stallUntilTimeout(timeoutMs: number): Answer {
  const { setTimeout } = globalThis
  let endTime = () => {}
  vi.stubGlobal('setTimeout', (callback: () => void, ms: number) => {
    if (ms !== timeoutMs) return setTimeout(callback, ms)
    endTime = callback
  })
  return () => endTime()
}

export const apiKey = 'bwk_0123456789abcdef0123456789abcdef'

/** Starts a server that answers each request with the next of `nextAnswers`, and with `defaultAnswer` when none is left. */
export function useBoard() {
  const board = {
    url: '',
    nextAnswers: [] as Answer[],
    defaultAnswer: failure(500),
    requests: [] as ReceivedRequest[],
    /** The company of the key. `GET /me` is always answered with it, and is not among the requests. */
    companyId: 'cmp_1',
    client: (options: BoardwalkOptions = {}) =>
      new Boardwalk({ apiKey, baseUrl: board.url, clock: testClock(), ...options }),
  }
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const text = Buffer.concat(parts).toString()
    const { method = '', url = '', headers } = req
    const request = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) }
    const me = json(200, { key: { company: { id: board.companyId } }, error: null })
    if (url === '/api/me') return me(res, request)
    board.requests.push(request)
    const answer = board.nextAnswers.shift() ?? board.defaultAnswer
    answer(res, request)
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // The address has this type because the server listens on a port.
    board.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  })
  beforeEach(() => {
    board.nextAnswers = []
    board.defaultAnswer = failure(500)
    board.requests = []
    board.companyId = 'cmp_1'
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

/** Collects all items of an iteration, in order. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Waits for the error that a call throws, and fails if it throws none. */
export const catchError = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.fail('it did not throw'),
    (error) => error,
  )
