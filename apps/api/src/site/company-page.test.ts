import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { updateCompanyProfile } from '@boardwalk/core/company/service'
import { createGate } from '@boardwalk/mongo-proxy'
import { beforeAll, describe, expect, test } from 'vitest'
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
  // One after the other, so that each was published later than the one before.
  for (const [index, job] of all.entries()) {
    const { status } = await company.call('POST', '/job', { job: { id: String(index), ...job } })
    expect(status).toBe(200)
  }
  return company
}

async function get(company: TestCompany, query = '') {
  const res = await fetch(`${server.url}/fr/companies/${company.slug}${query}`)
  const html = await res.text()
  return {
    status: res.status,
    html,
    titles: [...html.matchAll(/<h3><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, title]) => title),
  }
}

test.each([
  ['a company', ({ slug }: TestCompany) => `/fr/companies/${slug}?contract=CDD`],
  ['the board', () => '/fr?contract=CDD'],
])('callers who ask for the page of %s at the same moment share one search and one page', async (what, toPath) => {
  const title = `Comptable de ${what}`
  const path = toPath(await companyWith([{ title, city: 'Rabat', contractType: 'CDD' }]))
  const { catalogue } = server.deps
  const { find } = catalogue
  const asked: (string | undefined)[] = []
  const { opened, open } = createGate()
  const held: typeof find = async (query) => {
    asked.push(query.search.city)
    await opened
    return find(query)
  }
  await whileReplaced(catalogue, { find: held }, async () => {
    const first = fetch(`${server.url}${path}`).then((answer) => answer.text())
    await expect.poll(() => asked).toEqual([undefined])
    // The server begins the requests of a connection in order, so all have begun when the last one has.
    const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
    const request = (target: string, last = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${last}\r\n`
    connection.write(request(path).repeat(10) + request(`${path}&city=Rabat`, 'Connection: close\r\n'))
    await expect.poll(() => asked).toContain('Rabat')
    open()
    expect(await first).toContain(`<bdi>${title}</bdi>`)
    expect((await text(connection)).split(`<bdi>${title}</bdi>`)).toHaveLength(12)
    // The requests during the first search share a second one, which began after them.
    expect(asked.toSorted()).toEqual(['Rabat', undefined, undefined])
  })
})

describe('a search', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await companyWith([...jobs, { title: 'Brouillon', city: 'Rabat', status: 'UNPUBLISHED' }])
    await companyWith([{ title: 'Comptable', city: 'Rabat', contractType: 'CDI' }])
  })

  test('finds the published jobs of this company that match all of it, newest first', async () => {
    const found: Record<string, number[]> = {
      '': [3, 2, 1, 0],
      '?q=DÉVELOPPEUSE': [0],
      '?q=rabat': [1, 0],
      '?q=type+sale': [0],
      // The title that has the word, then the one with the same occupation in another language.
      '?q=مهندسه': [2, 3],
      '?q=c%2B%2B': [3],
      '?q=(80/100': [3],
      '?q=.*': [],
      '?q=brouillon': [],
      '?city=Rabat': [1, 0],
      '?city=Sal%C3%A9': [0],
      '?contract=CDI': [3, 2, 0],
      '?mode=REMOTE': [3, 2],
      '?language=ar': [2, 1],
      '?language=ar&mode=REMOTE&contract=CDI&city=F%C3%A8s&q=أنظمة': [2],
      '?contract=CDI&city=': [3, 2, 0],
    }
    for (const [query, indexes] of Object.entries(found)) {
      const { status, titles } = await get(company, query)
      expect([query, status, titles]).toEqual([query, 200, indexes.map((index) => jobs[index]?.title)])
    }
    for (const query of ['page[]=2', 'q=%00%01', 'q=%ZZ', 'q=%F0%9F', `q=${'%5B('.repeat(60)}`, 'q[$regex]=.*', '&&=&'])
      expect([query, (await get(company, `?${query}`)).status]).toEqual([query, 200])
  })

  test('shows its words and filters, how many jobs it found, and how many each other choice would find', async () => {
    const { html } = await get(company, '?q=Rabat&contract=CDI')
    expect(html).toMatch(/<input type="search" [^>]*maxLength="100"[^>]*value="Rabat"/)
    for (const shown of [
      '<h2>1 offre d’emploi</h2>',
      `<a href="/fr/companies/${company.slug}">Tout effacer</a>`,
      '<option value="CDI" selected="">CDI (1)</option>',
      '<option value="CDD">CDD (1)</option>',
      `<a href="/en/companies/${company.slug}?q=Rabat&amp;contract=CDI"`,
      '<meta name="robots" content="noindex, follow"/>',
    ])
      expect(html).toContain(shown)
    expect(html).not.toMatch(/value="Casablanca"|rel="canonical"/)
    const { html: nothingFound } = await get(company, '?contract=Forever')
    expect(nothingFound).toContain('<option value="Forever" selected="">Forever (0)</option>')
  })
})

test('a form’s empty members leave the address, and a chosen filter is a link to the search without it', async () => {
  const company = await companyWith(jobs)
  const path = `/fr/companies/${company.slug}`
  const open = (query: string) => fetch(`${server.url}${path}?${query}`, { redirect: 'manual' })
  for (const [query, clean] of [
    ['q=&city=&contract=CDI&mode=', '?contract=CDI'],
    ['q=%20&language=', ''],
    ['utm_source=a&q=', '?utm_source=a'],
  ]) {
    const { status, headers } = await open(`${query}`)
    expect([query, status, headers.get('location')]).toEqual([query, 303, `${path}${clean}`])
  }
  const { html } = await get(company, '?q=rabat&city=Rabat&contract=CDD')
  expect(html).toContain(`<a href="${path}?q=rabat&amp;contract=CDD"><span class="unseen">Retirer le filtre </span>`)
  expect(html).toContain(
    `<a href="${path}?q=rabat&amp;city=Rabat"><span class="unseen">Retirer le filtre </span>CDD</a>`,
  )
  expect(html).toContain('<details>')
})

test('a card has the city in the language of the page, the salary only if it is shown, and how long ago it was published', async () => {
  const salary = { minSalary: 9000, maxSalary: 12000, contractType: 'CDI', city: 'Fès' }
  const company = await companyWith([
    { title: 'Hidden', ...salary },
    { title: 'Shown', ...salary, displaySalary: true, workMode: 'REMOTE' },
  ])
  const html = await (await fetch(`${server.url}/ar/companies/${company.slug}`)).text()
  const [, shown = '', hidden = ''] = html.split('<h3>')
  const today = new Date().toISOString().slice(0, 10)
  for (const part of ['<bdi>فاس</bdi>', `<time dateTime="${today}" title="`, 'اليوم</time>', 'جديد'])
    expect([shown.includes(part), hidden.includes(part)]).toEqual([true, true])
  for (const part of ['9.000', 'عن بعد']) expect([shown.includes(part), hidden.includes(part)]).toEqual([true, false])
})

describe('many jobs', () => {
  const titles = Array.from({ length: 45 }, (_, index) => `Poste ${index}`)
  const newestFirst = titles.toReversed()
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    // Twenty jobs are published at the same instant, so that a page ends among them.
    for (const [first, last] of [
      [0, 15],
      [15, 35],
      [35, 45],
    ]) {
      const some = titles.slice(first, last).map((title) => ({ id: title, title, city: 'Rabat' }))
      expect((await company.call('PUT', '/jobs', { jobs: some })).status).toBe(200)
    }
  })
  const linkTo = (html: string, rel: string) =>
    new RegExp(`href="[^"]*(\\?[^"]*|${company.slug})" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&')

  test('are split into pages: each job is on one page, also backwards', async () => {
    for (const query of ['', '?q=poste&city=Rabat']) {
      const pages: { html: string; titles: unknown[] }[] = []
      for (let next: string | undefined = query; next !== undefined; next = linkTo(pages.at(-1)?.html ?? '', 'next'))
        pages.push(await get(company, next))
      expect(pages.map(({ titles }) => titles.length)).toEqual([20, 20, 5])
      expect(pages.flatMap(({ titles }) => titles)).toEqual(newestFirst)
      const second = await get(company, linkTo(pages[2]?.html ?? '', 'prev'))
      const first = await get(company, linkTo(second.html, 'prev'))
      expect([first.titles, second.titles]).toEqual([pages[0]?.titles, pages[1]?.titles])
      expect(linkTo(first.html, 'prev')).toBeUndefined()
    }
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

test('the profile shows on the company’s page as text, and what is cleared is gone', async () => {
  const company = await server.company()
  const change = (revision: number, texts: object) =>
    updateCompanyProfile(server.deps, actAsOperator(company.id), { revision, ...texts })
  const description = ' Une équipe <b>de six</b>.\nÀ Rabat. '
  const { revision } = await change(0, { description, website: 'https://atlas.example/jobs' })
  const { html } = await get(company)
  for (const shown of [
    'Une équipe &lt;b&gt;de six&lt;/b&gt;.\nÀ Rabat.</p>',
    '<a href="https://atlas.example/jobs" rel="noopener"><bdi>atlas.example</bdi></a>',
  ])
    expect(html).toContain(shown)
  await change(revision, { description: null, website: '' })
  expect((await get(company)).html).not.toMatch(/À propos|atlas\.example/)
})

test('a long text of the company is divided after a sentence or a word, and all of it is on the page', async () => {
  const company = await server.company()
  const show = async (revision: number, description: string) => {
    const saved = await updateCompanyProfile(server.deps, actAsOperator(company.id), { revision, description })
    const { html } = await get(company)
    return { ...saved, texts: [...html.matchAll(/<p class="lines" dir="auto">([^<]*)</g)].map(([, text]) => text) }
  }
  const sentence = 'Nous construisons des ponts entre les deux rives du détroit. '
  const { revision, texts } = await show(0, sentence.repeat(6).trim())
  expect(texts).toEqual([sentence.repeat(4).trim(), sentence.repeat(2).trim()])
  const word = 'construction '
  expect((await show(revision, word.repeat(30).trim())).texts).toEqual([word.repeat(19).trim(), word.repeat(11).trim()])
})
