import { Locale } from '@boardwalk/schema/company'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishJob, submit } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { logo } from '../test/logo.ts'
import { useMailServer } from '../test/mail-server.ts'
import { namedBoard } from '../test/settings.ts'

/* What a board says of itself on its pages and in its mails. */

const smtp = useMailServer()
const named = useServer({ settings: { board: namedBoard }, mail: () => smtp.settings })
const unnamed = useServer()

const NAME = 'Jobs &amp; &quot;Co&quot; $&amp;'
const ADDRESSES = ['https://example.com/imprint', 'https://example.com/privacy?a=1&amp;b=2', 'mailto:board@example.com']

async function get(url: string, headers: Record<string, string> = {}) {
  const res = await fetch(url, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
  return { status: res.status, headers: res.headers, html: await res.text() }
}
const findTitle = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
const findFoot = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''

let company: TestCompany
let jobUrl: string
beforeAll(async () => {
  const made = await publishJob(named)
  company = made.company
  jobUrl = new URL(made.url).pathname
})

it('every public page has the board’s name in its title and its foot, with the imprint, the privacy page and the contact', async () => {
  const { body } = await company.call('POST', '/job', { job: { id: 'B', title: 'Comptable' } })
  await company.call('DELETE', '/job/B')
  const paths = ['', '/companies', `/companies/${company.slug}`, jobUrl.replace(/^\/fr/, ''), '/no-such-page']
  const pages = [
    ...Locale.options.flatMap((locale) => paths.map((path) => `/${locale}${path}`)),
    `${jobUrl}/applied`,
    new URL(body.jobUrl).pathname,
    '/no-such-page',
    '/cv/x/y.pdf',
  ]
  const htmls = await Promise.all(pages.map(async (path) => [path, (await get(`${named.url}${path}`)).html] as const))
  htmls.push(['a refused form', (await submit(`${named.url}${jobUrl}`, { email: '' })).html])
  for (const [path, html] of htmls) {
    expect([path, findTitle(html)]).toEqual([path, expect.stringMatching(/ – Jobs &amp; &quot;Co&quot; \$&amp;$/)])
    const foot = findFoot(html)
    for (const part of [NAME, ...ADDRESSES.map((address) => `href="${address}"`), 'href="/api/docs"'])
      expect([path, foot.includes(part)]).toEqual([path, true])
  }
})

it('every public page shows the board’s mark and name above, and a page of a company leads to the search', async () => {
  const bar = (html: string) => /<header.*<\/header>/s.exec(html)?.[0] ?? ''
  const mark = `<a class="board" href="/en"><img src="/board-logo/a1b2" alt="" width="32" height="32" loading="lazy"/><bdi>${NAME}</bdi></a>`
  const { body } = await company.call('POST', '/job', { job: { id: 'C', title: 'Comptable' } })
  await company.call('DELETE', '/job/C')
  const english = (path: string) => path.replace(/^\/fr/, '/en')
  const ofCompany = [
    `/en/companies/${company.slug}`,
    english(jobUrl),
    english(`${jobUrl}/applied`),
    english(new URL(body.jobUrl).pathname),
  ]
  const pages = await Promise.all(
    [...ofCompany, '/en', '/en/companies', '/en/none'].map(
      async (path) => [path, bar((await get(`${named.url}${path}`)).html)] as const,
    ),
  )
  pages.push(['a refused form', bar((await submit(`${named.url}${english(jobUrl)}`, { email: '' })).html)])
  for (const [path, header] of pages) {
    expect([path, header.includes(mark)]).toEqual([path, true])
    const isOfCompany = ofCompany.includes(path) || path === 'a refused form'
    expect([path, header.includes('<span>Search jobs</span>')]).toEqual([path, isOfCompany])
    expect([path, header.includes('class="to-search" href="/en"')]).toEqual([path, isOfCompany])
  }
  expect(bar((await get(`${unnamed.url}/en`)).html)).toContain('<a class="board" href="/en"><bdi>Jobs</bdi></a>')
})

it('a shared link names the board as the site', async () => {
  for (const path of ['/fr', `/fr/companies/${company.slug}`, jobUrl])
    expect((await get(`${named.url}${path}`)).html).toContain(`<meta property="og:site_name" content="${NAME}"/>`)
})

it('a board without a name says "Jobs" in the language of the page, and has no link that nothing sets', async () => {
  for (const [locale, title] of [
    ['en', 'Jobs'],
    ['fr', 'Offres d’emploi'],
    ['ar', 'عروض العمل'],
  ]) {
    const { html } = await get(`${unnamed.url}/${locale}`)
    expect(findTitle(html)).toBe(title)
    expect(findFoot(html).match(/href="[^"]*"/g)).toEqual([
      `href="/${locale}"`,
      `href="/${locale}/companies"`,
      `href="/${locale}/jobs.rss"`,
      'href="/api/docs"',
      'href="/feed.xml"',
      'href="/jobs.json"',
    ])
  }
})

