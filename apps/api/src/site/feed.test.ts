import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { SaxesParser } from 'saxes'
import { describe, expect, onTestFinished, test } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { sendXml } from './send-xml.ts'
import { createSitemapRoutes } from './sitemap.ts'

const server = useServer()

async function get(address: string) {
  const res = await fetch(new URL(address, server.url))
  return { status: res.status, type: res.headers.get('content-type'), text: await res.text() }
}

type Element = Record<string, string>

/** Lists the elements with a name, each with the texts of its children. Throws if the document is not XML. */
function listElements(xml: string, name: string): Element[] {
  const found: Element[] = []
  const open: string[] = []
  let text = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name: opened }) => {
    open.push(opened)
    text = ''
    if (opened === name) found.push({})
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('cdata', (more) => {
    text += more
  })
  parser.on('closetag', ({ name: closed }) => {
    open.pop()
    const current = found.at(-1)
    if (open.at(-1) === name && current !== undefined) current[closed] = text
    text = ''
  })
  parser.write(xml).close()
  return found
}

const jobsIn = async (address: string) => listElements((await get(address)).text, 'job')
const addressesIn = async (address: string) => listElements((await get(address)).text, 'url')

async function create(company: TestCompany, job: Record<string, unknown>): Promise<string> {
  const { status, body } = await company.call('POST', '/job', { job })
  expect(status).toBe(200)
  return body.jobUrl
}

const feedPath = (company: TestCompany, locale = 'fr') => `/${locale}/companies/${company.slug}/feed.xml`

test('a feed has each field of a job where Indeed reads it, whatever characters it contains', async () => {
  const company = await server.company()
  const url = await create(company, {
    id: 'A',
    title: 'Dév ]]> <b>&amp;</b> \u0008\ufffe👋',
    description: '<p>Texte &lt;b&gt; ]]]]>&gt;</p>',
    city: 'Rabat',
    country: 'المغرب',
    contractType: 'CDI',
    educationLevel: 'BAC +5',
    workMode: 'REMOTE',
    minSalary: 9000,
    maxSalary: 12000,
    displaySalary: true,
    minExperience: 2,
  })
  const { status, type, text } = await get(feedPath(company))
  expect(status).toBe(200)
  expect(type).toBe('application/xml; charset=utf-8')
  expect(listElements(text, 'source')).toMatchObject([
    { publisher: 'Atlas Talents', publisherurl: `${server.url}/fr/companies/${company.slug}` },
  ])
  const { job } = (await company.call('GET', '/job/A')).body
  expect(listElements(text, 'job')).toEqual([
    {
      title: 'Dév ]]> <b>&amp;</b>  👋',
      date: job.createdAt,
      lastactivitydate: job.updatedAt,
      referencenumber: String(job.jobId),
      requisitionid: 'A',
      url,
      company: 'Atlas Talents',
      sourcename: 'Atlas Talents',
      city: 'Rabat',
      country: 'MA',
      description: job.description,
      salary: '9000 - 12000 MAD per month',
      education: 'BAC +5',
      jobtype: 'fulltime',
      experience: '2+ years',
      remotetype: 'Fully remote',
    },
  ])
})

test('a feed has Indeed’s words for a contract and a work mode, and nothing where Indeed has no word or nothing was said', async () => {
  const company = await server.company()
  const expected = [
    [
      { contractType: 'CDI', workMode: 'REMOTE' },
      { jobtype: 'fulltime', remotetype: 'Fully remote' },
    ],
    [
      { contractType: 'CDD', workMode: 'HYBRID' },
      { jobtype: 'temporary', remotetype: 'Hybrid remote' },
    ],
    [{ contractType: 'VIE', workMode: 'ONSITE' }, { jobtype: 'temporary' }],
    [{ contractType: 'Stage' }, { jobtype: 'internship' }],
    [{ contractType: 'Alternance' }, { jobtype: 'internship' }],
    [{ contractType: 'Freelance' }, { jobtype: 'contract' }],
    [{ contractType: 'Autre', displaySalary: true, minExperience: 0 }, {}],
    [{ country: 'Atlantide' }, { country: 'Atlantide' }],
  ] as const
  for (const [index, [fields]] of expected.entries())
    await create(company, { id: `${index}`, title: 'Poste', ...fields })
  const optional = ['jobtype', 'remotetype', 'salary', 'experience']
  const shown = (await jobsIn(feedPath(company))).map((job) =>
    Object.fromEntries(
      Object.entries(job).filter(([name, value]) => optional.includes(name) || (name === 'country' && value !== 'MA')),
    ),
  )
  expect(shown).toEqual(expected.map(([, elements]) => elements))
})

