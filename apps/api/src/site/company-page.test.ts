import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { CompanyProfileChange } from '@boardwalk/schema/company'
import { beforeAll, describe, expect, test } from 'vitest'
import { actAsOperator } from '../feature/audit/service.ts'
import { readCompanyProfile, setCompanyLogo, updateCompanyProfile } from '../feature/company/service.ts'
import type { StoredJob } from '../feature/job/job.ts'
import type { JobSearch } from '../feature/job/search.ts'
import { whileReplaced } from '../test/failing-store.ts'
import { type TestCompany, useServer } from '../test/harness.ts'

const server = useServer()

const jobs = [
  { title: 'Développeuse TypeScript', city: ['Rabat', 'Salé'], contractType: 'CDI', workMode: 'HYBRID' },
  { title: 'Comptable', city: 'Rabat', contractType: 'CDD', workMode: 'ONSITE', languages: ['fr', 'ar'] },
  { title: 'مُهَنْدِسة أنظمة', city: 'Fès', contractType: 'CDI', workMode: 'REMOTE', languages: ['ar'] },
  { title: 'C++ Engineer (80/100 %)', city: 'Casablanca', contractType: 'CDI', workMode: 'REMOTE', languages: ['en'] },
]

async function companyWith(all: object[]): Promise<TestCompany> {
  const company = await server.company()
  for (const [index, job] of all.entries()) {
    const { status } = await company.call('POST', '/job', { job: { id: String(index), ...job } })
    expect(status).toBe(200)
  }
  return company
}

async function get(company: TestCompany, query = '', locale = 'fr') {
  const res = await fetch(`${server.url}/${locale}/companies/${company.slug}${query}`)
  const html = await res.text()
  return {
    status: res.status,
    html,
    titles: [...html.matchAll(/<h3><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, title]) => title),
  }
}

