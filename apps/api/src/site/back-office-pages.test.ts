import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'
import { signedInUser } from '../test/user.ts'

const server = useServer()
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
beforeAll(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
})

const draft = { title: 'Comptable', description: '<p>Tenir les <b>comptes</b>.</p>', status: 'UNPUBLISHED' as const }

const createJob = async (id: string, job: object): Promise<number> =>
  (await company.call('POST', '/job', { job: { id, ...job } })).body.jobId

async function preview(jobId: number | string, cookie = user.cookie ?? '') {
  const headers = { accept: 'text/html', cookie }
  const res = await fetch(`${server.url}/backoffice/preview/${jobId}`, { headers })
  return { status: res.status, html: await res.text() }
}

const render = async (input: Parameters<typeof user.client.job.preview.mutate>[0]) =>
  (await user.client.job.preview.mutate(input)).html

test('only a user of the company sees it; a person who is signed out gets the web app, which asks to sign in', async () => {
  const jobId = await createJob('C', draft)
  const stranger = (await signedInUser(server, await server.company())).cookie ?? ''
  for (const [sent, status, shown] of [
    ['', 200, '<div id="root">'],
    ['boardwalk=s%3Anonsense.nonsense', 200, '<div id="root">'],
    [stranger, 404, '<main'],
  ] as const) {
    const { html, ...answer } = await preview(jobId, sent)
    expect([answer.status, html.includes(shown), html.includes('Comptable')]).toEqual([status, true, false])
  }
  for (const id of ['0', '-1', '1e3', '9'.repeat(15), '9'.repeat(16), 'x']) {
    const { status, html } = await preview(id)
    expect([id, status, html.includes('<h1>Page introuvable</h1>')]).toEqual([id, 404, true])
  }
})

test('a job that is being written is rendered and sanitised exactly like the same job once it is stored, and is not stored', async () => {
  const job = { ...draft, city: ['Rabat', 'Salé'], contractType: 'CDI' as const, minSalary: 9000, displaySalary: true }
  const countJobs = async () => (await user.client.job.list.query({})).total
  const before = await countJobs()
  const html = await render({ job, locale: 'en' })
  for (const shown of [
    '<html lang="en" dir="ltr">',
    '<p>Tenir les <b>comptes</b>.</p>',
    'Permanent (CDI)',
    'Morocco',
    '<base target="_blank"/>',
    '<link rel="stylesheet" href="/site.css',
    '<meta name="robots" content="noindex"/>',
  ])
    expect(html).toContain(shown)
  expect(html).not.toMatch(/<form|ld\+json|#apply|og:title|canonical|hrefLang/i)
  const hostile = '<p onclick="canary()">Bon<script>canary()</script><img src="https://evil.example"></p>'
  const title = '<script>canary()</script>'
  const safe = await render({ job: { title, description: hostile }, locale: 'fr' })
  expect(safe).toContain('<p>Bon</p>')
  expect(safe).not.toMatch(/<script|onclick|evil/)
  expect(await countJobs()).toBe(before)
  const main = (page: string) => /<main>.*<\/main>/s.exec(page)?.[0]
  // A job from an ATS would also show its reference.
  const { jobId } = await user.client.job.create.mutate({ formId: randomUUID(), job })
  const stored = await preview(`${jobId}?locale=en`)
  expect(main(html)).toBe(main(stored.html))
})