test('a feed tells when a job was last changed, and names a job without an external id by its number', async () => {
  const company = await server.company()
  const { jobId } = await company.boardJob()
  await create(company, { id: 'A', title: 'Comptable' })
  const { createdAt } = (await company.call('GET', '/job/A')).body.job
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(createdAt))
  await company.call('PUT', '/job/A', { job: { city: 'Rabat' } })
  const { updatedAt } = (await company.call('GET', '/job/A')).body.job
  expect(updatedAt).not.toBe(createdAt)
  expect(await jobsIn(feedPath(company))).toMatchObject([
    { requisitionid: String(jobId), referencenumber: String(jobId) },
    { requisitionid: 'A', date: createdAt, lastactivitydate: updatedAt },
  ])
})

test('a job in several cities has one entry per city, whose number stays when the spelling of a city changes', async () => {
  const company = await server.company()
  const url = await create(company, { id: 'A', title: 'Comptable', city: ['Rabat', ' ', 'Salé', 'Rabat', 'Fès'] })
  const entries = async () =>
    (await jobsIn(feedPath(company))).map((job) => [job.referencenumber, job.requisitionid, job.city, job.url])
  const { jobId } = (await company.call('GET', '/job/A')).body.job
  expect(await entries()).toEqual([
    [`${jobId}`, 'A', 'Rabat', url],
    [`${jobId}-2`, 'A', 'Salé', url],
    [`${jobId}-3`, 'A', 'Fès', url],
  ])
  await company.call('PUT', '/job/A', { job: { city: ['Rabat', 'Salé', 'Fez'] } })
  expect((await entries()).at(-1)).toEqual([`${jobId}-3`, 'A', 'Fez', url])
  await company.call('PUT', '/job/A', { job: { city: null } })
  expect(await entries()).toEqual([[`${jobId}`, 'A', undefined, url]])
})

test('a feed contains no salary that the page does not show', async () => {
  const company = await server.company()
  await create(company, { id: 'A', title: 'Comptable', minSalary: 9000 })
  expect((await get(feedPath(company))).text).not.toMatch(/salary|9000/)
})

test.each([
  [9000, 9000, '9000 MAD per month'],
  [0, 9000, '0 - 9000 MAD per month'],
  [0, null, '0 MAD per month'],
])('a salary from %s to %s is %s in a feed', async (minSalary, maxSalary, salary) => {
  const company = await server.company()
  await create(company, { id: 'A', title: 'Stage', minSalary, maxSalary, displaySalary: true })
  expect(await jobsIn(feedPath(company))).toMatchObject([{ salary }])
})

test('a company’s feed has its own jobs in the language of the address, and the board’s feed has all jobs', async () => {
  const [one, other] = [await server.company(), await server.company()]
  await server.deps.companies.updateTexts(other.id, 0, { locale: 'en' }, 'operator')
  const urls = [
    await create(one, { id: 'A', title: 'a', benefits: ['Repas'] }),
    await create(other, { id: 'A', title: 'b', benefits: ['Repas'] }),
  ]
  expect(await jobsIn(feedPath(one))).toMatchObject([
    { url: urls[0], description: expect.stringContaining('Avantages') },
  ])
  expect(await jobsIn(feedPath(one, 'ar'))).toMatchObject([
    { url: urls[0]?.replace('/fr/', '/ar/'), description: expect.stringContaining('المزايا') },
  ])
  const publisher = { publisher: server.deps.settings.jobBoardId, publisherurl: server.url }
  expect(listElements((await get('/feed.xml')).text, 'source')).toMatchObject([publisher])
  // By these links readers of feeds find them.
  for (const [page, feed] of [
    ['/fr', '/feed.xml'],
    [`/fr/companies/${one.slug}`, feedPath(one)],
  ] as const)
    expect((await get(page)).text).toMatch(
      new RegExp(`<link rel="alternate" type="application/xml" title="[^"]+" href="${server.url}${feed}"/>`),
    )
  // There each job is in the language of its company.
  expect(urls[1]).toContain('/en/')
  expect(await jobsIn('/feed.xml')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url: urls[0], description: expect.stringContaining('Avantages') }),
      expect.objectContaining({ url: urls[1], description: expect.stringContaining('Benefits') }),
    ]),
  )
  expect((await get('/fr/companies/nobody/feed.xml')).status).toBe(404)
  expect(await jobsIn(feedPath(await server.company()))).toEqual([])
})

