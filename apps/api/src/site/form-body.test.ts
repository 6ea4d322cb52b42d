import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createPartialDeps } from '@boardwalk/core/partial-deps'
import express from 'express'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { encodeForm, makePdf, publishJob } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { withRequestOnly } from '../test/with-request.ts'
import { readForm } from './form-body.ts'
import { createSpool } from './spool.ts'

const server = useServer()
let company: TestCompany
let url: string

beforeAll(async () => {
  ;({ company, url } = await publishJob(server))
})

const multipart = 'multipart/form-data; boundary=b'

async function post(body: string | Buffer<ArrayBuffer>, type = multipart) {
  const headers = { accept: 'application/json', 'content-type': type }
  const res = await fetch(`${url}/apply`, { method: 'POST', headers, body: Buffer.from(body) })
  return { status: res.status, text: await res.text() }
}

const part = (disposition: string, value: string, type?: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${value}\r\n`

const fields = { firstName: 'Salma', lastName: 'Bennani', email: 'salma@example.com', consent: 'yes' }
const person = Object.entries(fields)
  .map(([name, value]) => part(`name="${name}"`, value))
  .join('')
const cv = part('name="cv"; filename="cv.pdf"', '%PDF-1.4 …', 'application/pdf')
const form = `${person}${cv}--b--\r\n`

test('a form cut off anywhere is refused with 400 at once, and nothing is stored', async () => {
  const bytes = Buffer.from(form)
  // Cuts the body at each byte of its last part and its end, and at every seventh byte of the other parts, which are alike.
  const end = bytes.length - '\r\n'.length
  const cuts = Array.from({ length: end }, (_, length) => length).filter((at) => at % 7 === 0 || at > end - 60)
  const answers = await Promise.all(cuts.map(async (length) => (await post(bytes.subarray(0, length))).status))
  expect(new Set(answers)).toEqual(new Set([400]))
  expect((await company.call('GET', '/job/A/candidates')).body.total).toBe(0)
})

test.each<[string, string | Buffer<ArrayBuffer>, string?]>([
  ['no boundary', form, 'multipart/form-data'],
  ['an empty body', ''],
  ['a name of many levels', `${part(`name="a${'[b]'.repeat(5_000)}"`, 'x')}--b--\r\n`],
  ['a header that never ends', `--b\r\n${'x'.repeat(100_000)}`],
  ['a part without a name', `${part('filename="cv.pdf"', '%PDF', 'application/pdf')}--b--\r\n`],
  ['bytes that are not a form', Buffer.from([0xff, 0xfe, 0, 1])],
])('a multipart form with %s is refused with 400', { tags: ['nested-names'] }, async (_what, body, type) => {
  const { status, text } = await post(body, type)
  expect(status).toBe(400)
  const issues = [{ message: expect.any(String) }]
  expect(JSON.parse(text).error).toMatchObject({ code: 'invalid_request', issues })
})

const noFile = { path: 'cv', message: 'cv must be a file with a file name' }
const unknownFile = { path: 'photo', message: 'photo is not a file of this form; it accepts one, cv' }
test.each<[string, string, { path: string; message?: string }]>([
  ['a file of an unknown field', part('name="photo"; filename="me.png"', 'x', 'image/png'), unknownFile],
  ['two CVs', `${cv}${cv}`, { path: 'cv', message: 'cv must be one file' }],
  ['a file without a name', part('name="cv"', '%PDF-1.4', 'application/octet-stream'), noFile],
  ['a field given twice', part('name="firstName"', 'Zahra'), { path: 'firstName' }],
  ['a field that is a list', part('name="phone[9999999]"', '1'), { path: 'phone', message: 'phone must be one text' }],
  ['a field that is an object', part('name="message[__proto__][x]"', '1'), { path: 'message' }],
  [
    'parts without end',
    part('name="x"', '').repeat(2000),
    { path: '', message: 'The form must have at most 1021 parts' },
  ],
])('%s is refused with 400 that names it', async (_what, extra, issue) => {
  const { status, text } = await post(`${person}${extra}--b--\r\n`)
  expect([status, JSON.parse(text).error.issues]).toMatchObject([400, [issue]])
})

test('a disk that fills while a file arrives is no fault of the form: its texts are read, and the cause is known', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const openFull = async (): Promise<FileHandle> => {
    const file = await open('/dev/null', 'r+')
    let writes = 0
    return Object.assign(file, { appendFile: async () => void (++writes > 1 && (await Promise.reject(full))) })
  }
  const spool = createSpool(tmpdir(), openFull)
  const deps = createPartialDeps<Deps>({ admission: { watch: () => {} }, spool, settings: { trustProxy: 0 } })
  const app = express().post('/', async (req, res) => {
    const { fields, issues, refusedFile, close } = await readForm(deps, req, res, true)
    await close()
    res.json({ firstName: fields.firstName, issues, cause: String(refusedFile?.cause?.cause) })
  })
  const listening = createServer(withRequestOnly(app)).listen(0, '127.0.0.1')
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  // The cast holds because a server that listens on a port has an AddressInfo.
  const { port } = listening.address() as AddressInfo
  const body = encodeForm({ firstName: 'Salma' }, makePdf(500_000))
  const res = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })
  expect(await res.json()).toEqual({ firstName: 'Salma', issues: [], cause: String(full) })
})
