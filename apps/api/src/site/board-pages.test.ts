import { actAsOperator } from '@boardwalk/core/activity/audit'
import { createCompany } from '@boardwalk/core/company/service'
import { createBoardJob } from '@boardwalk/core/job/create'
import type { BoardJobCreate } from '@boardwalk/schema/job'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()

async function get(path: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
  const html = await res.text()
  return {
    status: res.status,
    location: res.headers.get('location'),
    vary: res.headers.get('vary'),
    html,
    titles: [...html.matchAll(/<h3><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, title]) => title),
    companies: [...html.matchAll(/<h2><a href="[^"]*\/companies\/([^"]*)"><bdi>/g)].map(([, slug]) => slug),
  }
}

const linkTo = (html: string, rel: string) =>
  new RegExp(`href="([^"]*)" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&')

test('the root leads to the reader’s language: the one that was chosen, else one that the browser names, else French', async () => {
  for (const [headers, path] of [
    [{}, '/fr'],
    [{ 'accept-language': 'de' }, '/fr'],
    [{ 'accept-language': 'en-GB,en;q=0.8,fr;q=0.5' }, '/en'],
    [{ 'accept-language': 'ar-MA' }, '/ar'],
    [{ 'accept-language': 'en', cookie: 'boardwalk-locale=ar' }, '/ar'],
    [{ 'accept-language': 'en', cookie: 'boardwalk-locale=evil' }, '/en'],
  ] as const) {
    const { status, location, vary } = await get('/', headers)
    expect([headers, status, location]).toEqual([headers, 302, path])
    expect(vary?.toLowerCase().split(/, */)).toEqual(expect.arrayContaining(['accept-language', 'cookie']))
  }
})

describe('a board of many companies', () => {
  let atlas: TestCompany
  /** The addresses of all companies with published jobs, by name. */
  let slugs: string[]
  beforeAll(async () => {
    atlas = await server.company()
    const jobs = Array.from({ length: 5 }, (_, index) => ({ id: `${index}`, title: `Poste ${index}`, city: 'Rabat' }))
    await atlas.call('PUT', '/jobs', { jobs })
    const numbered = Array.from({ length: 55 }, (_, index) => `company-${String(index).padStart(2, '0')}`)
    type Row = [name: string, slug: string, job: BoardJobCreate['known']]
    const rows: Row[] = [
      ['École Zahra', 'zahra', { title: 'Professeure', city: 'Fès', contractType: 'CDD' }],
      ['Secret', 'secret', { title: 'Brouillon', status: 'UNPUBLISHED' }],
      ...numbered.map(
        (slug, index) =>
          [`Company ${slug.slice(-2)}`, slug, { title: `Vendeuse ${index}`, city: 'Agadir' }] satisfies Row,
      ),
    ]
    const made = [...rows, ['Nouvelle', 'nouvelle']].map(([name, slug]) =>
      createCompany(server.deps, { name: `${name}`, slug: `${slug}`, locale: 'fr' }),
    )
    const ids = (await Promise.all(made)).map(({ id }) => id)
    // One after the other, so that each was published later than the one before.
    for (const [index, [, , known]] of rows.entries())
      await createBoardJob(server.deps, actAsOperator(ids[index] ?? ''), { job: { known, extra: new Map() } })
    slugs = [atlas.slug, ...numbered, 'zahra']
  })

  test('lists the newest jobs of all companies with the names of the companies, and nothing unpublished', async () => {
    const { status, titles, html } = await get('/fr')
    expect(status).toBe(200)
    expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `Vendeuse ${54 - index}`))
    for (const shown of [
      '<ul class="soft"><li><bdi>Company 54</bdi></li><li><bdi>Agadir</bdi></li></ul>',
      '<option value="CDD">CDD (1)</option>',
      'href="/fr/companies/company-54/jobs/vendeuse-54',
      '<a href="/fr/companies">Entreprises qui recrutent</a>',
      '<h2>61 offres d’emploi</h2>',
      ...['/api/docs', '/feed.xml', '/jobs.json'].map((path) => `<a href="${path}">`),
      // This page is written in each language, unlike a job.
      ...['fr', 'en', 'ar'].map((locale) => `rel="alternate" hrefLang="${locale}" href="${server.url}/${locale}"/>`),
      `rel="alternate" hrefLang="x-default" href="${server.url}/fr"/>`,
    ])
      expect(html).toContain(shown)
    const seen: (string | undefined)[] = []
    for (let next: string | undefined = '/fr'; next !== undefined; ) {
      const page = await get(next)
      expect(page.html).toContain(`<link rel="canonical" href="${server.url}${next.replaceAll('&', '&amp;')}"/>`)
      seen.push(...page.titles)
      next = linkTo(page.html, 'next')
    }
    // The two oldest jobs of Atlas follow three others of Atlas.
    expect([seen.length, new Set(seen).size, seen.includes('Brouillon')]).toEqual([59, 59, false])
    await atlas.call('POST', '/job', { job: { id: 'new', title: 'Tout neuf' } })
    expect((await get('/fr')).titles[0]).toBe('Tout neuf')
    await atlas.call('DELETE', '/job/new')
    expect((await get('/fr')).titles[0]).toBe('Vendeuse 54')
  })

  test('the directory has each company with published jobs once, by name, and no other company', async () => {
    const first = await get('/fr/companies')
    const second = await get(linkTo(first.html, 'next') ?? '')
    expect([...first.companies, ...second.companies]).toEqual(slugs)
    expect(first.html).toContain('5 offres d’emploi')
    expect(first.html + second.html).not.toMatch(/secret|nouvelle/)
    expect(linkTo(second.html, 'next')).toBeUndefined()
    expect((await get(linkTo(second.html, 'prev') ?? '')).companies).toEqual(first.companies)
    // The last 50 fill their page, and no page follows.
    const last = await get('/fr/companies?after=company-05')
    expect([last.companies.length, linkTo(last.html, 'next')]).toEqual([50, undefined])
  })

  test('the directory finds companies whose names have words that begin with each of the words, with or without accents', async () => {
    const find = async (name: string) => (await get(`/fr/companies?${new URLSearchParams({ q: name })}`)).companies
    expect(await find('ecole')).toEqual(['zahra'])
    expect(await find('zah éc')).toEqual(['zahra'])
    expect(await find('company 07')).toEqual(['company-07'])
    // The end of a word, one word of two, and a company without published jobs.
    for (const name of ['hra', 'zahra company', 'secret']) expect([name, await find(name)]).toEqual([name, []])
  })
})
