import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'
import { drain } from './json-body.ts'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const MIB = 1024 * 1024
const job = (id: string) => `{"job": {"id": "${id}", "title": "T"}}`
const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  company.call('POST', '/job', body, headers)

/** Writes the head of a POST /job, with the blank line that ends it. */
const head = (...headers: string[]) =>
  ['POST /api/job HTTP/1.1', 'host: a', `x-api-key: ${company.key}`, 'content-type: application/json', ...headers]
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n')

async function open(): Promise<Socket> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/**
 * Sends a whole request before it reads a byte of the answer, as simple clients do. The server takes the rest of a refused body
 * for two seconds only, so a try in which a busy machine needed longer is made again.
 */
async function sendThenRead(head: string, parts: readonly Uint8Array[]): Promise<string> {
  const socket = await open()
  const startedMs = performance.now()
  try {
    socket.write(head)
    for (const part of parts) if (!socket.write(part)) await once(socket, 'drain')
    return await text(socket)
  } catch (error) {
    if (performance.now() - startedMs < 2_000) throw error
  }
  return sendThenRead(head, parts)
}

describe('works', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON ; charset="utf-8"',
  ])('%s is JSON', async (type) => {
    const answer = await post(JSON.stringify({ job: { id: type, title: 'T' } }), { 'content-type': type })
    expect(answer.status).toBe(200)
  })

  it('a body that says that it has no encoding is accepted', async () => {
    expect((await post(job('identity'), { 'content-encoding': 'identity' })).status).toBe(200)
  })

  it('a body of exactly 1 MiB is accepted', async () => {
    const body = job('mebibyte').padEnd(MIB)
    expect((await post(body)).status).toBe(200)
  })

  it('a body may arrive in chunks that split a character', async () => {
    const body = Buffer.from('{"job": {"id": "chunks", "title": "🙂"}}')
    const cut = body.indexOf(0xf0) + 2
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    const parts = [chunk(body.subarray(0, cut)), chunk(body.subarray(cut)), Buffer.from('0\r\n\r\n')]
    const answer = await sendThenRead(head('transfer-encoding: chunked', 'connection: close'), parts)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect((await company.call('GET', '/job/chunks')).body.job.title).toBe('🙂')
  })
})

