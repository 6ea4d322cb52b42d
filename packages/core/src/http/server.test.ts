import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { useServer } from '@boardwalk/api/test/harness'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpServer, TIME_LIMITS } from './server.ts'

const server = useServer()

/** Opens a connection to the server. */
function open(): Socket {
  const { port, hostname } = new URL(server.url)
  return connect(Number(port), hostname)
}

/** Sends raw bytes, and returns what comes back until the server closes the connection. */
async function send(bytes: string): Promise<{ status: string; headers: string; body: string }> {
  const socket = open()
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers: headers.join('\n').toLowerCase(), body }
}

type Handle = (req: IncomingMessage, res: ServerResponse) => void
const answerOk: Handle = (_req, res) => void res.writeHead(200, { 'content-length': 2 }).end('ok')

/** Starts a server with limits and a handler of its own, and returns it with a way to connect. */
async function start(limits: Partial<typeof TIME_LIMITS>, handle: Handle = answerOk) {
  const own = createHttpServer({ ...TIME_LIMITS, ...limits }).on('request', handle)
  await once(own.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void own.close())
  // A listening TCP server has an address of this form.
  return { own, open: () => connect((own.address() as AddressInfo).port, '127.0.0.1') }
}

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const findStatuses = (answers: string) => answers.match(/HTTP\/1\.1 \d+/g)

describe('a request that is not valid HTTP gets an answer', () => {
  it('garbage, two lengths, and a length with chunks are 400 with a JSON body, and headers over 16 KiB are 431', {
    tags: ['raw-requests'],
  }, async () => {
    const post = 'POST /api/job HTTP/1.1\r\nhost: a\r\n'
    for (const [what, bytes] of [
      ['garbage', 'hello\r\n\r\n'],
      ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
      ['an unknown method', 'BREW /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'],
      ['two lengths of one body', `${post}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
      ['a length and chunks', `${post}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
    ] as const) {
      const { status, headers, body } = await send(bytes)
      expect([what, status]).toEqual([what, 'HTTP/1.1 400 Bad Request'])
      expect(headers).toContain('connection: close')
      expect(JSON.parse(body)).toStrictEqual({ error: { message: 'This is not a valid HTTP/1.1 request' } })
    }
    const large = await send(`GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(large.status).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    expect(JSON.parse(large.body)).toStrictEqual({ error: { message: 'The address and headers are too large' } })
  })

  it('two hosts, the same or not, are 400 in every part of the server', { tags: ['two-hosts'] }, async () => {
    for (const path of ['/api/jobs', '/', '/backoffice', '/healthz', '/trpc/session.me'])
      for (const hosts of ['Host: a\r\nhost: b', 'host: a\r\nhost: a']) {
        const { status, headers, body } = await send(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`)
        expect([path, status]).toEqual([path, 'HTTP/1.1 400 Bad Request'])
        expect(headers).toContain('connection: close')
        expect(JSON.parse(body)).toMatchObject({ error: { message: 'The request must have one Host header' } })
      }
  })
})

describe('a refusal that follows a request does not replace the answer to that request', () => {
  it('garbage is answered after the requests before it', async () => {
    const socket = open()
    const asked = 'GET /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'
    socket.write(`${asked}${asked}garbage\r\n\r\n`)
    expect(findStatuses(await text(socket))).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 400'])
  })
})

describe('a client that takes too long is disconnected', () => {
  /** Sends bytes to a new server with short limits, and returns what it sends until it closes the connection. */
  async function untilClosed(limits: Partial<typeof TIME_LIMITS>, bytes: string): Promise<string> {
    const socket = (await start({ checkEveryMs: 10, ...limits })).open()
    socket.write(bytes)
    return text(socket)
  }

  it('within the headers, between two requests, or without a byte', { tags: ['slow-clients'] }, async () => {
    const late = await untilClosed({ headersMs: 20 }, 'GET / HTTP/1.1\r\nhost: a\r\nx-slow')
    expect(late).toContain('HTTP/1.1 408 Request Timeout')
    expect(late).toContain('{"error":{"message":"The request took too long to arrive"}}')
    expect(await untilClosed({ keepAliveMs: 1 }, GET)).toContain('200 OK')
    expect(await untilClosed({ silenceMs: 20 }, '')).toBe('')
  })

  it('within the headers, while a body that began before still arrives', async () => {
    const impatient = await start(
      { checkEveryMs: 10, headersMs: 2_000 },
      (req, res) => void text(req).then((body) => res.end(body)),
    )
    const arrived = once(impatient.own, 'request')
    const slow = impatient.open()
    slow.write('PUT / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n1')
    await arrived
    // This one began later, and is over its limit.
    const without = impatient.open()
    without.write('GET / HTTP/1.1\r\nhost: a\r\n')
    expect(await text(without)).toContain('HTTP/1.1 408')
    slow.write('2')
    expect(await text(slow)).toMatch(/200 OK.*12/s)
  })
})