test.each([
  ['a company', 'search', ({ slug }: TestCompany) => `/fr/companies/${slug}`],
  ['the board', 'searchBoard', () => '/fr'],
] as const)(
  'callers who ask for the page of %s at the same moment share one search and one page',
  async (_, call, toPath) => {
    const title = `Comptable ${call}`
    const path = toPath(await companyWith([{ title, city: 'Rabat' }]))
    const { jobs } = server.deps
    // The cast holds because both calls end with the search and the range.
    const search = jobs[call] as (...args: unknown[]) => Promise<StoredJob[]>
    const asked: (string | undefined)[] = []
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const held = async (...args: unknown[]) => {
      asked.push((args.at(-2) as JobSearch).city)
      await opened
      return search(...args)
    }
    await whileReplaced(jobs, { [call]: held }, async () => {
      const first = fetch(`${server.url}${path}`).then((answer) => answer.text())
      await expect.poll(() => asked).toEqual([undefined])
      // The server has begun all requests of a connection when it has begun the last one.
      const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
      const request = (target: string, last = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}\r\n`
      connection.write(request(path).repeat(10) + request(`${path}?city=Rabat`, 'Connection: close\r\n'))
      await expect.poll(() => asked).toContain('Rabat')
      open()
      expect(await first).toContain(`<bdi>${title}</bdi>`)
      expect((await text(connection)).split(`<bdi>${title}</bdi>`)).toHaveLength(12)
      // Those who asked while the first search was under way shared a second one, which began after they asked.
      expect(asked.toSorted()).toEqual(['Rabat', undefined, undefined])
    })
  },
)

describe('a search', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await companyWith([...jobs, { title: 'Brouillon', city: 'Rabat', status: 'UNPUBLISHED' }])
    await companyWith([{ title: 'Comptable', city: 'Rabat', contractType: 'CDI' }])
  })

  test.each([
    ['?q=developpeuse', [0]],
    ['?q=DÉVELOPPEUSE', [0]],
    ['?q=rabat', [1, 0]],
    ['?q=type+sale', [0]],
    ['?q=مهندسه', [2]],
    ['?q=fes', [2]],
    ['?q=c%2B%2B', [3]],
    ['?q=(80/100', [3]],
    ['?q=.*', []],
    ['?q=brouillon', []],
    ['?city=Rabat', [1, 0]],
    ['?city=Sal%C3%A9', [0]],
    ['?contract=CDI', [3, 2, 0]],
    ['?mode=REMOTE', [3, 2]],
    ['?language=ar', [2, 1]],
    ['?language=ar&mode=REMOTE&contract=CDI&city=F%C3%A8s&q=أنظمة', [2]],
    ['?contract=CDI&city=', [3, 2, 0]],
  ])('%s finds the published jobs of this company that match all of it, newest first', async (query, found) => {
    const { status, titles } = await get(company, query)
    expect(status).toBe(200)
    expect(titles).toEqual(found.map((index) => jobs[index]?.title))
  })

  test.each([
    ['contract=Forever', '?contract=Forever'],
    ['city=Atlantis', '?city=Atlantis'],
    ['mode=__proto__', '?mode=__proto__'],
    ['a null character', '?language=%00x'],
    ['a hundred characters that each become eighteen', `?q=${encodeURIComponent('\ufdfa'.repeat(100))}`],
    ['two thousand dots', `?q=${'.'.repeat(2_000)}`],
  ])('for a value that no job has, %s, says that it found nothing and links back', async (_, query) => {
    const { status, html, titles } = await get(company, query)
    expect(status).toBe(200)
    expect(titles).toEqual([])
    expect(html).toContain('Aucune offre ne correspond à votre recherche.')
    expect(html).toContain(`<a href="/fr/companies/${company.slug}">Effacer les filtres</a>`)
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=1e3',
    '?page=999999',
    '?page[]=2',
    '?q=%00%01',
    '?q=%ZZ',
    '?q=%F0%9F',
    `?q=${'%5B('.repeat(60)}`,
    '?city[$ne]=x',
    '?q[$regex]=.*',
    '?__proto__[x]=1',
    '?',
    '?&&&=&',
  ])('with bad parameters, %s, is answered without a server error', async (query) => {
    expect((await get(company, query)).status).toBe(200)
  })

  test('shows its words and filters, how many jobs it found, and how many each other choice would find', async () => {
    const { html } = await get(company, '?q=Rabat&contract=CDI')
    expect(html).toMatch(/<input type="search" [^>]*maxLength="100"[^>]*value="Rabat"/)
    expect(html).toContain('<h2>1 offre d’emploi</h2>')
    expect(html).toContain(`<a href="/fr/companies/${company.slug}">Effacer les filtres</a>`)
    expect(html).toContain('<option value="CDI" selected="">CDI (1)</option>')
    expect(html).toContain('<option value="CDD">CDD (1)</option>')
    expect(html).toMatch(/<option value="Salé">\u2068Salé\u2069 \(1\)<\/option>/)
    expect(html).not.toContain('value="Casablanca"')
    expect(html).toContain(`<a href="/en/companies/${company.slug}?q=Rabat&amp;contract=CDI"`)
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(html).not.toContain('rel="canonical"')
    const { html: all } = await get(company)
    expect(all).not.toContain('Effacer les filtres')
    for (const [name, label, value, shown] of [
      ['language', 'Langue', 'ar', 'arabe (2)'],
      ['workMode', 'Mode de travail', 'REMOTE', 'À distance (2)'],
    ]) {
      expect(all).toContain(`<label for="${name}">${label}</label>`)
      expect(all).toContain(`<option value="${value}">${shown}</option>`)
    }
    const { html: inEnglish } = await get(company, '', 'en')
    expect(inEnglish).toContain('<option value="CDI">Permanent (CDI) (3)</option>')
    const choices = [...all.matchAll(/<option value="([^"]+)">[^<]* \((\d)\)<\/option>/g)].map(([, value, count]) => [
      value,
      count,
    ])
    const modes = [
      ['REMOTE', '2'],
      ['HYBRID', '1'],
      ['ONSITE', '1'],
    ]
    const languages = [
      ['ar', '2'],
      ['en', '1'],
      ['fr', '1'],
    ]
    expect(choices.slice(-6)).toEqual([...modes, ...languages])
    const { html: nothingFound } = await get(company, '?contract=Forever')
    expect(nothingFound).toContain('<option value="Forever" selected="">Forever (0)</option>')
  })

  test('lists each job with its cities, its contract and its work mode, in the page’s language', async () => {
    const { html } = await get(company, '?q=developpeuse', 'en')
    const facts = ['Rabat, Salé', 'Permanent (CDI)', 'Hybrid'].map((fact) => `<li><bdi>${fact}</bdi></li>`)
    expect(html).toContain(`<ul class="soft">${facts.join('')}<li><time`)
  })

  test('offers only the filters that can narrow it, and the one that is used', async () => {
    const plain = await companyWith([{ title: 'Comptable', city: ' ' }, { title: 'Vendeuse' }])
    const namesOf = (html: string) => [...html.matchAll(/<select id="(\w+)"/g)].map(([, name]) => name)
    expect(namesOf((await get(plain, '?q=vendeuse')).html)).toEqual([])
    expect(namesOf((await get(plain, '?q=vendeuse&mode=REMOTE')).html)).toEqual(['workMode'])
    expect((await get(plain)).html).not.toContain('<option value=" "')
  })

  test('offers 200 values of a filter at most: the most frequent first, and those as frequent by name', async () => {
    const cities = Array.from({ length: 202 }, (_, index) => `Ville ${String(index).padStart(3, '0')}`)
    const jobsIn = [cities.slice(100, 200), cities.slice(0, 100), cities.slice(200), cities.slice(201)]
    const { html } = await get(await companyWith(jobsIn.map((city) => ({ title: 'Poste', city }))))
    const offered = [...html.matchAll(/<option value="(Ville \d+)"/g)].map(([, city]) => city)
    expect(offered).toEqual([cities[201], ...cities.slice(0, 199)])
  })

  test('counts a job that names a city twice once', async () => {
    const { html } = await get(await companyWith([{ title: 'Comptable', city: ['Rabat', 'Rabat'] }]))
    expect(html).toContain('Rabat\u2069 (1)')
  })

  test('sees every change of a job at once', async () => {
    const changed = await companyWith([{ title: 'Premier titre', city: 'Oujda' }])
    await changed.call('PUT', '/job/0', { job: { title: 'Second titre', city: null } })
    expect((await get(changed, '?q=second')).titles).toEqual(['Second titre'])
    for (const gone of ['?q=premier', '?q=oujda', '?city=Oujda']) expect((await get(changed, gone)).titles).toEqual([])
    await changed.call('DELETE', '/job/0')
    expect((await get(changed, '?q=second')).titles).toEqual([])
  })
})

describe('many jobs', () => {
  const titles = Array.from({ length: 45 }, (_, index) => `Poste ${index}`)
  const newestFirst = titles.toReversed()
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    // Twenty jobs are published at the same instant, so that a page ends among them.
    const push = async (first: number, last: number) => {
      const jobs = titles.slice(first, last).map((title) => ({ id: title, title, city: 'Rabat' }))
      expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
    }
    for (const [first, last] of [
      [0, 15],
      [15, 35],
      [35, 45],
    ] as const)
      await push(first, last)
  })
  const linkTo = (html: string, rel: string) =>
    new RegExp(`href="[^"]*(\\?[^"]*|${company.slug})" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&')

  test.each(['', '?q=poste&city=Rabat'])(
    'are split into pages %s: each job is on one page, also backwards',
    async (query) => {
      const pages: { html: string; titles: unknown[] }[] = []
      for (let next: string | undefined = query; next !== undefined; next = linkTo(pages.at(-1)?.html ?? '', 'next'))
        pages.push(await get(company, next))
      expect(pages.map(({ titles }) => titles.length)).toEqual([20, 20, 5])
      expect(pages.flatMap(({ titles }) => titles)).toEqual(newestFirst)
      expect(pages[1]?.html).toMatch(/rel="prev">Page précédente<.*rel="next">Page suivante</)
      for (const { html } of pages) expect(html).toContain('<h2>45 offres d’emploi</h2>')
      const second = await get(company, linkTo(pages[2]?.html ?? '', 'prev'))
      expect(second.titles).toEqual(pages[1]?.titles)
      const first = await get(company, linkTo(second.html, 'prev'))
      expect(first.titles).toEqual(pages[0]?.titles)
      expect(linkTo(first.html, 'prev')).toBeUndefined()
    },
  )

  test('each page is its own address for search engines, in each language', async () => {
    const next = linkTo((await get(company)).html, 'next') ?? ''
    const path = `/companies/${company.slug}${next.replaceAll('&', '&amp;')}`
    const { html } = await get(company, next)
    expect(html).toContain(`<link rel="canonical" href="${server.url}/fr${path}"/>`)
    expect(html).toContain(`<link rel="alternate" hrefLang="ar" href="${server.url}/ar${path}"/>`)
    const { html: first } = await get(company, '?before=9999999999999-1')
    expect(first).toContain(`<link rel="canonical" href="${server.url}/fr/companies/${company.slug}"/>`)
  })

  test.each([
    '?after=1-1',
    '?before=9999999999999-1',
    '?after=x',
    '?after=99-',
    '?before=1e3-1',
    '?after=999999999999999-9',
  ])('a place outside the list, %s, gives the first page', async (query) => {
    expect((await get(company, query)).titles).toEqual(newestFirst.slice(0, 20))
  })

  test.each([
    ['?page=3', ''],
    ['?page=0', ''],
    ['?q=poste&page=2&city=Rabat', '?q=poste&city=Rabat'],
  ])('an address with the number of a page, %s, leads to the list', async (query, target) => {
    const path = `/fr/companies/${company.slug}`
    const res = await fetch(`${server.url}${path}${query}`, { redirect: 'manual' })
    expect([res.status, res.headers.get('location')]).toEqual([301, `${path}${target}`])
  })

  test('a job that is published between two pages moves no other job to another page', async () => {
    const next = linkTo((await get(company)).html, 'next') ?? ''
    await company.call('POST', '/job', { job: { id: 'new', title: 'Tout neuf' } })
    expect((await get(company, next)).titles).toEqual(newestFirst.slice(20, 40))
    expect((await get(company)).titles[0]).toBe('Tout neuf')
    await company.call('DELETE', '/job/new')
    expect((await get(company)).titles[0]).toBe(newestFirst[0])
  })
})

test('a company without jobs says so in each language and has no search form', async () => {
  const company = await server.company()
  for (const [locale, text] of [
    ['fr', 'Il n’y a pas d’offre d’emploi en ce moment.'],
    ['en', 'There are no jobs at the moment.'],
    ['ar', 'لا توجد عروض عمل في الوقت الحالي.'],
  ]) {
    const { html } = await get(company, '', locale)
    expect(html).toContain(text)
    expect(html).not.toContain('<form')
  }
})

describe('the profile', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const paddedPng = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
  const change = async (
    { id }: TestCompany,
    { logo, ...texts }: CompanyProfileChange & { logo?: Uint8Array | null },
  ) => {
    const operator = actAsOperator(id)
    if (logo !== undefined) return setCompanyLogo(server.deps, operator, logo)
    const { revision } = await readCompanyProfile(server.deps, operator)
    return updateCompanyProfile(server.deps, operator, { ...texts, revision })
  }

  test('shows on the company’s page as text; a field left out stays, and null or "" clears it', async () => {
    const company = await server.company()
    await change(company, {
      description: ' Une équipe <b>de six</b>.\nÀ Rabat. ',
      website: 'https://atlas.example/jobs',
    })
    await change(company, {})
    const { html } = await get(company)
    expect(html).toContain('Une équipe &lt;b&gt;de six&lt;/b&gt;.\nÀ Rabat.</p>')
    expect(html).toContain('<a href="https://atlas.example/jobs" rel="noopener"><bdi>atlas.example</bdi></a>')
    expect(html).toContain('<h2>À propos de l’entreprise</h2>')
    expect(html).toContain('<meta name="description" content="Une équipe &lt;b&gt;de six&lt;/b&gt;. À Rabat."/>')
    await change(company, { description: 'x'.repeat(201), website: '' })
    expect((await get(company)).html).toContain(`<meta name="description" content="${'x'.repeat(200)}"/>`)
    await change(company, { description: null })
    const { html: cleared } = await get(company)
    expect(cleared).not.toMatch(/À propos|atlas\.example/)
    expect(cleared).toMatch(/<meta name="description" content="Offres d’emploi[^"]*Atlas Talents"\/>/)
    expect(await change(company, { description: ' ' })).toMatchObject({ description: null, website: null })
  })

  test('has a logo on every page, cached for ever under the hash of its bytes, and replaced by the next one', async () => {
    const company = await companyWith([{ title: 'Comptable' }])
    await change(company, { logo: png })
    const src = /<img src="([^"]*)"/.exec((await get(company)).html)?.[1] ?? ''
    const res = await fetch(`${server.url}${src}`)
    expect(Buffer.from(await res.arrayBuffer()).equals(png)).toBe(true)
    const headers = {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    }
    for (const [name, value] of Object.entries(headers)) expect([name, res.headers.get(name)]).toEqual([name, value])
    await change(company, { logo: paddedPng(256 * 1024) })
    expect((await fetch(`${server.url}${src}`)).status).toBe(404)
    await change(company, { logo: null })
    expect((await get(company)).html).not.toContain('<img')
  })

  test.each([
    ['description', { description: 'x'.repeat(5001) }],
    ['website', { website: 'http://atlas.example' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['logo', { logo: paddedPng(256 * 1024 + 1) }],
    ['logo', { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>') }],
    ['logo', { logo: Buffer.from('GIF89a') }],
    ['logo', { logo: Buffer.alloc(0) }],
  ])('refuses a wrong %s, and changes nothing', async (path, profile) => {
    const company = await server.company()
    await change(company, { description: 'Avant' })
    await expect(change(company, { description: 'Après', ...profile })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path }],
    })
    expect((await get(company)).html).toContain('Avant</p>')
  })
})
