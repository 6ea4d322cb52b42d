import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useServer } from '../test/harness.ts'

const server = useServer()

/** What comes back for bytes sent as they are, until the server closes the connection. */
async function send(bytes: string): Promise<{ status: string; headers: string; body: string }> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers: headers.join('\n').toLowerCase(), body }
}

describe('what is no HTTP request has an answer all the same', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n'],
    ['a method that there is not', 'BREW /api/jobs HTTP/1.1\r\nhost: a\r\n\r\n'],
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

  it('headers over 16 KiB are 431 with a JSON body', async () => {
    const { status, body } = await send(`GET /api/jobs HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(status).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    expect(JSON.parse(body)).toStrictEqual({ error: { message: 'The address and headers are too large' } })
  })
})

describe('what is a request in an unusual form is served', () => {
  it.each([
    ['its whole address', 'GET http://board.example/api/jobs HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['HTTP/1.0', 'GET /api/jobs HTTP/1.0\r\n\r\n'],
    ['no headers but one, in capitals', 'GET /api/jobs HTTP/1.1\r\nHOST:a\r\nCONNECTION:CLOSE\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const { status, body } = await send(bytes)
    expect(status).toBe('HTTP/1.1 401 Unauthorized')
    expect(JSON.parse(body)).toMatchObject({ jobs: null, error: { code: 'api_key_missing' } })
  })
})
