import { beforeAll, expect, it } from 'vitest'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
let jobPath: string
beforeAll(async () => {
  company = await server.company()
  const description = `<p>${'Nous cherchons une comptable. '.repeat(100)}</p>`
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable', description } })
  jobPath = new URL(body.jobUrl).pathname
  for (let n = 0; n < 10; n++) await apply(body.jobUrl, { message: 'Disponible dès demain. '.repeat(20) })
})

async function ask(path: string, { headers, ...init }: RequestInit = {}, encoding = 'gzip') {
  const answer = await fetch(`${server.url}${path}`, { ...init, headers: { ...headers, 'accept-encoding': encoding } })
  return { headers: answer.headers, encoding: answer.headers.get('content-encoding'), text: await answer.text() }
}

it('pages, feeds, documents, and the API’s jobs are compressed for those who read that, and are the same for others', async () => {
  const headers = { 'x-api-key': company.key }
  const requests: [string, RequestInit?][] = [
    ...[jobPath, '/feed.xml', '/site.css', '/api/openapi.json'].map((path): [string] => [path]),
    [`${jobPath}/apply`, { method: 'POST', body: new FormData() }],
    ['/api/jobs', { headers }],
  ]
  // A page has another form id each time.
  const withoutIds = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, '')
  for (const [path, init] of requests) {
    const plain = await ask(path, init, 'identity')
    const vary = expect.stringMatching(/accept-encoding/i)
    expect([path, plain.encoding, plain.headers.get('vary')]).toEqual([path, null, vary])
    const isLong = ['/feed.xml', '/api/openapi.json'].includes(path)
    for (const encoding of ['gzip', 'gzip, deflate, br']) {
      const answer = await ask(path, init, encoding)
      // Brotli would keep megabytes of a long answer in memory until its reader has taken it.
      const expected = encoding === 'gzip' || isLong ? 'gzip' : 'br'
      expect([path, answer.encoding, answer.headers.get('vary')]).toEqual([path, expected, vary])
      expect(withoutIds(answer.text) === withoutIds(plain.text), path).toBe(true)
    }
  }
})

it('candidates, with their signed links beside texts of applicants, are never compressed, not by a proxy either', {
  tags: ['compression'],
}, async () => {
  for (const path of ['/api/candidates', '/api/job/A/candidates']) {
    const { encoding, headers, text } = await ask(path, { headers: { 'x-api-key': company.key } })
    expect(text.length).toBeGreaterThan(1400)
    expect([encoding, headers.get('cache-control')]).toEqual([null, 'no-store, no-transform'])
  }
})