describe('bad input', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['a word', 'job', 'it is not JSON (it ends too early or has a stray character)'],
    ['half an object', '{"job": {"id": "x"', 'it is not JSON'],
    ['two objects', `${job('x')}${job('y')}`, 'it is not JSON'],
    ['a comma too many', '{"job": {"id": "x", "title": "T",}}', 'it is not JSON (see position 33)'],
    ['NaN', '{"job": {"id": "x", "title": "T", "minSalary": NaN}}', 'it is not JSON'],
    ['a list', '[]', 'it must be a JSON object'],
    ['null', 'null', 'it must be a JSON object'],
    ['a text', '"job"', 'it must be a JSON object'],
    ['a number', '1', 'it must be a JSON object'],
  ])('a body of %s is a 400 that says so', async (_what, body, words) => {
    // `call` sends no content type without a body.
    const answer = await post(body, { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(`The request body is not valid: ${words}`)
  })

  it.each([
    ['Latin-1', Buffer.from('{"job": {"id": "é", "title": "T"}}', 'latin1')],
    ['half a character', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from(`\ufeff${job('x')}`, 'utf16le')],
  ])('a body of %s is a 400 that says it is not UTF-8', async (_what, body) => {
    const answer = await post(body, { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain('it is not UTF-8')
  })

  it('the message never repeats the body', async () => {
    const answer = await post('{"job": {"id": "x", "phone": "0600000000", oops}}')
    expect(JSON.stringify(answer.body)).not.toContain('0600000000')
  })

  it.each([
    ['no content type', ''],
    ['a form', 'application/x-www-form-urlencoded'],
    ['text', 'text/plain;charset=UTF-8'],
    ['another JSON', 'application/vnd.api+json'],
    ['another charset', 'application/json; charset=iso-8859-1'],
    ['a name that goes on', 'application/json-seq'],
  ])('%s is 415', async (_what, type) => {
    const answer = await post(new TextEncoder().encode(job('x')), { 'content-type': type })
    expect(answer).toMatchObject({ status: 415, body: { jobId: null, error: { code: 'body_unsupported' } } })
    expect(answer.body.error.message).toContain('Content-Type must be application/json')
  })

  it.each(['gzip', 'br', 'identity, gzip'])('a body in the encoding %s is 415', async (encoding) => {
    const answer = await post(job('x'), { 'content-encoding': encoding })
    expect(answer).toMatchObject({ status: 415, body: { jobId: null, error: { code: 'body_unsupported' } } })
    expect(answer.body.error.message).toContain('Content-Encoding')
  })
})

describe('too much', () => {
  const tooLarge =
    /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*\{"jobId":null,"error":\{"message":"The request body is over 1048576 bytes","code":"body_too_large"/is

  it('a body of one byte over 1 MiB is 413', async () => {
    const answer = await post(job('mebibyte').padEnd(MIB + 1))
    expect(answer).toMatchObject({ status: 413, body: { jobId: null, error: { code: 'body_too_large' } } })
    expect(answer.headers.get('connection')).toBe('close')
  })

  it.each([
    ['list items', (count: number) => `[${'1,'.repeat(count - 1)}1]`],
    ['members', (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join(',')}}`],
    ['lists', (count: number) => '['.repeat(count)],
  ])('a body of over 100,000 values is a 400 that says so: %s', async (_what, make) => {
    // Each bracket that opens and each comma counts as one value.
    const send = async (count: number) => (await post(`{"x":${make(count - 1)}}`)).body.error.message
    expect(await send(100_001)).toContain('it has more than 100000 values')
    expect(await send(100_000)).not.toContain('values,')
  })

  it('a body of long texts is not over the number of values, whatever marks are in them', async () => {
    const title = JSON.stringify(`${'[{,"\\'.repeat(30_000)}`)
    expect((await post(`{"job":{"id":"marks","title":${title}}}`)).body.error.message).toContain('title')
  })

  it('a body of texts with quotes in them is not over the number of values, whatever follows the quotes', async () => {
    const extra = `"${',[{'.repeat(50_000)}`
    // The job has too many bytes of extra fields, which only a body that was read can have.
    const { body } = await post(JSON.stringify({ job: { id: 'quotes', title: 'T', extra } }))
    expect(body.error.message).toContain('extra fields')
  })

  it('a client that sends 12 MiB of a known length before it reads is told why', async () => {
    const parts = Array(12).fill(Buffer.alloc(MIB, ' '))
    expect(await sendThenRead(head(`content-length: ${12 * MIB}`), parts)).toMatch(tooLarge)
  })

  it('the rest of a refused body is taken for 2 seconds or up to 16 MiB, whichever ends first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const over: string[] = []
    const [slow, large] = ['slow', 'large'].map((name) => {
      const sending = new IncomingMessage(new Socket())
      void drain(sending).then(() => over.push(name))
      return sending
    })
    large?.emit('data', Buffer.alloc(16 * MIB))
    slow?.emit('data', Buffer.alloc(1))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(over).toEqual([])
    large?.emit('data', Buffer.alloc(1))
    await vi.advanceTimersByTimeAsync(0)
    expect(over).toEqual(['large'])
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toEqual(['large', 'slow'])
    vi.useRealTimers()
  })

  it('a client that sends 12 MiB in chunks before it reads is told why', async () => {
    const chunk = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), Buffer.alloc(MIB, ' '), Buffer.from('\r\n')])
    const parts = [...Array(12).fill(chunk), Buffer.from('0\r\n\r\n')]
    expect(await sendThenRead(head('transfer-encoding: chunked'), parts)).toMatch(tooLarge)
  })
})

describe('no right', () => {
  it('a caller without a key is told so before a byte of the body is sent', async () => {
    const socket = await open()
    socket.write('POST /api/job HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n')
    const [answer] = await once(socket.setEncoding('utf8'), 'data')
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*"Please provide an API key"/s)
    socket.destroy()
  })

  it('a caller without a key who sends 12 MiB before it reads is told so', async () => {
    const withoutKey = head(`content-length: ${12 * MIB}`, 'connection: close').replace(/x-api-key: .*\r\n/, '')
    expect(await sendThenRead(withoutKey, Array(12).fill(Buffer.alloc(MIB, ' ')))).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('a client that goes away', () => {
  it.each([
    ['in a body of known length', 'content-length: 100', '{"job": {"id": "gone", '],
    ['in a chunk', 'transfer-encoding: chunked', '64\r\n{"job": {"id": "gone", '],
  ])('%s leaves nothing behind, and the server answers the next one', async (_what, header, part) => {
    const socket = await open()
    socket.write(head(header) + part)
    socket.resetAndDestroy()
    await once(socket, 'close')
    expect((await company.call('GET', '/job/gone')).status).toBe(404)
  })

  it('before its answer does no harm', async () => {
    const socket = await open()
    const body = job('created-unseen')
    socket.end(head(`content-length: ${body.length}`) + body)
    socket.destroy()
    expect((await company.call('GET', '/jobs')).status).toBe(200)
  })
})
