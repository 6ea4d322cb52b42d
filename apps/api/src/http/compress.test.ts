import { beforeAll, describe, expect, it } from 'vitest'
import { signedInAdministrator } from '../test/administrator.ts'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
let jobPath: string
let cookie: string
beforeAll(async () => {
  company = await server.company()
  const description = `<p>${'Nous cherchons une comptable. '.repeat(100)}</p>`
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable', description } })
  jobPath = new URL(body.jobUrl).pathname
  for (let n = 0; n < 10; n++) await apply(body.jobUrl, { message: 'Disponible dès demain. '.repeat(20) })
  cookie = (await signedInAdministrator(server, company)).cookie ?? ''
})

async function ask(path: string, { headers, ...init }: RequestInit = {}, encoding = 'gzip') {
  const answer = await fetch(`${server.url}${path}`, { ...init, headers: { ...headers, 'accept-encoding': encoding } })
  return { headers: answer.headers, encoding: answer.headers.get('content-encoding'), text: await answer.text() }
}

it('pages, feeds, documents, and the API’s jobs are compressed for those who read that, and are the same for others', async () => {
  const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
  // Fifty jobs, of which nothing is stored: so the second answer is that of the first.
  const jobs = Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, title: 'T' }))
  const requests: [string, RequestInit?][] = [
    ...[jobPath, `/fr/companies/${company.slug}`, '/feed.xml', '/site.css'].map((path): [string] => [path]),
    ...['/api/openapi.json', '/api/docs/guides/first-job'].map((path): [string] => [path]),
    [`${jobPath}/apply`, { method: 'POST', body: new FormData() }],
    ...['/api/jobs', '/api/job/A'].map((path): [string, RequestInit] => [path, { headers }]),
    ['/api/jobs', { method: 'PUT', headers, body: JSON.stringify({ jobs, dryRun: true }) }],
  ]
  // A page has another form id each time.
  const withoutIds = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, '')
  for (const [path, init] of requests) {
    const plain = await ask(path, init, 'identity')
    expect([path, plain.encoding, plain.headers.get('vary')]).toEqual([
      path,
      null,
      expect.stringMatching(/accept-encoding/i),
    ])
    for (const encoding of ['gzip', 'br']) {
      const answer = await ask(path, init, encoding)
      expect([path, answer.encoding, answer.headers.get('vary')]).toEqual([path, encoding, plain.headers.get('vary')])
      expect(withoutIds(answer.text) === withoutIds(plain.text), path).toBe(true)
    }
  }
  const { text, ...head } = await ask(jobPath, { method: 'HEAD' })
  expect([text, head.headers.get('vary')]).toEqual(['', expect.stringMatching(/accept-encoding/i)])
  // An answer that one packet holds is not compressed.
  expect((await ask('/robots.txt')).encoding).toBeNull()
})

describe('the length of an answer gives no secret away', () => {
  /** Calls procedures as a page of the back office does, unless the options say otherwise. */
  const callProcedures = (paths: string, inputs: object, { origin = server.url, method = 'POST' } = {}) => {
    const url = `/trpc/${paths}?batch=1`
    const headers = { cookie, origin, 'content-type': 'application/json' }
    if (method === 'GET') return ask(`${url}&input=${encodeURIComponent(JSON.stringify(inputs))}`, { headers })
    return ask(url, { method, headers, body: JSON.stringify(inputs) })
  }
  const expectPlain = ({ encoding, headers, text }: Awaited<ReturnType<typeof ask>>) => {
    expect(text.length).toBeGreaterThan(1400)
    expect([encoding, headers.get('cache-control')]).toEqual([null, 'no-store, no-transform'])
  }

  it('candidates, with their signed links beside texts of applicants, are never compressed, not by a proxy either', async () => {
    const headers = { 'x-api-key': company.key }
    for (const path of ['/api/candidates', '/api/job/A/candidates']) expectPlain(await ask(path, { headers }))
  })

  it('the back office compresses what it says of jobs, to its own pages only', async () => {
    const { jobId } = (await company.call('GET', '/job/A')).body.job
    const inputs = { 0: { jobId } }
    const own = await callProcedures('job.get', inputs)
    expect([own.encoding, own.text]).toEqual(['gzip', expect.stringContaining('Nous cherchons une comptable.')])
    expectPlain(await callProcedures('job.get', inputs, { origin: 'https://evil.test' }))
    expectPlain(await callProcedures('job.get', inputs, { method: 'GET', origin: '' }))
    expectPlain(await callProcedures('job.get,session.me', inputs))
    expectPlain(await callProcedures('session.me,job.get', { 1: inputs[0] }))
    expectPlain(await callProcedures('application.list', { 0: {} }))
  })
})
