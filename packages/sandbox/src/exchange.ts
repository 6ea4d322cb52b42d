import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/* Carries one request into the board in memory, and makes it fail as a test asked. */

/** A request whose whole body has arrived. */
export interface HttpRequest {
  method: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * How a request ends instead of with the board's own answer:
 * - `{ status }`: an error of this status, with the members that the board would send
 * - `{ status, html }`: a page of HTML with this status, as from a proxy or a sign-in page in between
 * - `request lost`: the connection breaks, and the board never gets the request
 * - `answer lost`: the board carries out the request, and the connection breaks before the answer
 * - `truncated`: the board carries out the request, and the second half of the answer's body is missing
 * - `no answer`: no answer ever comes, so the client reaches its time limit
 */
export type Failure =
  | { status: number; message?: string; code?: string; headers?: Record<string, string> }
  | { status: number; html: string; headers?: Record<string, string> }
  | 'request lost'
  | 'answer lost'
  | 'truncated'
  | 'no answer'

/** The queue of failures that a test has asked for. */
export class FailureQueue {
  readonly #queue: { failure: Failure; times: number }[] = []

  add(failure: Failure, times: number): void {
    if (times > 0) this.#queue.push({ failure, times })
  }

  /** Takes the failure of the next request, or undefined if that request should succeed. */
  take(): Failure | undefined {
    const [next] = this.#queue
    if (next !== undefined && --next.times <= 0) this.#queue.shift()
    return next?.failure
  }
}

type Outcome = Answer | 'connection lost' | 'no answer'

/** Answers a request, or makes it fail as the test asked. No answer comes after `signal` is aborted, which says that the client gave up. */
export async function exchange(
  handler: Handler,
  request: HttpRequest,
  failure: Failure | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  if (failure === 'no answer') return failure
  if (failure === 'request lost') return 'connection lost'
  if (typeof failure === 'object') return answerFailure(handler, request, failure)
  const answer = await ask(handler, request, signal)
  if (failure === 'answer lost') return 'connection lost'
  return failure === 'truncated' ? withBody(answer, answer.body.subarray(0, answer.body.length / 2)) : answer
}

async function answerFailure(
  handler: Handler,
  { method, headers: { 'x-api-key': _, ...headers }, ...request }: HttpRequest,
  failure: Exclude<Failure, string>,
): Promise<Answer> {
  const { status } = failure
  if ('html' in failure) {
    const page = { status, headers: { 'content-type': 'text/html; charset=utf-8', ...failure.headers } }
    return withBody(page, Buffer.from(failure.html))
  }
  // The board refuses a request without a key, and changes nothing. Its error has the members of this address.
  const refusal = await ask(handler, { ...request, method: method === 'HEAD' ? 'GET' : method, headers })
  const { message = `Failed with ${status}, as the test asked`, code } = failure
  const { error, ...others } = JSON.parse(refusal.body.toString())
  const body = JSON.stringify({ ...others, error: { message, code, requestId: error.requestId } })
  return withBody({ status, headers: { ...refusal.headers, ...failure.headers } }, Buffer.from(body))
}

const withBody = ({ status, headers }: Omit<Answer, 'body'>, body: Buffer): Answer => ({
  status,
  headers: { ...headers, 'content-length': String(body.length) },
  body,
})

/**
 * Hands a request to a handler of node:http without a connection. No timer is involved, so a test may use fake timers
 * (docs/adr/0009-sandbox.md).
 */
async function ask(
  handler: Handler,
  { method, path, headers, body }: HttpRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  const members = { method, url: path, headers, httpVersionMajor: 1, httpVersionMinor: 1, complete: true }
  // These are all the members that a handler reads of a real request.
  const req = Object.assign(Readable.from(body.length === 0 ? [] : [body]), members) as unknown as IncomingMessage
  const res = new ServerResponse(req)
  // Without this, node:http would send a body of unknown length in chunks.
  res.useChunkedEncodingByDefault = false
  const chunks: Buffer[] = []
  const socket = new Writable({
    // Only a server of node:http tells a response that its socket takes more, so this one always does.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  // This holds because a response only writes to its socket.
  res.assignSocket(socket as Socket)
  const finished = once(res, 'finish')
  // A request that waits for candidates ends with its connection.
  signal?.addEventListener('abort', () => socket.destroy())
  handler(req, res)
  await finished
  return readAnswer(Buffer.concat(chunks))
}

/** Parses the bytes that node:http sends. */
function readAnswer(bytes: Buffer): Answer {
  const headEnd = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(headEnd + 4),
  }
}

type AnswerRequest = (request: HttpRequest, signal: AbortSignal) => Promise<Outcome>

/** Answers requests over HTTP. */
export class HttpServer {
  readonly #server: Server

  constructor(answer: AnswerRequest) {
    this.#server = createServer((req, res) => {
      respond(req, res, answer).catch(() => res.destroy())
    })
  }

  /** Starts the server. Returns the origin of its addresses, such as `http://127.0.0.1:4010`. */
  async listen(port: number, host: string): Promise<string> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const address = this.#server.address()
    // The address of a server that listens on a port is never null or a string.
    if (address === null || typeof address === 'string') throw new Error('the sandbox does not listen on a port')
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

async function respond(req: IncomingMessage, res: ServerResponse, answer: AnswerRequest): Promise<void> {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const outcome = await answer(await readRequest(req), gone.signal)
  if (outcome === 'connection lost') res.destroy()
  else if (outcome !== 'no answer') res.writeHead(outcome.status, outcome.headers).end(outcome.body)
}

async function readRequest(req: IncomingMessage): Promise<HttpRequest> {
  const { method = '', url: path = '' } = req
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)])
  return { method, path, headers: Object.fromEntries(headers), body: await buffer(req) }
}