test('a feed whose jobs cannot be read is an error, not the beginning of a feed', async () => {
  const company = await server.company()
  await create(company, { id: 'A', title: 'Comptable' })
  await whileFailing(server.deps.jobs, 'findPublished', async () => {
    expect((await get(feedPath(company))).status).toBe(500)
  })
})

test('HEAD of a long document has its headers, and reads no more of it', async () => {
  let pieces = 0
  let isClosed = false
  async function* document() {
    try {
      for (; pieces < 1_000; pieces++) yield '<job/>'
    } finally {
      isClosed = true
    }
  }
  const app = createServer(express().get('/', (req, res) => sendXml(document(), req, res))).listen(0, '127.0.0.1')
  await once(app, 'listening')
  onTestFinished(() => void app.close())
  // A server that listens on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  const { status, headers } = await fetch(url, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect({ isClosed, isWhole: pieces === 1_000 }).toEqual({ isClosed: true, isWhole: false })
})

test('a feed of more jobs than one query returns has every job once', async () => {
  const company = await server.company()
  const ids = Array.from({ length: 120 }, (_, index) => `${index}`)
  for (let from = 0; from < ids.length; from += 100) {
    const jobs = ids.slice(from, from + 100).map((id) => ({ id, title: `Poste ${id}` }))
    expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
  }
  const inFeed = (await jobsIn(feedPath(company))).map(({ requisitionid }) => requisitionid)
  expect(inFeed.toSorted()).toEqual(ids.toSorted())
  const onBoard = (await jobsIn('/feed.xml')).filter(({ url }) => url?.includes(company.slug))
  expect(onBoard).toHaveLength(120)
  const inSitemap = (await addressesIn('/sitemap.xml')).map(({ loc }) => loc)
  expect(inSitemap.filter((loc) => loc?.includes(`${company.slug}/jobs/`))).toHaveLength(120 * 3)
  expect(new Set(inSitemap).size).toBe(inSitemap.length)
})

test('the sitemap has the pages of a job and of its company in each language, with the time of the job’s last change', async () => {
  const company = await server.company()
  const url = await create(company, { id: 'A', title: 'Comptable' })
  await company.call('PUT', '/job/A', { job: { city: 'Rabat' } })
  const { updatedAt } = (await company.call('GET', '/job/A')).body.job
  const own = (await addressesIn('/sitemap.xml')).filter(({ loc }) => loc?.includes(`/${company.slug}`))
  const page = `${server.url}/fr/companies/${company.slug}`
  expect(own).toEqual([
    ...['fr', 'en', 'ar'].map((locale) => ({ loc: page.replace('/fr/', `/${locale}/`) })),
    ...['fr', 'en', 'ar'].map((locale) => ({ loc: url.replace('/fr/', `/${locale}/`), lastmod: updatedAt })),
  ])
})

test('robots.txt names the sitemap and keeps crawlers away from applications, CVs, the API and the back office', async () => {
  const { status, type, text } = await get('/robots.txt')
  expect(status).toBe(200)
  expect(type).toBe('text/plain; charset=utf-8')
  const lines = text.trim().split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines.at(-1)).toBe(`Sitemap: ${server.url}/sitemap.xml`)
  const closed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice('Disallow: '.length))
  expect(closed).toEqual(['/api/', '/backoffice', '/trpc/', '/cv/', '/*/apply$'])
})

test('a company without a published job is not in the sitemap', async () => {
  const company = await server.company()
  await create(company, { id: 'A', title: 'Comptable', status: 'UNPUBLISHED' })
  expect((await get('/sitemap.xml')).text).not.toContain(company.slug)
})

/** Lets a check read the paths of a sitemap whose files have at most `addressesMax` addresses. */
async function withSitemap(addressesMax: number, check: (read: (path: string) => Promise<Response>) => Promise<void>) {
  const app = createServer(express().use(createSitemapRoutes(server.deps, addressesMax))).listen(0, '127.0.0.1')
  await once(app, 'listening')
  try {
    // A server that listens on a port has an AddressInfo.
    const { port } = app.address() as AddressInfo
    await check((path) => fetch(`http://127.0.0.1:${port}${path}`))
  } finally {
    app.close()
  }
}

