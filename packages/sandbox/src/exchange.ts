import { once } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { readDocument } from './api-document.ts'
import type { Failure } from './failure.ts'
import { readJson, type SeenOperation } from './seen-request.ts'
import { addUnknownValues } from './unknown-values.ts'

/* Carries one request into the board in memory, and makes it fail as a test asked. */

/** A request whose whole body has arrived. */
export interface HttpRequest {
  method: string
  /** The path with its query. */
  path: string
  /** The headers by lower-case name. Those of one name are joined. */
  headers: Record<string, string>
  /** Names and values by turns, as they were sent. */
  rawHeaders: string[]
  body: Buffer
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** `isCut`: the connection breaks after this body, which is shorter than the headers say. */
export type Outcome = (Answer & { isCut?: boolean }) | 'connection lost' | 'no answer'

interface Exchange {
  handler: Handler
  request: HttpRequest
  operation: SeenOperation | undefined
  /** Undefined: the board answers. */
  failure: Failure | undefined
  /** Aborted when the client gives up. No answer comes after that. */
  signal: AbortSignal
}

/** Answers a request, or makes it fail as the test asked. */
export async function exchange({ failure, ...asked }: Exchange): Promise<Outcome> {
  if (failure === 'no answer') return failure
  if (failure === 'request lost') return 'connection lost'
  if (typeof failure === 'object' && 'status' in failure) return answerFailure(asked, failure)
  const answer = await ask(asked.handler, asked.request, asked.signal)
  if (failure === 'answer lost') return 'connection lost'
  if (failure === 'truncated') return cut(answer)
  if (failure === 'unknown values') return answerTomorrow(asked, answer)
  if (failure !== undefined) await pause(failure.delayMs, asked.signal)
  return answer
}

/** Keeps the first half of an answer's body. As in a real cut, its headers promise the whole. */
function cut(answer: Answer): Outcome {
  const { body } = answer
  return { ...withBody(answer, body), body: body.subarray(0, body.length / 2), isCut: true }
}

/** Waits, unless the client gives up. A test may fake this timer. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

async function answerFailure(
  { handler, request, operation }: Pick<Exchange, 'handler' | 'request' | 'operation'>,
  failure: Extract<Failure, { status: number }>,
): Promise<Answer> {
  const { status } = failure
  if ('html' in failure) {
    const page = { status, headers: { 'content-type': 'text/html; charset=utf-8', ...failure.headers } }
    return withBody(page, Buffer.from(failure.html))
  }
  const refusal = await ask(handler, toRefused(request, operation))
  const { message = `Failed with ${status}, as the test asked`, code } = failure
  const { error, ...others } = JSON.parse(refusal.body.toString())
  const body = JSON.stringify({ ...others, error: { message, code, requestId: error.requestId } })
  return withBody({ status, headers: { ...refusal.headers, ...failure.headers } }, Buffer.from(body))
}

/** Adds to an answer a header, members and values that a newer board may send. */
async function answerTomorrow(
  { operation }: Pick<Exchange, 'operation'>,
  { status, headers, body }: Answer,
): Promise<Answer> {
  const answer = { status, headers: { ...headers, 'x-tomorrow': 'yes' } }
  const read = readJson(body)
  if (operation === undefined || read === undefined) return { ...answer, body }
  const changed = addUnknownValues(await readDocument(), { operation, status }, read)
  return withBody(answer, Buffer.from(JSON.stringify(changed)))
}

/** Makes a request that the board refuses without a change. The error has the members and headers of this address. */
function toRefused(
  { method, headers: { 'x-api-key': _, ...headers }, ...request }: HttpRequest,
  operation: SeenOperation | undefined,
): HttpRequest {
  const isOfApi = operation !== undefined && operation !== 'apply' && operation !== 'cvLink'
  // An operation refuses a request without a key. Everything else is open to all, so this asks for a page that does not exist.
  if (!isOfApi) return { ...request, method: 'GET', path: '/', headers }
  return { ...request, method: method === 'HEAD' ? 'GET' : method, headers }
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
  { method, path, headers, rawHeaders, body }: HttpRequest,
  signal?: AbortSignal,
): Promise<Answer> {
  const members = { method, url: path, headers, rawHeaders, httpVersionMajor: 1, httpVersionMinor: 1, complete: true }
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
  const bytes = Buffer.concat(chunks)
  return { status: res.statusCode, headers: readHeaders(res), body: bytes.subarray(bytes.indexOf('\r\n\r\n') + 4) }
}

/** Reads the headers that the board set. Those that Node adds for a connection are not among them: the caller has another one. */
const readHeaders = (res: ServerResponse): Record<string, string> => ({
  date: new Date().toUTCString(),
  ...Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])),
})
