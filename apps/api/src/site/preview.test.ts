import { beforeAll, describe, expect, it, test } from 'vitest'
import { openBackOffice, signedInAdministrator } from '../test/administrator.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

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

describe('a job that is being written', () => {
  const render = async (input: Parameters<typeof administrator.client.job.preview.mutate>[0]) =>
    (await administrator.client.job.preview.mutate(input)).html
  const refusal = (paths: string[]) => ({
    data: { code: 'invalid_request', issues: paths.map((path) => expect.objectContaining({ path })) },
  })

  it('is shown as its page will show it, in each language, and is not stored', async () => {
    const job = { ...draft, city: ['Rabat', 'Salé'], contractType: 'CDI' as const, status: 'UNPUBLISHED' as const }
    const html = await render({ job, locale: 'en' })
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<p>Tenir les <b>comptes</b>.</p>')
    expect(html).toContain('Rabat, Salé')
    expect(html).toContain('Permanent (CDI)')
    expect(html).toContain('Morocco')
    expect(html).toContain('<bdi>Atlas Talents</bdi>')
    expect(html).toContain('<link rel="stylesheet" href="/site.css')
    expect(html).not.toMatch(/<form|ld\+json|#apply|og:title|canonical|hrefLang/i)
    expect(await render({ job, locale: 'ar' })).toContain('<html lang="ar" dir="rtl">')
    const { total } = await administrator.client.job.list.query({ search: 'Comptable' })
    await render({ job, locale: 'fr' })
    expect((await administrator.client.job.list.query({ search: 'Comptable' })).total).toBe(total)
  })

  it('looks like the page of the same job once it is stored', async () => {
    const job = { ...draft, benefits: ['Repas'], minSalary: 9000, displaySalary: true }
    const html = await render({ job: { ...job, status: 'UNPUBLISHED' }, locale: 'fr' })
    const main = (page: string) => /<main>.*<\/main>/s.exec(page)?.[0]
    expect(main(html)).toBe(main((await preview(await jobIdOf('same', job))).html))
  })

  it('is sanitised as the stored job will be', async () => {
    const description = '<p onclick="canary()">Bon<script>canary()</script><img src="https://evil.example"></p>'
    const html = await render({ job: { title: '<script>canary()</script>', description }, locale: 'fr' })
    expect(html).toContain('<p>Bon</p>')
    expect(html).toContain('&lt;script&gt;canary()&lt;/script&gt;')
    expect(html).not.toMatch(/<script|onclick|evil/)
  })

  it('of a stored job shows the fields that the form changes, and keeps the others', async () => {
    const jobId = await jobIdOf('changed', { ...draft, city: 'Fès', benefits: ['Repas'] })
    const html = await render({ jobId, job: { title: 'Cheffe comptable', benefits: null }, locale: 'fr' })
    expect(html).toContain('Cheffe comptable')
    expect(html).toContain('Fès')
    expect(html).toContain('Tenir les')
    expect(html).not.toContain('Repas')
    expect((await preview(jobId)).html).toContain('Repas')
  })

  it('that could not be saved is refused with the same issues', async () => {
    const wrong = { title: ' ', minSalary: 9000, maxSalary: 8000 }
    await expect(render({ job: wrong, locale: 'fr' })).rejects.toMatchObject(refusal(['job.title']))
    await expect(render({ job: { ...wrong, title: 'T' }, locale: 'fr' })).rejects.toMatchObject(
      refusal(['job.minSalary']),
    )
    await expect(administrator.client.job.create.mutate({ job: { ...wrong, title: 'T' } })).rejects.toMatchObject(
      refusal(['job.minSalary']),
    )
  })

  it('is not rendered for a page of another site', async () => {
    const elsewhere = openBackOffice(server.url, 'https://evil.example', cookie).client.job.preview
    const answer = elsewhere.mutate({ job: { title: 'T' }, locale: 'fr' })
    await expect(answer).rejects.toMatchObject({ data: { code: 'origin_refused' } })
  })
})
