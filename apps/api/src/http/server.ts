import { createServer, type Server, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createSecurityHeaders } from './security-headers.ts'

/** How long a client may take. One that dribbles or stalls is sent away; one on a slow line is not. */
export const TIME_LIMITS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 20_000,
  /** To the end of its body: the largest CV over 150 kbit/s. */
  requestMs: 300_000,
  /** Between two requests of a connection; longer than proxies keep one (60 s), so that none sends into a closed one. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction, such as an answer that nobody reads. */
  silenceMs: 120_000,
  /** How often the first two are looked at: they may be exceeded by so much. */
  checkEveryMs: 5_000,
}

/** A refused client has so long to read why. */
const LINGER_MS = 2_000

/**
 * An HTTP server that says in a body what is wrong with a request that node's parser refuses. (One refusal is node's own
 * and has none: HTTP/1.1 without a Host.)
 */
export function createHttpServer(limits = TIME_LIMITS): Server {
  const { headersMs, requestMs, keepAliveMs, silenceMs, checkEveryMs } = limits
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkEveryMs,
  })
  server.timeout = silenceMs
  const exchanges = new WeakMap<Socket, Exchanges>()
  const refused = new WeakSet<Socket>()
  return (
    server
      .on('request', ({ socket }, res) => {
        const { underWay } = exchanges.get(socket) ?? { underWay: closedWith(socket) }
        exchanges.set(socket, { underWay: underWay.add(res), last: res })
        res.once('close', () => underWay.delete(res))
      })
      .on('checkContinue', (req, res) => {
        // Node would put it between the head and the body of an answer that waits for an earlier one's end.
        if (!exchanges.get(req.socket)?.underWay.size) res.writeContinue()
        server.emit('request', req, res)
      })
      // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1).
      .on('checkExpectation', (req, res) => server.emit('request', req, res))
      // The parser is given sockets of this server only.
      .on('clientError', (error: NodeJS.ErrnoException, stream) => {
        const socket = stream as Socket
        if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
        // Every further byte is an error again.
        if (refused.has(socket)) return
        refused.add(socket)
        void refuse(socket, exchanges.get(socket), refusalOf(error.code))
      })
  )
}

/** What a connection was asked. */
interface Exchanges {
  /** The answers that are not finished. */
  underWay: Set<ServerResponse>
  /** The answer to the last request, finished or not. */
  last: ServerResponse
}

/** A connection's answers. Of one that never got its turn, node does not say that it is closed: nobody would let go of it. */
function closedWith(socket: Socket): Set<ServerResponse> {
  const answers = new Set<ServerResponse>()
  socket.once('close', () => {
    for (const answer of answers) if (answer.socket === null) answer.assignSocket(new Socket().destroy())
  })
  return answers
}

/** Refuses what stands after a connection's requests, or the rest of the last of them, and closes it. */
async function refuse(socket: Socket, asked: Exchanges | undefined, refusal: string): Promise<void> {
  const broken = asked?.last.req.complete === false ? asked.last : undefined
  // First, for the client takes the next answer for that of its earlier request.
  await Promise.all([...(asked?.underWay ?? [])].filter((answer) => answer !== broken).map(closed))
  if (socket.writable) socket.end(broken?.headersSent ? '' : refusal)
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
}

const closed = (answer: ServerResponse) => new Promise<void>((resolve) => answer.once('close', resolve))

function refusalOf(code: string | undefined): string {
  const [status, message] = wordsOf(code)
  const body = JSON.stringify({ error: { message } })
  const head = [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const headers = Object.entries({
  ...createSecurityHeaders({ isHttps: false }),
  'content-type': 'application/json; charset=utf-8',
}).map(([name, value]) => `${name}: ${value}`)

function wordsOf(code: string | undefined): [status: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The address and headers are too large']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long to arrive']
  return ['400 Bad Request', 'This is not a valid HTTP/1.1 request']
}
