import { beforeAll, expect, test } from 'vitest'
import { signedInAdministrator } from '../test/administrator.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()
let company: TestCompany
let cookie: string | undefined

beforeAll(async () => {
  company = await server.company()
  cookie = (await signedInAdministrator(server, company)).cookie
})

const draft = { title: 'Comptable', description: '<p>Tenir les <b>comptes</b>.</p>', status: 'UNPUBLISHED' }

async function jobIdOf(id: string, job: Record<string, unknown>): Promise<number> {
  return (await company.call('POST', '/job', { job: { id, ...job } })).body.jobId
}

async function preview(jobId: number | string, sent = cookie) {
  const res = await fetch(`${server.url}/backoffice/preview/${jobId}`, {
    headers: { accept: 'text/html', ...(sent !== undefined && { cookie: sent }) },
  })
  return { status: res.status, headers: res.headers, html: await res.text() }
}

test('an administrator sees the page of a draft: without markup or a form, nobody’s to find, in each language', async () => {
  const jobId = await jobIdOf('A', draft)
  const { status, headers, html } = await preview(jobId)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('<html lang="fr"')
  expect(html).toContain('Tenir les')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toMatch(/<form|ld\+json|#apply|og:title|canonical/)
  expect(html).toContain('href="?locale=ar"')
  expect((await preview(`${jobId}?locale=ar`)).html).toContain('<html lang="ar" dir="rtl">')
})

test('a published job has a preview too, and it is no second page of it', async () => {
  const { html } = await preview(await jobIdOf('B', { title: 'Publiée' }))
  expect(html).toContain('Publiée')
  expect(html).not.toMatch(/<form|ld\+json/)
})

test('nobody but an administrator of the company sees it; who is signed out is given the web app, which asks to sign in', async () => {
  const jobId = await jobIdOf('C', draft)
  const stranger = (await signedInAdministrator(server, await server.company())).cookie
  for (const [sent, status, shown] of [
    ['', 200, '<div id="root">'],
    ['boardwalk=s%3Anonsense.nonsense', 200, '<div id="root">'],
    [stranger, 404, '<main'],
  ] as const) {
    const answer = await preview(jobId, sent)
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(shown)
    expect(answer.html).not.toContain('Comptable')
  }
})

test.each(['0', '-1', '1e3', '9'.repeat(15), '9'.repeat(16), 'x'])(
  'of a job that is not there, %s, is none',
  async (id) => {
    expect((await preview(id)).status).toBe(404)
  },
)
