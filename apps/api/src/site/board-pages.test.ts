import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../feature/api-key/service.ts'
import { actAsOperator } from '../feature/audit/service.ts'
import { createCompany } from '../feature/company/service.ts'
import { callAt, type TestCompany, useSecondServer, useServer } from '../test/harness.ts'

const empty = useServer()
// It has not counted the jobs of the empty board.
const server = useSecondServer(empty)
// These have not counted the jobs of any company.
const [_late, _later] = [useSecondServer(empty), useSecondServer(empty)]

async function get(path: string, headers: Record<string, string> = {}, { url } = server) {
  const res = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
  const html = await res.text()
  return {
    ...{ status: res.status, location: res.headers.get('location'), vary: res.headers.get('vary'), html },
    titles: [...html.matchAll(/<h3><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, title]) => title),
    companies: [...html.matchAll(/<h2><a href="[^"]*\/companies\/([^"]*)"><bdi>/g)].map(([, slug]) => slug),
  }
}

const linkTo = (html: string, rel: string) =>
  new RegExp(`href="([^"]*)" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&')

test('a board without jobs says so kindly in each language, without a search form', async () => {
  for (const [locale, text, noCompanies] of [
    ['fr', 'Revenez dans quelques jours.', 'Aucune entreprise n’a publié d’offre en ce moment.'],
    ['en', 'Please come back in a few days.', 'No company has published a job at the moment.'],
    ['ar', 'نرجو أن تعودوا بعد أيام قليلة.', 'لم تنشر أي شركة عرض عمل في الوقت الحالي.'],
  ] as const) {
    const home = await get(`/${locale}`, {}, empty)
    expect([home.status, home.html.includes(text)]).toEqual([200, true])
    expect(home.html).not.toMatch(/<form|<ul class="jobs"|href="\/\w+\/companies"/)
    expect((await get(`/${locale}/companies`, {}, empty)).html).toContain(noCompanies)
  }
})

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
  const publish = async (name: string, slug: string, jobs: object[]) => {
    const { id } = await createCompany(empty.deps, { name, slug, locale: 'fr' })
    if (jobs.length === 0) return
    const { key } = await createKey(empty.deps, actAsOperator(id), { name: 'k', scopes: ['write'] })
    const named = jobs.map((job, index) => ({ id: `${index}`, ...job }))
    expect((await callAt(empty.url, key, 'PUT', '/jobs', { jobs: named })).status).toBe(200)
  }
  beforeAll(async () => {
    atlas = await empty.company()
    const jobs = Array.from({ length: 5 }, (_, index) => ({ id: `${index}`, title: `Poste ${index}`, city: 'Rabat' }))
    await atlas.call('PUT', '/jobs', { jobs })
    await publish('École Zahra', 'zahra', [{ title: 'Professeure', city: 'Fès', contractType: 'CDD' }])
    await publish('Secret', 'secret', [{ title: 'Brouillon', status: 'UNPUBLISHED' }])
    await publish('Nouvelle', 'nouvelle', [])
    const numbered = Array.from({ length: 55 }, (_, index) => `company-${String(index).padStart(2, '0')}`)
    for (const [index, slug] of numbered.entries())
      await publish(`Company ${slug.slice(-2)}`, slug, [{ title: `Vendeuse ${index}`, city: 'Agadir' }])
    slugs = [atlas.slug, ...numbered, 'zahra']
  })

  test('lists the newest jobs of all companies with the names of the companies, and nothing unpublished', async () => {
    const { status, titles, html } = await get('/fr')
    expect(status).toBe(200)
    expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `Vendeuse ${54 - index}`))
    for (const shown of [
      '<ul class="soft"><li><bdi>Company 54</bdi></li><li><bdi>Agadir</bdi></li><li><time',
      ...['<option value="CDD">CDD (1)</option>', 'href="/fr/companies/company-54/jobs/vendeuse-54'],
      ...['<a href="/fr/companies">Entreprises qui recrutent</a>', '<h2>61 offres d’emploi</h2>'],
      ...['/api/docs', '/feed.xml', '/jobs.json'].map((path) => `<a href="${path}">`),
    ])
      expect(html).toContain(shown)
    const seen: (string | undefined)[] = []
    for (let next: string | undefined = '/fr'; next !== undefined; ) {
      const page = await get(next)
      expect(page.html).toContain(`<link rel="canonical" href="${server.url}${next}"/>`)
      seen.push(...page.titles)
      next = linkTo(page.html, 'next')
    }
    expect([seen.length, new Set(seen).size, seen.includes('Brouillon')]).toEqual([61, 61, false])
    await atlas.call('POST', '/job', { job: { id: 'new', title: 'Tout neuf' } })
    expect((await get('/fr')).titles[0]).toBe('Tout neuf')
    await atlas.call('DELETE', '/job/new')
    expect((await get('/fr')).titles[0]).toBe('Vendeuse 54')
  })

  test('searches all companies, and search engines ignore what it finds', async () => {
    const found = {
      'q=professeure': 1,
      'city=F%C3%A8s': 1,
      'contract=CDD': 1,
      'contract=CDD&city=Rabat': 0,
      'q=brouillon': 0,
    }
    for (const [query, count] of Object.entries(found)) {
      const { titles, html } = await get(`/fr?${query}`)
      expect([query, titles]).toEqual([query, Array.from({ length: count }, () => 'Professeure')])
      expect(html).toMatch(/^(?!.*rel="canonical").*<meta name="robots" content="noindex, follow"\/>/s)
    }
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
})