test('a sitemap with too many addresses is an index, whose parts have every address once', async () => {
  const company = await server.company()
  for (const some of [5, 100]) {
    const jobs = Array.from({ length: some }, (_, index) => ({ id: `${some}/${index}`, title: 'Poste' }))
    expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
  }
  const whole = (await addressesIn('/sitemap.xml')).map(({ loc }) => loc)
  // Parts of three jobs, and parts of more jobs than one query returns.
  for (const addressesMax of [24, 612])
    await withSitemap(addressesMax, async (read) => {
      const index = await (await read('/sitemap.xml')).text()
      const parts = listElements(index, 'sitemap').map(({ loc = '' }) => new URL(loc).pathname)
      expect(parts.length).toBeGreaterThan(2)
      const inParts = await Promise.all(parts.map(async (part) => listElements(await (await read(part)).text(), 'url')))
      for (const part of inParts) expect(part.length).toBeLessThanOrEqual(addressesMax)
      expect(
        inParts
          .flat()
          .map(({ loc }) => loc)
          .toSorted(),
      ).toEqual(whole.toSorted())
      for (const wrong of ['/sitemap/jobs/x.xml', '/sitemap/jobs/-1.xml']) expect((await read(wrong)).ok).toBe(false)
    })
})

test('the sitemap is an index too if the companies and the jobs are over the limit only together', async () => {
  await create(await server.company(), { id: 'A', title: 'Comptable' })
  const { length } = await addressesIn('/sitemap.xml')
  await withSitemap(length - 1, async (read) => {
    expect(await (await read('/sitemap.xml')).text()).toContain('<sitemapindex')
  })
})

test('a company is in the sitemap, however many companies without a job come before it', async () => {
  const company = await server.company()
  await create(company, { id: 'A', title: 'Comptable' })
  const { id: _, ...known } = (await server.deps.companies.findBySlug(company.slug)) ?? expect.fail('it was just made')
  // As many as one query reads, with ids before those of all other companies.
  const others = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(20, '0'))
  for (const slug of others) await server.deps.companies.insert({ ...known, id: `cmp_${slug}`, slug }, new Date())
  const addresses = (await addressesIn('/sitemap.xml')).map(({ loc }) => loc)
  expect(addresses).toContain(`${server.url}/fr/companies/${company.slug}`)
})

describe('DELETE and publishing again', () => {
  test('remove the job from its page, the sitemap and the feeds at once, and publish it at the same address again', async () => {
    const company = await server.company()
    const url = await create(company, { id: 'A', title: 'Comptable secret', description: '<p>Texte</p>' })
    const shown = async () => ({
      page: (await get(url)).status,
      markup: (await get(url)).text.includes('ld+json'),
      list: (await get(`/fr/companies/${company.slug}`)).text.includes(new URL(url).pathname),
      sitemap: (await addressesIn('/sitemap.xml')).some(({ loc }) => loc === url),
      feed: (await jobsIn(feedPath(company))).length,
      board: (await jobsIn('/feed.xml')).filter((job) => job.url === url).length,
    })
    const published = { page: 200, markup: true, list: true, sitemap: true, feed: 1, board: 1 }
    expect(await shown()).toEqual(published)
    expect((await company.call('DELETE', '/job/A')).status).toBe(200)
    expect(await shown()).toEqual({ page: 410, markup: false, list: false, sitemap: false, feed: 0, board: 0 })
    expect((await get(url)).text).not.toContain('secret')
    expect((await company.call('PUT', '/job/A', { job: { status: 'PUBLISHED' } })).body.jobUrl).toBe(url)
    expect(await shown()).toEqual(published)
  })

  test('leave a page that links to the company’s other jobs', async () => {
    const company = await server.company()
    const gone = await create(company, { id: 'A', title: 'Parti' })
    const other = await create(company, { id: 'B', title: 'Resté' })
    await company.call('DELETE', '/job/A')
    const { text } = await get(gone)
    expect(text).toContain(`href="${new URL(other).pathname}"`)
    expect(text).toContain(`href="/fr/companies/${company.slug}"`)
    expect((await get(`${other}0`)).text).toContain(`href="/fr/companies/${company.slug}"`)
  })
})
