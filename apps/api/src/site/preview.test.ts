import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { openBackOffice, signedInAdministrator } from '../test/administrator.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'

const server = useServer()
let company: TestCompany
let administrator: Awaited<ReturnType<typeof signedInAdministrator>>
let cookie: string | undefined

beforeAll(async () => {
  company = await server.company()
  administrator = await signedInAdministrator(server, company)
  cookie = administrator.cookie
})

const draft = { title: 'Comptable', description: '<p>Tenir les <b>comptes</b>.</p>', status: 'UNPUBLISHED' }

async function createJob(id: string, job: Record<string, unknown>): Promise<number> {
  return (await company.call('POST', '/job', { job: { id, ...job } })).body.jobId
}

async function preview(jobId: number | string, sent = cookie) {
  const res = await fetch(`${server.url}/backoffice/preview/${jobId}`, {
    headers: { accept: 'text/html', ...(sent !== undefined && { cookie: sent }) },
  })
  return { status: res.status, headers: res.headers, html: await res.text() }
}

test('an administrator sees the page of a draft in each language, without structured data or a form, hidden from search engines', async () => {
  const jobId = await createJob('A', draft)
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
  expect((await preview(`${jobId}?locale=de`)).html).toContain('<html lang="fr"')
  // Without a choice it is the language of the company.
  const other = await server.company()
  await server.deps.companies.updateTexts(other.id, 0, { locale: 'ar' }, 'operator')
  const { body } = await other.call('POST', '/job', { job: { id: 'A', ...draft } })
  const ofOther = await signedInAdministrator(server, other)
  expect((await preview(body.jobId, ofOther.cookie)).html).toContain('<html lang="ar" dir="rtl">')
})

test('a published job has a preview too, with the logo of its company, without structured data or a form', async () => {
  const { logoUrl } = await administrator.client.company.setLogo.mutate({ base64: logo.toString('base64') })
  const { html } = await preview(await createJob('B', { title: 'Publiée' }))
  expect(html).toContain('Publiée')
  expect(html).toContain(`<img src="${logoUrl}"`)
  expect(html).not.toMatch(/<form|ld\+json/)
})

test('only an administrator of the company sees it; a person who is signed out gets the web app, which asks to sign in', async () => {
  const jobId = await createJob('C', draft)
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

test.each(['0', '-1', '1e3', '9'.repeat(15), '9'.repeat(16), 'x'])('an unknown job, %s, answers 404', async (id) => {
  const { status, html } = await preview(id)
  expect([status, html.includes('<h1>Page introuvable</h1>')]).toEqual([404, true])
})

describe('a job that is being written', () => {
  const render = async (input: Parameters<typeof administrator.client.job.preview.mutate>[0]) =>
    (await administrator.client.job.preview.mutate(input)).html
  const refusal = (paths: string[]) => ({
    data: { code: 'invalid_request', issues: paths.map((path) => expect.objectContaining({ path })) },
  })

  it('is rendered as its page will show it, in each language, and is not stored', async () => {
    const job = { ...draft, city: ['Rabat', 'Salé'], contractType: 'CDI' as const, status: 'UNPUBLISHED' as const }
    const html = await render({ job, locale: 'en' })
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<p>Tenir les <b>comptes</b>.</p>')
    expect(html).toContain('Rabat, Salé')
    expect(html).toContain('Permanent (CDI)')
    expect(html).toContain('Morocco')
    expect(html).toContain('<bdi>Atlas Talents</bdi>')
    expect(html).toContain('<link rel="stylesheet" href="/site.css')
    // In the frame of the back office a link opens a page of its own.
    expect(html).toContain('<base target="_blank"/>')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toMatch(/<form|ld\+json|#apply|og:title|canonical|hrefLang/i)
    expect(await render({ job, locale: 'ar' })).toContain('<html lang="ar" dir="rtl">')
    const { total } = await administrator.client.job.list.query({ search: 'Comptable' })
    await render({ job, locale: 'fr' })
    expect((await administrator.client.job.list.query({ search: 'Comptable' })).total).toBe(total)
  })

  it('is rendered exactly like the same job once it is stored', async () => {
    const job = { ...draft, benefits: ['Repas'], minSalary: 9000, displaySalary: true }
    const html = await render({ job: { ...job, status: 'UNPUBLISHED' }, locale: 'fr' })
    const main = (page: string) => /<main>.*<\/main>/s.exec(page)?.[0]
    expect(main(html)).toBe(main((await preview(await createJob('same', job))).html))
  })

  it('is sanitised as the stored job will be', async () => {
    const description = '<p onclick="canary()">Bon<script>canary()</script><img src="https://evil.example"></p>'
    const html = await render({ job: { title: '<script>canary()</script>', description }, locale: 'fr' })
    expect(html).toContain('<p>Bon</p>')
    expect(html).toContain('&lt;script&gt;canary()&lt;/script&gt;')
    expect(html).not.toMatch(/<script|onclick|evil/)
  })

  it('that is stored already is rendered with the fields that the form changes and with its other fields', async () => {
    const jobId = await createJob('changed', { ...draft, city: 'Fès', benefits: ['Repas'] })
    const html = await render({ jobId, job: { title: 'Cheffe comptable', benefits: null }, locale: 'fr' })
    expect(html).toContain('Cheffe comptable')
    expect(html).toContain('Fès')
    expect(html).toContain('Tenir les')
    expect(html).not.toContain('Repas')
    expect((await preview(jobId)).html).toContain('Repas')
    // Of a job that is on the site, the day of its publication stays.
    expect(html).not.toContain('Publiée le')
    const live = await createJob('live', { title: 'Publiée' })
    expect(await render({ jobId: live, job: { title: 'Autre titre' }, locale: 'fr' })).toContain('Publiée le')
  })

  it('is refused with the same issues as on saving', async () => {
    const wrong = { title: ' ', minSalary: 9000, maxSalary: 8000 }
    await expect(render({ job: wrong, locale: 'fr' })).rejects.toMatchObject(refusal(['job.title']))
    await expect(render({ job: { ...wrong, title: 'T' }, locale: 'fr' })).rejects.toMatchObject(
      refusal(['job.minSalary']),
    )
    await expect(
      administrator.client.job.create.mutate({ formId: randomUUID(), job: { ...wrong, title: 'T' } }),
    ).rejects.toMatchObject(refusal(['job.minSalary']))
  })

  it('is not rendered for a page of another site', async () => {
    const elsewhere = openBackOffice(server.url, 'https://evil.example', cookie).client.job.preview
    const answer = elsewhere.mutate({ job: { title: 'T' }, locale: 'fr' })
    await expect(answer).rejects.toMatchObject({ data: { code: 'origin_refused' } })
  })
})
