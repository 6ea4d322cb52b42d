import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { invalidRequest } from '../error.ts'
import { toApiError } from '../trpc/error.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { sendJson } from './send.ts'

/** How long a client may take. A client that stalls or sends single bytes is disconnected; one on a slow line is not. */
export const TIME_LIMITS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 20_000,
  /** From the first byte of a request to the end of its body. This is enough for the largest CV at 150 kbit/s. */
  requestMs: 300_000,
  /** Between two requests of a connection. Proxies keep one for 60 s, so no proxy sends a request into a closed one. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction, for example while the client does not read its answer. */
  silenceMs: 120_000,
  /** How often the first two limits are checked. A client may exceed them by this time. */
  checkEveryMs: 5_000,
  /** From a refusal until the connection is closed, if the client does not close it. */
  lingerMs: 2_000,
}

/** Connections of a process, also those that say nothing. A node process has some 30 kB for each. */
const CONNECTIONS_MAX = 10_000

/**
 * Creates an HTTP server that answers a request that Node's parser refuses with a JSON body that says what is wrong. One
 * refusal comes from Node itself and has no body: HTTP/1.1 without a Host.
 */
export function createHttpServer(limits = TIME_LIMITS): Server {
  const { headersMs, requestMs, keepAliveMs, silenceMs, checkEveryMs, lingerMs } = limits
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkEveryMs,
  })
  server.timeout = silenceMs
  server.maxConnections = CONNECTIONS_MAX
  /** The answers of each connection that are not finished. */
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>()
  const refused = new WeakSet<Socket>()
  return (
    server
      .on('request', ({ socket }, res) => {
        const answers = unfinished.get(socket) ?? trackAnswers(socket)
        unfinished.set(socket, answers.add(res))
        res.on('close', () => answers.delete(res))
      })
      .on('checkContinue', (req, res) => {
        // Not while an earlier answer is unfinished: Node would write it between the head and the body of a waiting answer.
        if (!unfinished.get(req.socket)?.size) res.writeContinue()
        server.emit('request', req, res)
      })
      // A server may ignore an expectation that it does not know (RFC 9110, 10.1.1).
      .on('checkExpectation', (req, res) => server.emit('request', req, res))
      // The cast below holds because the parser only reads sockets of this server.
      .on('clientError', (error: NodeJS.ErrnoException, stream) => {
        const socket = stream as Socket
        // Each further byte is an error again. One refusal is enough, and the client may still be reading it.
        if (refused.has(socket)) return
        if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
        refused.add(socket)
        void refuse(socket, [...(unfinished.get(socket) ?? [])], createRefusal(error.code), lingerMs)
      })
  )
}

/**
 * Makes the set of a connection's unfinished answers. When the connection closes, Node emits no `close` for an answer that
 * waits behind another one, so admission (http/admission.ts) would count it for ever. A destroyed socket makes Node emit it.
 */
function trackAnswers(socket: Socket): Set<ServerResponse> {
  const answers = new Set<ServerResponse>()
  socket.once('close', () => {
    for (const answer of answers) if (answer.socket === null) answer.assignSocket(new Socket().destroy())
  })
  return answers
}

/** Refuses the bytes after a connection's last request, or the broken body of that request, and closes the connection. */
async function refuse(socket: Socket, answers: ServerResponse[], refusal: string, lingerMs: number): Promise<void> {
  const broken = answers.find(({ req }) => !req.complete)
  // Earlier answers go first, because the client takes the next answer for the one to its earliest open request.
  await Promise.all(answers.filter((answer) => answer !== broken).map(waitForClose))
  // An answer that has begun goes on to its end: a part of it would look like a fault of the network.
  if (broken?.headersSent) await Promise.race([waitForClose(broken), wait(lingerMs)])
  if (socket.writable) socket.end(broken?.headersSent ? '' : refusal)
  const late = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(late))
}

const waitForClose = (answer: ServerResponse) => new Promise<void>((resolve) => answer.once('close', resolve))

function createRefusal(code: string | undefined): string {
  const [status, message] = describeError(code)
  const body = JSON.stringify({ error: { message } })
  const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const headers = [
  ...createSecurityHeaders({ isHttps: false }).ofAll,
  ['content-type', 'application/json; charset=utf-8'],
].map(([name, value]) => `${name}: ${value}`)

function describeError(code: string | undefined): [status: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The address and headers are too large']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long to arrive']
  return ['400 Bad Request', 'This is not a valid HTTP/1.1 request']
}

/**
 * Refuses a request with several `Host` headers, and answers whether it did. Node takes the first one. A proxy in front
 * may take the last one, and then the two disagree about what was asked for (RFC 9112, 3.2).
 */
export function refuseManyHosts(req: IncomingMessage, res: ServerResponse): boolean {
  // A list of names and values by turns. It is read here because `headersDistinct` would copy all headers.
  const hosts = req.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length < 2) return false
  const error = invalidRequest([{ path: '', message: 'The request must have one Host header' }])
  sendJson(res, error.status, { error: toApiError(error, req.boardwalk.id) }, { connection: 'close' })
  return true
}
