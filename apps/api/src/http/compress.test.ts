import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { signedInAdministrator } from '../test/administrator.ts'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { compress } from './compress.ts'
import { sendStream } from './send-stream.ts'

const server = useServer()
let company: TestCompany
let jobUrl: string
let cookie: string
beforeAll(async () => {
  company = await server.company()
  const description = `<p>${'Nous cherchons une comptable. '.repeat(100)}</p>`
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable', description } })
  jobUrl = body.jobUrl
  for (let n = 0; n < 10; n++) await apply(jobUrl, { message: 'Disponible dès demain. '.repeat(20) })
  cookie = (await signedInAdministrator(server, company)).cookie ?? ''
})

async function ask([address, { headers, ...init } = {}]: [string, RequestInit?], encoding = 'gzip') {
  const url = new URL(address, server.url)
  const answer = await fetch(url, { ...init, headers: { ...headers, 'accept-encoding': encoding } })
  return { headers: answer.headers, encoding: answer.headers.get('content-encoding'), text: await answer.text() }
}
const withKey = () => ({ headers: { 'x-api-key': company.key } })
/** Fifty jobs, which nothing is done with: so the second answer is that of the first. */
const withBatch = () => ({
  headers: { 'x-api-key': company.key, 'content-type': 'application/json' },
  body: JSON.stringify({ jobs: Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, title: 'T' })), dryRun: true }),
})

const compressed: [string, () => [string, RequestInit?]][] = [
  ['the page of a job', () => [new URL(jobUrl).pathname]],
  ['the page of a company', () => [`/fr/companies/${company.slug}`]],
  ['a form with mistakes', () => [`${new URL(jobUrl).pathname}/apply`, { method: 'POST', body: new FormData() }]],
  ['a feed', () => ['/feed.xml']],
  ['the stylesheet', () => ['/site.css']],
  ['the document of the API', () => ['/api/openapi.json']],
  ['a guide', () => ['/api/docs/guides/first-job']],
  ['jobs', () => ['/api/jobs', withKey()]],
  ['a job', () => ['/api/job/A', withKey()]],
  ['the results of many jobs', () => ['/api/jobs', { method: 'PUT', ...withBatch() }]],
]

it.each(compressed)('%s is compressed for those who read that, and is the same for others', async (_what, request) => {
  const plain = await ask(request(), 'identity')
  expect(plain.encoding).toBeNull()
  // A page has another form id each time.
  const withoutIds = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, '')
  for (const encoding of ['gzip', 'br']) {
    const answer = await ask(request(), encoding)
    expect(answer.encoding).toBe(encoding)
    expect(withoutIds(answer.text)).toBe(withoutIds(plain.text))
  }
  for (const { headers } of [plain, await ask(request())]) expect(headers.get('vary')).toMatch(/accept-encoding/i)
})

it('an answer that one packet holds is not compressed', async () => {
  const { encoding, text } = await ask(['/robots.txt'])
  expect(encoding).toBeNull()
  expect(text.length).toBeLessThan(1400)
})

it('HEAD has no body and says that the encoding depends on the client', async () => {
  const { text, headers } = await ask([new URL(jobUrl).pathname, { method: 'HEAD' }])
  expect(text).toBe('')
  expect(headers.get('vary')).toMatch(/accept-encoding/i)
})

/** Calls procedures as a page of the back office does, unless the options say otherwise. */
const callProcedures = (paths: string, inputs: object, { origin = server.url, method = 'POST' } = {}) => {
  const url = `/trpc/${paths}?batch=1`
  const headers = { cookie, origin }
  if (method === 'GET') return ask([`${url}&input=${encodeURIComponent(JSON.stringify(inputs))}`, { headers }])
  return ask([
    url,
    { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(inputs) },
  ])
}

describe('the length of an answer gives no secret away', () => {
  it('candidates, with their signed links beside texts of applicants, are never compressed, not by a proxy either', async () => {
    for (const path of ['/candidates', '/job/A/candidates']) {
      const { encoding, headers, text } = await ask([`/api${path}`, withKey()])
      expect(text.length).toBeGreaterThan(1400)
      expect(encoding).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store, no-transform')
    }
  })

  it('the back office compresses what it says of jobs, to its own pages only', async () => {
    const { jobId } = (await company.call('GET', '/job/A')).body.job
    const inputs = { 0: { jobId } }
    const own = await callProcedures('job.get', inputs)
    expect(own.text).toContain('Nous cherchons une comptable.')
    expect(own.encoding).toBe('gzip')
    const others = [
      await callProcedures('job.get', inputs, { origin: 'https://evil.test' }),
      await callProcedures('job.get', inputs, { method: 'GET', origin: '' }),
      await callProcedures('job.get,session.me', inputs),
      await callProcedures('session.me,job.get', { 1: inputs[0] }),
      await callProcedures('application.list', { 0: {} }),
    ]
    for (const { encoding, headers, text } of others) {
      expect(text.length).toBeGreaterThan(1400)
      expect(encoding).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store, no-transform')
    }
  })
})

describe('a compressed stream', () => {
  const PARTS = 1000
  /** Serves 64 MB that cannot be made smaller, and asks for them. `sent` counts the parts that the server has made. */
  async function stream() {
    const state = { sent: 0 }
    const content = Readable.from(
      (async function* () {
        for (; state.sent < PARTS; state.sent++) yield randomBytes(64 * 1024)
      })(),
    )
    const origin = createServer((req, res) => {
      compress(req, res)
      res.setHeader('content-type', 'application/xml')
      void sendStream(content, res)
    }).listen(0, '127.0.0.1')
    await once(origin, 'listening')
    onTestFinished(() => {
      origin.close()
      origin.closeAllConnections()
    })
    // A server that listens on a port has an address of this kind.
    const { port } = origin.address() as AddressInfo
    const request = get({ port, headers: { 'accept-encoding': 'gzip' } })
    const [answer]: IncomingMessage[] = await once(request, 'response')
    expect(answer?.headers['content-encoding']).toBe('gzip')
    return { state, content, request }
  }

  it('waits for a reader who takes nothing', async () => {
    const { state } = await stream()
    const hasStopped = async () => {
      const before = state.sent
      await setTimeout(200)
      return before > 0 && state.sent === before
    }
    await expect.poll(hasStopped).toBe(true)
    expect(state.sent).toBeLessThan(PARTS)
  })

  it('is closed if its reader goes', async () => {
    const { content, request } = await stream()
    request.destroy()
    await expect.poll(() => content.destroyed).toBe(true)
  })
})
