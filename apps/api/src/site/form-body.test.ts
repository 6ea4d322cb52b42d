import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
let url: string

beforeAll(async () => {
  company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Développeuse' } })
  url = body.jobUrl
})

const multipart = 'multipart/form-data; boundary=b'

async function post(body: string | Buffer<ArrayBuffer> | undefined, type: string | undefined = multipart) {
  const headers = { accept: 'application/json', ...(type !== '' && { 'content-type': type }) }
  const res = await fetch(`${url}/apply`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
  return { status: res.status, body: await res.json() }
}

const part = (disposition: string, value: string, type?: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${value}\r\n`

const person =
  part('name="firstName"', 'Salma') +
  part('name="lastName"', 'Bennani') +
  part('name="email"', 'salma@example.com') +
  part('name="consent"', 'yes')
const cv = part('name="cv"; filename="cv.pdf"', '%PDF-1.4 …', 'application/pdf')
const form = `${person}${cv}--b--\r\n`

test('a form cut off at any byte is refused with 400 at once, and nothing is stored', async () => {
  const bytes = Buffer.from(form)
  const end = form.length - '\r\n'.length
  const cuts = Array.from({ length: end }, (_, length) => length)
  const answers = await Promise.all(cuts.map(async (length) => (await post(bytes.subarray(0, length))).status))
  expect(new Set(answers)).toEqual(new Set([400]))
  expect((await company.call('GET', '/job/A/candidates')).body.total).toBe(0)
})

test.each([
  ['a second file', cv],
  ['too many parts', part('name="a"', 'x').repeat(30)],
  ['too long a text', part('name="message"', 'x'.repeat(70_000))],
  ['a part without a name', part('filename="x"', 'x')],
])('a file and then %s is answered with a page that says so, for browsers', async (_what, more) => {
  const headers = { accept: 'text/html', 'content-type': multipart }
  const body = `${part('name="formId"', randomUUID())}${cv}${more}--b--\r\n`
  const answer = await fetch(`${url}/apply`, { method: 'POST', headers, body })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('name="firstName"')
})

test.each([
  ['no boundary', form, 'multipart/form-data'],
  ['another boundary', form, 'multipart/form-data; boundary=c'],
  ['an empty body', '', multipart],
  ['no body', undefined, multipart],
  ['a name of many levels', `${part(`name="a${'[b]'.repeat(5_000)}"`, 'x')}--b--\r\n`, multipart],
  ['a name of one level', `${part('name="firstName[x]"', 'x')}--b--\r\n`, multipart],
  ['a part without a header', `--b\r\nfirstName: Salma\r\n--b--\r\n`, multipart],
  ['a header that never ends', `--b\r\n${'x'.repeat(100_000)}`, multipart],
  ['a part without a name', `${part('filename="cv.pdf"', '%PDF', 'application/pdf')}--b--\r\n`, multipart],
  ['bytes that are not a form', Buffer.from([0xff, 0xfe, 0, 1]), multipart],
])('a multipart form with %s is refused with 400', async (_what, body, type) => {
  const answer = await post(body, type)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', issues: [{ message: expect.any(String) }] })
})

test.each([
  ['JSON', '{"firstName":"Salma"}', 'application/json'],
  ['a form without files', 'firstName=Salma', 'application/x-www-form-urlencoded'],
  ['another kind of multipart', form, 'multipart/mixed; boundary=b'],
  ['no content type', Buffer.from(form), ''],
])('%s is refused with 415, and the answer says what is accepted', async (_what, body, type) => {
  const answer = await post(body, type)
  expect(answer.status).toBe(415)
  expect(answer.body.error.code).toBe('body_unsupported')
  expect(answer.body.error.message).toContain('multipart/form-data')
})

test.each([
  [
    'a file of an unknown field',
    part('name="photo"; filename="me.png"', 'x', 'image/png'),
    { path: 'photo', message: 'photo is not a file of this form; it accepts one, cv' },
  ],
  ['two CVs', `${cv}${cv}`, { path: 'cv', message: 'cv must be one file' }],
  [
    'a file without a name',
    part('name="cv"', '%PDF-1.4', 'application/octet-stream'),
    { path: 'cv', message: 'cv must be a file with a file name' },
  ],
  [
    'a CV as text',
    part('name="cv"', '%PDF-1.4', 'application/pdf'),
    { path: 'cv', message: 'cv must be a file with a file name' },
  ],
  ['a field given twice', part('name="firstName"', 'Zahra'), { path: 'firstName' }],
  ['a field that is a list', part('name="phone[9999999]"', '1'), { path: 'phone', message: 'phone must be one text' }],
  [
    'a field that is an object',
    part('name="message[__proto__][x]"', '1'),
    { path: 'message', message: 'message must be one text' },
  ],
  ['parts without end', part('name="x"', '').repeat(100), { path: '', message: 'The form must have at most 20 parts' }],
])('%s is refused with 400 that names it', async (_what, extra, issue) => {
  const answer = await post(`${person}${extra}--b--\r\n`)
  expect(answer.status).toBe(400)
  expect(answer.body.error.issues).toMatchObject([issue])
})

test('an empty file input counts as no CV, in every way that browsers send it', async () => {
  for (const type of ['application/octet-stream', 'application/pdf'])
    expect((await post(`${person}${part('name="cv"; filename=""', '', type)}--b--\r\n`)).status).toBe(201)
})

test('a connection that ends in the middle of the form leaves nothing behind', async () => {
  const before = (await company.call('GET', '/job/A/candidates')).body.total
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = `POST ${pathname}/apply HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipart}\r\ncontent-length: ${form.length}\r\n\r\n`
  await new Promise((written) => socket.write(`${head}${form.slice(0, -20)}`, written))
  socket.resetAndDestroy()
  await once(socket, 'close')
  expect((await post(form)).status).toBe(201)
  expect((await company.call('GET', '/job/A/candidates')).body.total).toBe(before + 1)
})
