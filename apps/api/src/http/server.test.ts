import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { CV_BYTES_MAX } from '@boardwalk/schema/application'
import { afterAll, describe, expect, it } from 'vitest'
import { useServer } from '../test/harness.ts'
import { createHttpServer, TIME_LIMITS } from './server.ts'

const server = useServer()

/** Starts a server on a free port, and returns the port. */
async function listen(starting: Server): Promise<number> {
  await once(starting.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address of this form.
  return (starting.address() as AddressInfo).port
}

/** Sends raw bytes, and returns what comes back until the server closes the connection. */
async function send(bytes: string): Promise<{ status: string; headers: string; body: string }> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers: headers.join('\n').toLowerCase(), body }
}

describe('a request that is not valid HTTP gets an answer', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['an unknown method', 'BREW /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a path that is not ASCII', 'GET /api/job/é HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['two lengths of one body', 'POST /api/job HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /api/job HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['a header without a colon', 'GET /api/jobs HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
  ])('%s is 400 with a JSON body', async (_what, bytes) => {
    const { status, headers, body } = await send(bytes)
    expect(status).toBe('HTTP/1.1 400 Bad Request')
    expect(headers).toContain('content-type: application/json; charset=utf-8')
    expect(headers).toContain('connection: close')
    expect(JSON.parse(body)).toStrictEqual({ error: { message: 'This is not a valid HTTP/1.1 request' } })
  })

  it.each(['/api/jobs', '/', '/backoffice', '/healthz', '/trpc/session.me'])(
    'two hosts, the same or not, are 400 at %s',
    async (path) => {
      for (const hosts of ['Host: a\r\nhost: b', 'host: a\r\nhost: a']) {
        const { status, headers, body } = await send(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`)
        expect(status).toBe('HTTP/1.1 400 Bad Request')
        expect(headers).toContain('connection: close')
        expect(headers).toContain('x-content-type-options: nosniff')
        expect(JSON.parse(body)).toMatchObject({ error: { message: 'The request must have one Host header' } })
      }
    },
  )

  it('headers over 16 KiB are 431 with a JSON body', async () => {
    const { status, body } = await send(`GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(status).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    expect(JSON.parse(body)).toStrictEqual({ error: { message: 'The address and headers are too large' } })
  })
})

describe('a valid request in an unusual form is served', () => {
  it.each([
    ['its whole address', 'GET http://board.example/api/jobs HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['an unknown expectation', 'GET /api/jobs HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n'],
    ['HTTP/1.0', 'GET /api/jobs HTTP/1.0\r\n\r\n'],
    ['no headers but one, in capitals', 'GET /api/jobs HTTP/1.1\r\nHOST:a\r\nCONNECTION:CLOSE\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const { status, body } = await send(bytes)
    expect(status).toBe('HTTP/1.1 401 Unauthorized')
    expect(JSON.parse(body)).toMatchObject({ jobs: null, error: { code: 'api_key_missing' } })
  })
})

describe('a refusal that follows a request does not replace the answer to that request', () => {
  const readStatuses = async (bytes: string) => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    return (await text(socket)).match(/HTTP\/1\.1 \d+/g)
  }

  it('"100 Continue" is never written into an answer that waits for an earlier one', async () => {
    const answers: ServerResponse[] = []
    const late = createHttpServer().on('request', (_req, res) => {
      answers.push(res)
      const [first, second] = answers
      if (second === undefined) return
      second.writeHead(200, { 'content-length': 6, connection: 'close' }).end(Buffer.from('second'))
      first?.writeHead(200, { 'content-length': 5 }).end('first')
    })
    const port = await listen(late)
    const socket = connect(port, '127.0.0.1')
    const body = 'expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}'
    socket.write(`GET / HTTP/1.1\r\nhost: a\r\n\r\nPUT / HTTP/1.1\r\nhost: a\r\n${body}`)
    const all = await text(socket)
    late.close()
    expect(all.split('\r\n\r\n').map((part) => part.split('\r\n', 1)[0])).toEqual([
      'HTTP/1.1 200 OK',
      'firstHTTP/1.1 200 OK',
      'second',
    ])
  })

  it('garbage is answered after the requests before it', async () => {
    const asked = 'GET /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'
    expect(await readStatuses(`${asked}${asked}garbage\r\n\r\n`)).toEqual([
      'HTTP/1.1 401',
      'HTTP/1.1 401',
      'HTTP/1.1 400',
    ])
  })

  it('a broken body is refused once, after the requests before it', async () => {
    const asked = 'GET /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'
    const broken = 'PUT /api/jobs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n'
    // 401 if the request was refused before its body.
    expect(await readStatuses(`${asked}${broken}`)).toEqual(['HTTP/1.1 401', expect.stringMatching(/ 40[01]$/)])
  })

  it('a body that breaks after its request was answered gets no second answer', async () => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write('PUT /api/jobs HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
    const [first] = await once(socket, 'data')
    socket.write('no chunk\r\n')
    expect(`${first}${await text(socket)}`.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})

it('garbage after an answer that is finished is refused at once, not when the connection has been silent for too long', async () => {
  const other = createHttpServer({ ...TIME_LIMITS, silenceMs: 5_000 })
  other.on('request', (_req, res) => void res.writeHead(200, { 'content-length': 2 }).end('ok'))
  const socket = connect(await listen(other), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(socket, 'data')
  socket.write('garbage\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  other.close()
})

it('hundreds of connections that say nothing keep nobody out, of the 10,000 that a process takes', async () => {
  expect(createHttpServer().maxConnections).toBe(10_000)
  const { port, hostname } = new URL(server.url)
  const silent = Array.from({ length: 600 }, () => connect(Number(port), hostname))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  expect((await send('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).status).toBe('HTTP/1.1 200 OK')
  for (const socket of silent) socket.destroy()
})

it('an answer that has begun before its body breaks is sent to its end', async () => {
  const other = createHttpServer()
  other.on('request', (_req, res) => {
    res.write('begun, ')
    other.once('clientError', () => setImmediate(() => res.end('and ended')))
  })
  const socket = connect(await listen(other), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n')
  const answer = text(socket)
  await once(socket, 'readable')
  socket.write('no chunk\r\n')
  expect(await answer).toMatch(/\r\n7\r\nbegun, \r\n9\r\nand ended\r\n0\r\n\r\n$/)
  other.close()
})

it('the answers before a refusal reach a client that reads them after the connection was closed', async () => {
  const other = createHttpServer({ ...TIME_LIMITS, lingerMs: 10 })
  const page = Buffer.alloc(200_000, 'a')
  other.on('request', (_req, res) => void res.end(page))
  const socket = connect(await listen(other), '127.0.0.1').pause()
  const [connection]: Socket[] = await once(other, 'connection')
  const closed = connection && once(connection, 'close')
  const asked = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  // After the refused bytes come more than the server reads at once.
  socket.write(`${asked}${asked}garbage\r\n\r\n${asked.repeat(5_000)}`)
  await closed
  const [, ...answers] = (await text(socket)).split(/HTTP\/1\.1 (?=\d)/)
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '400'])
  expect(answers.slice(0, 2).map((answer) => answer.match(/a+$/)?.[0].length)).toEqual([200_000, 200_000])
  other.close()
})

it('every answer to a client that has disconnected is closed, also one that waited for its turn', async () => {
  const answers: ServerResponse[] = []
  const forgetful = createHttpServer()
  const bothClosed = new Promise<void>((resolve) => {
    let closed = 0
    forgetful.on('request', (_req, res) => {
      answers.push(res.once('close', () => ++closed === 2 && resolve()))
      if (answers.length === 2) socket.destroy()
    })
  })
  const port = await listen(forgetful)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2))
  await bothClosed
  // A handler that still sends such an answer gets an error.
  for (const answer of answers)
    await expect(pipeline(Readable.from(['late']), answer)).rejects.toThrow(/premature close|closed or destroyed/i)
  forgetful.close()
})

it('the time limits allow the largest CV on a slow line, and outlast the idle time of proxies', async () => {
  expect(TIME_LIMITS.requestMs).toBeGreaterThanOrEqual(CV_BYTES_MAX / (150_000 / 8 / 1000))
  // Sixteen KiB of headers, on a line that is ten times as slow.
  expect(TIME_LIMITS.headersMs).toBeGreaterThan((16 * 1024) / (15_000 / 8 / 1000))
  expect(TIME_LIMITS.checkEveryMs).toBeLessThan(TIME_LIMITS.headersMs)
  expect(TIME_LIMITS.lingerMs).toBeGreaterThanOrEqual(1_000)
  // In seconds. A proxy closes a connection that is idle for 60.
  expect((await fetch(`${server.url}/healthz`)).headers.get('keep-alive')).toBe('timeout=65')
  // Node closes a connection that is silent for longer, whatever its other limits.
  expect(TIME_LIMITS.silenceMs).toBeGreaterThan(TIME_LIMITS.keepAliveMs)
})

describe('a client that takes too long is disconnected', () => {
  const closers: (() => void)[] = []
  afterAll(() => {
    for (const close of closers) close()
  })

  /** Sends bytes to a new server with short limits, and returns what it sends until it closes the connection. */
  async function untilClosed(limits: Partial<typeof TIME_LIMITS>, bytes: string): Promise<string> {
    const impatient = createHttpServer({ ...TIME_LIMITS, checkEveryMs: 10, ...limits })
    impatient.on('request', (_req, res) => void res.writeHead(200, { 'content-length': 2 }).end('ok'))
    closers.push(() => impatient.close())
    const port = await listen(impatient)
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }

  it('within the headers', async () => {
    const answer = await untilClosed({ headersMs: 20 }, 'GET / HTTP/1.1\r\nhost: a\r\nx-slow')
    expect(answer).toContain('HTTP/1.1 408 Request Timeout')
    expect(answer).toContain('{"error":{"message":"The request took too long to arrive"}}')
  })

  it('within the body, with the answer if there was one', async () => {
    const part = 'PUT / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{'
    let statuses: string[] | null = null
    // On a busy machine the headers, too, may arrive after the limit. Then a longer one is tried.
    for (let limitMs = 20; statuses?.join() !== 'HTTP/1.1 200' && limitMs < 60_000; limitMs *= 2) {
      if (statuses !== null) expect(statuses).toEqual(['HTTP/1.1 408'])
      statuses = (await untilClosed({ headersMs: limitMs, requestMs: limitMs }, part)).match(/HTTP\/1\.1 \d+/g)
    }
    expect(statuses).toEqual(['HTTP/1.1 200'])
  })

  it('within the headers, while a body that began before still arrives', async () => {
    const impatient = createHttpServer({ ...TIME_LIMITS, checkEveryMs: 10, headersMs: 2000 })
    closers.push(() => impatient.close())
    const arrived = once(impatient, 'request')
    impatient.on('request', (req, res) => void text(req).then((body) => res.end(body)))
    const port = await listen(impatient)
    const slow = connect(port, '127.0.0.1')
    slow.write('PUT / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 2\r\n\r\n1')
    await arrived
    // This one began later, and is over its limit.
    const without = connect(port, '127.0.0.1')
    without.write('GET / HTTP/1.1\r\nhost: a\r\n')
    expect(await text(without)).toContain('HTTP/1.1 408')
    slow.write('2')
    expect(await text(slow)).toMatch(/200 OK.*12/s)
  })

  it('between two requests', async () => {
    expect(await untilClosed({ keepAliveMs: 1 }, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n')).toContain('200 OK')
  })

  it('without a byte', async () => {
    expect(await untilClosed({ silenceMs: 20 }, '')).toBe('')
  })
})
