import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../feature/api-key/service.ts'
import { actAsOperator } from '../feature/audit/service.ts'
import { createCompany } from '../feature/company/service.ts'
import { callAt, type TestCompany, useSecondServer, useServer } from '../test/harness.ts'

const empty = useServer()
// It has not counted the jobs of the empty board.
const server = useSecondServer(empty)

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

describe('a board without jobs', () => {
  test.each([
    ['fr', 'Revenez dans quelques jours.', 'Aucune entreprise n’a publié d’offre en ce moment.'],
    ['en', 'Please come back in a few days.', 'No company has published a job at the moment.'],
    ['ar', 'نرجو أن تعودوا بعد أيام قليلة.', 'لم تنشر أي شركة عرض عمل في الوقت الحالي.'],
  ])('says so kindly in %s, without a search form', async (locale, text, noCompanies) => {
    const home = await get(`/${locale}`, {}, empty)
    expect([home.status, home.html.includes(text)]).toEqual([200, true])
    expect(home.html).not.toMatch(/<form|<ul class="jobs"|href="\/\w+\/companies"/)
    expect((await get(`/${locale}/companies`, {}, empty)).html).toContain(noCompanies)
  })
})

describe('the root', () => {
  test.each([
    [{}, '/fr'],
    [{ 'accept-language': 'de' }, '/fr'],
    [{ 'accept-language': 'en-GB,en;q=0.8,fr;q=0.5' }, '/en'],
    [{ 'accept-language': 'ar-MA' }, '/ar'],
    [{ 'accept-language': 'en', cookie: 'boardwalk-locale=ar' }, '/ar'],
    [{ 'accept-language': 'en', cookie: 'boardwalk-locale=evil' }, '/en'],
  ])('with %j leads to %s', async (headers, path) => {
    const { status, location, vary } = await get('/', headers)
    expect([status, location]).toEqual([302, path])
    expect(vary?.toLowerCase().split(/, */)).toEqual(expect.arrayContaining(['accept-language', 'cookie']))
  })

  test('takes no form', async () => {
    for (const path of ['/', '/fr', '/fr/companies'])
      expect((await fetch(`${server.url}${path}`, { method: 'POST' })).status).toBe(405)
  })
})

