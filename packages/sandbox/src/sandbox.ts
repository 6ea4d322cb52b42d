import { createBoard } from '@boardwalk/core/memory/board'
import { readDocument } from './api-document.ts'
import type { SandboxCompany } from './company.ts'
import { exchange, type HttpRequest, type Outcome } from './exchange.ts'
import { type Failure, type FailureAim, FailureQueue } from './failure.ts'
import { refuseForeignNames } from './foreign-site.ts'
import { HttpServer } from './http-server.ts'
import { readBody, readJson, type SeenRequest } from './seen-request.ts'

export type { BoardJob, BoardQuestion, BoardTerms } from './board-job.ts'
export type { Answer, Candidate, CandidateStatus } from './candidate.ts'
export type { Application, SandboxCompany } from './company.ts'
export type { Failure, FailureAim } from './failure.ts'
export type { SeenOperation, SeenRequest } from './seen-request.ts'

/** What a key may do. */
type Scope = 'read' | 'write'

export interface SandboxOptions {
  /**
   * What the first company's key may do. Default: both.
   * @example scopes: ['read']
   */
  scopes?: Scope[] | undefined
  /**
   * Tells the time, in milliseconds since 1970. Default: the system's clock. With a clock of its own, the sandbox lets no request wait
   * for candidates, because it cannot know when that time will be over.
   * @example now: () => Date.UTC(2026, 2, 1)
   */
  now?: (() => number) | undefined
}

/** A Boardwalk in memory. It acts for its first company. */
export interface Sandbox extends SandboxCompany {
  /** The address of its API, for `baseUrl`. Before `listen`, only `fetch` can reach it. */
  readonly url: string
  /** Answers a request like a real board. Pass it to the SDK as `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** The last 10,000 requests, in the order of arrival. */
  readonly requests: readonly SeenRequest[]
  /**
   * Adds another company with a key of its own. The slug of the second one is `test-company-2`. Default of `scopes`: both.
   * @example
   * const other = sandbox.addCompany({ name: 'Atlas Talents' })
   */
  addCompany(options?: { name?: string | undefined; scopes?: Scope[] | undefined }): SandboxCompany
  /** The time on the board, in milliseconds since 1970. */
  now(): number
  /**
   * Moves the board's clock forward, or back if `ms` is negative: the dates that it writes, and the ends of keys and of links to CVs.
   * @example
   * sandbox.moveClock(60 * 60 * 1000) // an hour later
   */
  moveClock(ms: number): void
  /**
   * Makes requests fail: the next one, or those that `aim` describes. Each failure waits for its requests, and other requests pass. If
   * several failures are for a request, it gets the one that was asked for first.
   * @example
   * sandbox.failNext('answer lost')
   * await expect(boardwalk.jobs.create(job)).rejects.toThrow(ConnectionError)
   * await expect(boardwalk.jobs.create(job)).rejects.toThrow(ConflictError)
   * sandbox.failNext({ status: 429, headers: { 'retry-after': '2' } }, { times: 3, operation: 'upsertJobs' })
   */
  failNext(failure: Failure, aim?: FailureAim): void
  /**
   * Also answers over HTTP, until `close`. `url` and the addresses in answers are then those of the server. Port 0, the
   * default, chooses a free port.
   */
  listen(port?: number, host?: string): Promise<void>
  close(): Promise<void>
}

const REQUESTS_MAX = 10_000
const bothScopes: Scope[] = ['read', 'write']

/**
 * Makes a Boardwalk in memory, for tests without a server. It runs the server's own code over stores in memory, so it
 * answers every operation like a real board. The README lists the differences. Its data ends with the process.
 * @example
 * const sandbox = createSandbox()
 * const boardwalk = new Boardwalk({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, fetch: sandbox.fetch })
 * await boardwalk.jobs.create({ id: 'A-1', title: 'Comptable' })
 * await sandbox.apply('A-1', { firstName: 'Salma' })
 * const { candidates } = await boardwalk.candidates.list('A-1')
 */
export function createSandbox({ scopes = bothScopes, now: ownNow }: SandboxOptions = {}): Sandbox {
  let origin = 'https://boardwalk.test'
  let movedMs = 0
  const now = () => (ownNow ?? Date.now)() + movedMs
  const board = createBoard({ now, canWait: ownNow === undefined, getOrigin: () => origin, readDocument })
  const company = board.addCompany({ scopes })
  const failures = new FailureQueue()
  const requests: SeenRequest[] = []

  async function answer(request: HttpRequest, signal: AbortSignal) {
    const seen: SeenRequest = {
      at: now(),
      method: request.method,
      path: request.path,
      ...(await board.identify(request)),
      headers: request.headers,
      body: readBody(request.body),
      status: undefined,
      answer: undefined,
    }
    requests.push(seen)
    if (requests.length > REQUESTS_MAX) requests.shift()
    const { operation } = seen
    const failure = failures.take(seen)
    const outcome = await exchange({ handler: board.handle, request, operation, failure, signal })
    if (typeof outcome === 'object') Object.assign(seen, { status: outcome.status, answer: readJson(outcome.body) })
    return outcome
  }

  const server = new HttpServer(answer, refuseForeignNames)

  return {
    ...company,
    get apiKey() {
      return company.apiKey
    },
    get url() {
      return `${origin}/api`
    },
    requests,
    async fetch(input, init) {
      const request = new Request(input, init)
      const { signal } = request
      signal.throwIfAborted()
      const whole = await readRequest(request)
      signal.throwIfAborted()
      const aborted = waitForAbort(signal)
      const outcome = await Promise.race([answer(whole, signal), aborted])
      if (outcome === 'no answer') return aborted
      if (outcome === 'connection lost') throw new TypeError('fetch failed', { cause: cutByTest() })
      return toResponse(outcome)
    },
    addCompany: ({ name, scopes = bothScopes } = {}) => board.addCompany({ name, scopes }),
    now,
    moveClock(ms) {
      movedMs += ms
    },
    failNext: (failure, aim = {}) => failures.add(failure, aim),
    async listen(port = 0, host = '127.0.0.1') {
      origin = await server.listen(port, host)
    },
    close: () => server.close(),
  }
}

async function readRequest(request: Request): Promise<HttpRequest> {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    rawHeaders: [...request.headers].flat(),
    body: Buffer.from(await request.arrayBuffer()),
  }
}

/** Makes the response of `fetch`. Reading a body that was cut fails as it does with Node's own fetch. */
function toResponse({ status, headers, body, isCut }: Extract<Outcome, object>): Response {
  const whole = new Uint8Array(body)
  if (!isCut) return new Response(whole, { status, headers })
  const parts = [whole]
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift()
      if (part === undefined) controller.error(new TypeError('terminated', { cause: cutByTest() }))
      else controller.enqueue(part)
    },
  })
  return new Response(stream, { status, headers })
}

const cutByTest = () => new Error('the connection was lost, as the test asked')

function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
