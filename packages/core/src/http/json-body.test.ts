import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const MIB = 1024 * 1024
const job = (id: string) => `{"job": {"id": "${id}", "title": "T"}}`
const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  company.call('POST', '/job', body, { 'content-type': 'application/json', ...headers })

/** Writes the head of a POST /job, with the blank line that ends it. */
const writeHead = (...headers: string[]) =>
  ['POST /api/job HTTP/1.1', 'host: a', 'content-type: application/json', ...headers]
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n')
const keyed = (...headers: string[]) => writeHead(`x-api-key: ${company.key}`, ...headers)

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

it('JSON in UTF-8 is accepted, however its type is written, and up to 1 MiB', { tags: ['sizes'] }, async () => {
  const types = ['application/json;charset=unicode-1-1-utf-8', `application/json; charset='utf-8'`]
  types.push('application/json;charset=', 'application/json; charset=""; a=b', 'application/json; p="charset=latin1"')
  for (const [index, type] of types.entries())
    expect([type, (await post(job(`type-${index}`), { 'content-type': type })).status]).toEqual([type, 200])
  expect((await post(job('identity'), { 'content-encoding': 'identity' })).status).toBe(200)
  expect((await post(job('mebibyte').padEnd(MIB))).status).toBe(200)
  const answer = await post(job('more').padEnd(MIB + 1))
  expect(answer).toMatchObject({ status: 413, body: { jobId: null, error: { code: 'body_too_large' } } })
})

it.each([
  ['nothing', '', 'it is empty'],
  ['a word', 'job', 'it is not JSON (it ends too early or has a stray character)'],
  ['a comma too many', '{"job": {"id": "x", "title": "T",}}', 'it is not JSON (see position 33)'],
  // The message never repeats the body.
  ['a broken text', '{"job": {"phone": "0600000000", oops}}', 'it is not JSON'],
  ['a list', '[]', 'it must be a JSON object'],
  ['null', 'null', 'it must be a JSON object'],
  ['half a character', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 'it is not UTF-8'],
  [
    '20,000 lists in each other',
    `{"job": {"x": 1.0, "y": ${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    'it is nested too',
  ],
  ['UTF-16', Buffer.from(`\ufeff${job('x')}`, 'utf16le'), 'it is not UTF-8'],
])('a body of %s is a 400 that says so', async (_what, body, words) => {
  const answer = await post(body)
  expect(answer).toMatchObject({ status: 400, body: { jobId: null, error: { code: 'invalid_request' } } })
  expect(answer.body.error.message).toContain(`The request body is not valid: ${words}`)
  expect(answer.body.error.message).not.toContain('0600000000')
})

it.each([
  ['content-type', ['', 'application/json+x', 'application/jsonp;charset=utf-8', 'application/json; charset=us-ascii']],
  ['content-encoding', ['gzip', 'identity, gzip']],
])('a body with another %s is a 415 that names the header', async (name, values) => {
  for (const value of values) {
    const answer = await post(new TextEncoder().encode(job('x')), { [name]: value })
    expect(answer).toMatchObject({ status: 415, body: { jobId: null, error: { code: 'body_unsupported' } } })
    expect(answer.body.error.message.toLowerCase()).toContain(name)
    if (name === 'content-type') expect(answer.body.error.message).toContain(JSON.stringify(value))
  }
})

it('a client that sends 12 MiB before it reads is told why they are refused, with a key and without one', async () => {
  const tooLarge = /^HTTP\/1\.1 413 .*\r\nconnection: close\r\n.*"code":"body_too_large"/is
  const part = Buffer.alloc(MIB, ' ')
  const chunk = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  const chunks = [...Array(12).fill(chunk), Buffer.from('0\r\n\r\n')]
  const length = `content-length: ${12 * MIB}`
  expect(await sendThenRead(keyed(length), Array(12).fill(part))).toMatch(tooLarge)
  expect(await sendThenRead(keyed('transfer-encoding: chunked'), chunks)).toMatch(tooLarge)
  const withoutKey = await sendThenRead(writeHead(length, 'connection: close'), Array(12).fill(part))
  expect(withoutKey).toMatch(/^HTTP\/1\.1 401 /)
})

it('a caller without a key is told so before a byte of the body is sent', async () => {
  const socket = await open()
  const answered = once(socket.setEncoding('utf8'), 'data')
  socket.write(writeHead('content-length: 100'))
  expect((await answered)[0]).toMatch(/^HTTP\/1\.1 401 .*"Please provide an API key"/s)
  socket.destroy()
})