describe('a board of many companies', () => {
  let atlas: TestCompany
  let school: { slug: string }
  const publish = async (name: string, slug: string, jobs: object[]) => {
    const { id } = await createCompany(empty.deps, { name, slug, locale: 'fr' })
    const { key } = await createKey(empty.deps, actAsOperator(id), { name: 'k', scopes: ['write'] })
    const named = jobs.map((job, index) => ({ id: `${index}`, ...job }))
    if (jobs.length > 0) expect((await callAt(empty.url, key, 'PUT', '/jobs', { jobs: named })).status).toBe(200)
    return { id, slug }
  }
  beforeAll(async () => {
    atlas = await empty.company()
    const jobs = Array.from({ length: 25 }, (_, index) => ({ id: `${index}`, title: `Poste ${index}`, city: 'Rabat' }))
    await atlas.call('PUT', '/jobs', { jobs })
    school = await publish('École Zahra', 'zahra', [{ title: 'Professeure', city: 'Fès', contractType: 'CDD' }])
    await publish('Secret', 'secret', [{ title: 'Brouillon', status: 'UNPUBLISHED' }])
    await publish('Nouvelle', 'nouvelle', [])
    for (let index = 0; index < 60; index++) {
      const slug = `company-${String(index).padStart(2, '0')}`
      await publish(
        `Company ${slug.slice(-2)}`,
        slug,
        index < 55 ? [{ title: `Vendeuse ${index}`, city: 'Agadir' }] : [],
      )
    }
  })

  test('lists the newest jobs of all companies with the names of the companies, and nothing unpublished', async () => {
    const { status, titles, html } = await get('/fr')
    expect(status).toBe(200)
    expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `Vendeuse ${54 - index}`))
    expect(html).toContain('<ul class="soft"><li><bdi>Company 54</bdi></li><li><bdi>Agadir</bdi></li><li><time')
    expect(html).toContain('<option value="CDD">CDD (1)</option>')
    expect(html).toContain('href="/fr/companies/company-54/jobs/vendeuse-54')
    expect(html).toContain('<a href="/fr/companies">Entreprises qui recrutent</a>')
    expect(html).toContain('<h2>81 offres d’emploi</h2>')
    for (const path of ['/api/docs', '/feed.xml', '/jobs.json']) expect(html).toContain(`<a href="${path}">`)
    const seen: (string | undefined)[] = []
    for (let next: string | undefined = '/fr'; next !== undefined; ) {
      const page = await get(next)
      expect(page.html).toContain(`<link rel="canonical" href="${server.url}${next}"/>`)
      seen.push(...page.titles)
      next = linkTo(page.html, 'next')
    }
    expect(seen).toHaveLength(81)
    expect(new Set(seen).size).toBe(81)
    expect(seen).not.toContain('Brouillon')
  })

  test.each([
    ['?q=professeure', ['Professeure']],
    ['?city=F%C3%A8s', ['Professeure']],
    ['?contract=CDD', ['Professeure']],
    ['?contract=CDD&city=Rabat', []],
    ['?q=brouillon', []],
  ])('%s searches all companies, and search engines ignore what it finds', async (query, found) => {
    const { titles, html } = await get(`/fr${query}`)
    expect(titles).toEqual(found)
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(html).not.toContain('rel="canonical"')
  })

  test('its first page has one address in each language, and French is for readers of others', async () => {
    const { html } = await get('/en')
    expect(html).toContain(`<link rel="canonical" href="${server.url}/en"/>`)
    expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${server.url}/fr"/>`)
    expect(html).toContain('<a class="company" href="/en">Jobs</a>')
    expect((await get('/en/companies')).html).toContain('<meta property="og:site_name" content="Jobs"/>')
    for (const locale of ['fr', 'en', 'ar'])
      expect(html).toContain(`<link rel="alternate" hrefLang="${locale}" href="${server.url}/${locale}"/>`)
    const sitemap = (await get('/sitemap.xml')).html
    for (const path of ['/fr', '/en', '/ar', '/fr/companies'])
      expect(sitemap).toContain(`<loc>${server.url}${path}</loc>`)
  })

  test('the directory has each company with published jobs once, by name, and no other company', async () => {
    const first = await get('/fr/companies')
    const second = await get(linkTo(first.html, 'next') ?? '')
    const all = [...first.companies, ...second.companies]
    const numbered = Array.from({ length: 55 }, (_, index) => `company-${String(index).padStart(2, '0')}`)
    expect(all).toEqual([atlas.slug, ...numbered, school.slug])
    expect(first.html).toContain('25 offres d’emploi')
    expect(first.html + second.html).not.toMatch(/secret|nouvelle/)
    expect(linkTo(second.html, 'next')).toBeUndefined()
    expect((await get(linkTo(second.html, 'prev') ?? '')).companies).toEqual(first.companies)
    expect(second.html).toContain(`<link rel="canonical" href="${server.url}/fr/companies?after=`)
    // The last 50 fill their page, and no page follows.
    const last = await get('/fr/companies?after=company-05')
    expect([last.companies.length, linkTo(last.html, 'next')]).toEqual([50, undefined])
  })

  test.each([
    ['?after=nobody', 0],
    ['?before=nobody', 0],
    ['?after=zahra', 0],
    ['?before=company-03', 0],
    ['?before=company-57', 6],
    ['?after=company-57', 56],
    ['?after=company-99%00', 0],
  ])('a place in the directory that nobody has, or that has gone, %s, is no error', async (query, place) => {
    const { status, companies, html } = await get(`/fr/companies${query}`)
    const address = `<link rel="canonical" href="${server.url}/fr/companies${place === 0 ? '' : query}"/>`
    expect(html).toContain(address)
    const all = [atlas.slug, ...Array.from({ length: 55 }, (_, index) => `company-${String(index).padStart(2, '0')}`)]
    expect([status, companies[0]]).toEqual([200, [...all, school.slug][place]])
  })

  test('a job that was just published is first, and one that was withdrawn is gone at once', async () => {
    await atlas.call('POST', '/job', { job: { id: 'new', title: 'Tout neuf' } })
    expect((await get('/fr')).titles[0]).toBe('Tout neuf')
    await atlas.call('DELETE', '/job/new')
    expect((await get('/fr')).titles[0]).toBe('Vendeuse 54')
  })

  test.each([
    ['/fr/companies/zahra/jobs', '/fr/companies/zahra'],
    ['/ar/companies/zahra/jobs?q=a&page=2', '/ar/companies/zahra?q=a'],
  ])('%s leads to the company’s page', async (path, target) => {
    const { status, location } = await get(path)
    expect([status, location]).toEqual([301, target])
    expect((await get('/fr/companies/nobody/jobs')).status).toBe(404)
  })

  test('a page that is not there leads to the front door', async () => {
    expect((await get('/en/nothing')).html).toContain('href="/en"')
  })
})

describe('companies of one name', () => {
  const board = useServer()
  const other = useSecondServer(board)

  test('are in the order of their addresses: pages of two servers neither repeat nor skip one, also if one has gone', async () => {
    const companies = new Map<string, TestCompany>()
    for (let index = 0; index < 60; index++) {
      const company = await board.company()
      expect((await company.call('POST', '/job', { job: { id: 'a', title: 'Vendeuse' } })).status).toBe(200)
      companies.set(company.slug, company)
    }
    const slugs = [...companies.keys()].sort()
    const first = await get('/fr/companies', {}, board)
    expect(first.html.match(/<bdi>Atlas Talents<\/bdi>/g)).toHaveLength(50)
    expect(first.companies).toEqual(slugs.slice(0, 50))
    // The second page begins after this company. The other server has not counted the jobs before it goes.
    await companies.get(slugs[49] ?? '')?.call('DELETE', '/job/a')
    const second = await get(linkTo(first.html, 'next') ?? '', {}, other)
    expect(second.companies).toEqual(slugs.slice(50))
    expect((await get('/fr/companies', {}, other)).companies).toEqual([...slugs.slice(0, 49), slugs[50]])
  })
})