it('a company’s page has the files of its own jobs in its foot', async () => {
  const { html } = await get(`${named.url}/fr/companies/${company.slug}`)
  for (const file of ['feed.xml', 'jobs.json'])
    expect(findFoot(html)).toContain(`href="/fr/companies/${company.slug}/${file}"`)
})

describe('the icon', () => {
  const findIcon = (html: string) => /<link rel="icon" href="([^"]*)"/.exec(html)?.[1] ?? ''

  it('is the board’s logo, which browsers may keep for ever', async () => {
    const path = findIcon((await get(`${named.url}/fr`)).html)
    const res = await fetch(`${named.url}${path}`)
    expect(res.headers.get('content-type')).toBe('image/png')
    expect(res.headers.get('cache-control')).toBe('public, max-age=31536000')
    expect(Buffer.from(await res.arrayBuffer())).toEqual(logo)
    expect((await get(`${named.url}/board-logo/other`)).status).toBe(404)
  })

  it('is the initial on the board’s colour if there is no logo', async () => {
    const path = findIcon((await get(`${unnamed.url}/fr`)).html)
    const res = await fetch(`${unnamed.url}${path}`)
    expect(res.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    const svg = await res.text()
    expect(svg).toContain('>B</text>')
    expect(svg).toContain('fill="#3a3fc4"')
  })

  it('is on the reference of the API too', async () => {
    for (const path of ['/api/docs', '/api/docs/guides/first-integration'])
      expect(findIcon((await get(`${named.url}${path}`)).html)).toBe('/board-logo/a1b2')
  })
})

it('the style has the board’s colour, dark enough to be read, and another address for each colour', async () => {
  const readStyle = async ({ url }: { url: string }) => {
    const [, path = ''] = /<link rel="stylesheet" href="([^"]*)"/.exec((await get(`${url}/fr`)).html) ?? []
    const res = await fetch(`${url}${path}`)
    expect(res.headers.get('cache-control')).toContain('immutable')
    return [path, await res.text()] as const
  }
  const [namedPath, namedStyle] = await readStyle(named)
  const [path, style] = await readStyle(unnamed)
  expect(namedPath).not.toBe(path)
  expect(style).toContain('--accent: #3a3fc4;')
  expect(namedStyle).toContain('--accent: #786f00;')
})

describe('a page that is not there', () => {
  it('has a field that searches all jobs, and a link to them, in the language of the address or else of the visitor', async () => {
    for (const [path, language, locale, send] of [
      ['/fr/no-such-page', 'en', 'fr', 'Rechercher'],
      ['/no-such-page', 'ar-MA', 'ar', 'بحث'],
      ['/no-such-page', 'de', 'fr', 'Rechercher'],
      ['/en/companies/unknown', 'fr', 'en', 'Search'],
      ['/%ZZ', 'en', 'en', 'Search'],
    ] as const) {
      const { status, html } = await get(`${named.url}${path}`, { 'accept-language': language })
      expect([path, status]).toEqual([path, 404])
      expect(html).toContain(`<html lang="${locale}"`)
      expect(html).toContain(`<form class="find" action="/${locale}" method="get"`)
      expect(html).toContain(`<button type="submit">${send}</button>`)
      expect(html).toMatch(new RegExp(`<li><a href="/${locale}">`))
    }
  })

  it('leads from a job to its company, and from an unknown company to no company', async () => {
    const link = `<a href="/en/companies/${company.slug}">`
    expect((await get(`${named.url}/en/companies/${company.slug}/jobs/gone-999`)).html).toContain(link)
    expect((await get(`${named.url}/en/companies/unknown/jobs/gone-999`)).html).not.toContain('/en/companies/unknown"')
  })

  it('has no search if the visitor came for something else', async () => {
    const { status, html } = await get(`${named.url}/cv/x/y.pdf`)
    expect(status).toBe(403)
    expect(html).not.toContain('type="search"')
  })
})

it('a mail ends with the board’s name and address, in its language', async () => {
  for (const [locale, end] of [
    ['fr', 'Ce message a été envoyé automatiquement par Jobs & "Co" $&, '],
    ['en', 'This message was sent automatically by Jobs & "Co" $&, '],
    ['ar', 'أُرسلت هذه الرسالة تلقائيا من \u2068Jobs & "Co" $&\u2069، '],
  ] as const) {
    const email = `${locale}@example.com`
    await submit(`${named.url}${jobUrl.replace(/^\/fr/, `/${locale}`)}`, { email })
    const { text } = await smtp.receiveOne(email)
    expect(text.trimEnd().endsWith(`${end}${named.url}`)).toBe(true)
  }
})
