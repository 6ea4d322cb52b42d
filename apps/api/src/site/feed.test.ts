import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { whileFailing } from '../test/failing-store.ts'
import { publishJob } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { withRequestOnly } from '../test/with-request.ts'
import { listElements } from '../test/xml-elements.ts'
import indeedWords from './indeed-words.json' with { type: 'json' }
import { createSitemapRoutes } from './sitemap.ts'

const server = useServer()

async function get(address: string) {
  const res = await fetch(new URL(address, server.url))
  return { status: res.status, type: res.headers.get('content-type'), text: await res.text() }
}

const jobsIn = async (address: string) => listElements((await get(address)).text, 'job')
const addressesIn = async (address: string) => listElements((await get(address)).text, 'url')
const feedPath = (company: TestCompany, locale = 'fr') => `/${locale}/companies/${company.slug}/feed.xml`

async function push(company: TestCompany, jobs: object[]): Promise<void> {
  const { status, body } = await company.call('PUT', '/jobs', { jobs })
  const errors = body.results.filter(({ error }: { error: unknown }) => error !== null)
  expect([status, errors]).toEqual([200, []])
}

test('a feed has each field of a job where Indeed reads it, whatever characters it contains', async () => {
  const { company, url } = await publishJob(server, {
    title: 'Dév ]]> <b>&amp;</b> \b￾👋',
    description: '<p>Texte &lt;b&gt; ]]]]>&gt;</p>',
    city: 'Rabat',
    country: 'المغرب',
    contractType: 'CDD',
    educationLevel: 'BAC +5',
    workMode: 'REMOTE',
    minSalary: 9e3,
    maxSalary: 12e3,
    displaySalary: true,
    minExperience: 2,
  })
  // The feed tells when a job was last changed.
  const { createdAt } = (await company.call('GET', '/job/A')).body.job
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(createdAt))
  await company.call('PUT', '/job/A', { job: { benefits: null, city: 'Fès' } })
  const { status, type, text } = await get(feedPath(company))
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
  const publisher = { publisher: 'Atlas Talents', publisherurl: `${server.url}/fr/companies/${company.slug}` }
  expect(listElements(text, 'source')).toMatchObject([publisher])
  const { job } = (await company.call('GET', '/job/A')).body
  expect(job.updatedAt).not.toBe(createdAt)
  expect(listElements(text, 'job')).toEqual([
    {
      title: 'Dév ]]> <b>&amp;</b>  👋',
      date: createdAt,
      lastactivitydate: job.updatedAt,
      url,
      referencenumber: String(job.jobId),
      requisitionid: 'A',
      company: 'Atlas Talents',
      sourcename: 'Atlas Talents',
      city: 'Fès',
      country: 'MA',
      description: job.description,
      salary: '9000 - 12000 MAD per month',
      education: 'BAC +5',
      jobtype: 'temporary',
      experience: '2+ years',
      remotetype: 'Fully remote',
    },
  ])
})

test('a feed has Indeed’s words, and nothing where Indeed has no word or nothing may be shown', async () => {
  const company = await server.company()
  const jobs = indeedWords.map(({ fields }, index) => ({ id: `${index}`, title: 'Poste', ...fields }))
  await push(company, jobs)
  const optional = ['city', 'jobtype', 'remotetype', 'salary', 'experience', 'expirationdate']
  const isShown = ([name, value]: [string, string]) => optional.includes(name) || (name === 'country' && value !== 'MA')
  const shown = (await jobsIn(feedPath(company))).map((job) => Object.fromEntries(Object.entries(job).filter(isShown)))
  expect(shown).toEqual(indeedWords.map(({ elements }) => elements))
})

test('a company’s feed has its own jobs with headings in the language of the address, and the board’s feed has all jobs', async () => {
  const [{ company, url }, other] = [await publishJob(server, { benefits: ['Repas'] }), await server.company()]
  await server.deps.companies.updateTexts(other.id, 0, { locale: 'en' }, 'operator')
  const { jobId, jobUrl } = await other.boardJob()
  const french = { url, description: expect.stringContaining('Avantages') }
  const arabic = { url, description: expect.stringContaining('المزايا') }
  expect(await jobsIn(feedPath(company))).toMatchObject([french])
  expect(await jobsIn(feedPath(company, 'ar'))).toMatchObject([arabic])
  // In the feed of the board, each job is in the language of its company. A job without an external id has its job id.
  const board = { url: jobUrl, requisitionid: String(jobId) }
  expect(jobUrl).toContain('/en/')
  const all = [expect.objectContaining(french), expect.objectContaining(board)]
  expect(await jobsIn('/feed.xml')).toEqual(expect.arrayContaining(all))
  expect((await get('/fr/companies/unknown/feed.xml')).status).toBe(404)
})

test('a feed whose jobs cannot be read is an error, not the beginning of a feed', async () => {
  const { company } = await publishJob(server)
  await whileFailing(server.deps.jobs, 'readListed', async () => {
    expect((await get(feedPath(company))).status).toBe(500)
  })
})

test('more jobs than one query returns are in the feed and the sitemap once each; the sitemap may be an index', async () => {
  const company = await server.company()
  const ids = Array.from({ length: 105 }, (_, index) => `${index}`)
  for (const some of [ids.slice(0, 5), ids.slice(5)])
    await push(
      company,
      some.map((id) => ({ id, title: 'Poste' })),
    )
  const inFeed = (await jobsIn(feedPath(company))).map(({ requisitionid }) => requisitionid)
  expect(inFeed.toSorted()).toEqual(ids.toSorted())
  expect((await jobsIn('/feed.xml')).filter(({ url }) => url?.includes(company.slug))).toHaveLength(105)
  const whole = (await addressesIn('/sitemap.xml')).map(({ loc = '' }) => loc).toSorted()
  expect(whole.filter((loc) => loc.includes(`${company.slug}/jobs/`))).toHaveLength(105)
  expect(new Set(whole).size).toBe(whole.length)
  // Parts of a few jobs, parts of more jobs than one query returns, and an index though the companies or the jobs alone fit into a file.
  for (const addressesMax of [90, 419, whole.length - 1]) {
    const parted = createServer(withRequestOnly(express().use(createSitemapRoutes(server.deps, addressesMax))))
    onTestFinished(() => void parted.close())
    await once(parted.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an AddressInfo.
    const own = `http://127.0.0.1:${(parted.address() as AddressInfo).port}`
    const read = async (path: string) => (await fetch(`${own}${path}`)).text()
    const parts = listElements(await read('/sitemap.xml'), 'sitemap').map(({ loc = '' }) => new URL(loc).pathname)
    const inParts = await Promise.all(parts.map(async (part) => listElements(await read(part), 'url')))
    for (const part of inParts) expect(part.length).toBeLessThanOrEqual(addressesMax)
    expect(inParts.flatMap((part) => part.map(({ loc }) => loc)).toSorted()).toEqual(whole)
    for (const wrong of ['x', '-1']) expect((await fetch(`${own}/sitemap/jobs/${wrong}.xml`)).ok).toBe(false)
  }
})

test('robots.txt names the sitemap and keeps crawlers away from applications, CVs, the API and the back office', async () => {
  const { status, type, text } = await get('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const closed = ['/api/', '/backoffice', '/trpc/', '/cv/', '/*/apply$', '/*/report$'].map(
    (path) => `Disallow: ${path}`,
  )
  expect(text.trim().split('\n')).toEqual(['User-agent: *', ...closed, '', `Sitemap: ${server.url}/sitemap.xml`])
})

test('DELETE removes a job from its page, the sitemap and the feeds at once, and PUT publishes it at the same address again', async () => {
  const { company, url } = await publishJob(server, { title: 'Comptable secret', description: '<p>Texte</p>' })
  const readPlaces = async () => {
    const { status, text } = await get(url)
    return {
      page: status,
      markup: text.includes('ld+json'),
      list: (await get(`/fr/companies/${company.slug}`)).text.includes(new URL(url).pathname),
      sitemap: (await addressesIn('/sitemap.xml')).filter(({ loc }) => loc?.includes(`/${company.slug}`)),
      feed: (await jobsIn(feedPath(company))).length,
      board: (await jobsIn('/feed.xml')).filter((job) => job.url === url).length,
    }
  }
  const { updatedAt } = (await company.call('GET', '/job/A')).body.job
  const locales = ['fr', 'en', 'ar'].map((locale) => `/${locale}/`)
  const pages = locales.map((locale) => ({ loc: `${server.url}${locale}companies/${company.slug}` }))
  const sitemap = [...pages, { loc: url, lastmod: updatedAt }]
  const published = { page: 200, markup: true, list: true, sitemap, feed: 1, board: 1 }
  expect(await readPlaces()).toEqual(published)
  expect((await company.call('DELETE', '/job/A')).status).toBe(200)
  expect(await readPlaces()).toEqual({ page: 410, markup: false, list: false, sitemap: [], feed: 0, board: 0 })
  expect((await company.call('PUT', '/job/A', { job: { status: 'PUBLISHED' } })).body.jobUrl).toBe(url)
  expect(await readPlaces()).toMatchObject({ page: 200, markup: true, list: true, feed: 1, board: 1 })
})

test('a job has one address in the language of its text, for the sitemap, feeds and search engines, and keeps it', async () => {
  const company = await server.company()
  const { jobs } = server.deps
  const texts = {
    fr: '<p>Vous rejoignez une équipe avec nous.</p>',
    en: '<p>You join our team and help the customers.</p>',
    ar: '<p>نبحث عن محاسب للعمل معنا في الرباط</p>',
    // The text is too short to tell its language, so the company's language counts.
    none: '<p>SAP</p>',
  }
  for (const [id, description] of Object.entries(texts)) {
    const { jobUrl } = (await company.call('POST', '/job', { job: { id, title: 'SAP', description } })).body
    const inLocale = (locale: string) => jobUrl.replace(/\/\w\w\/companies/, `/${locale}/companies`)
    expect(jobUrl).toBe(inLocale(id === 'none' ? 'fr' : id))
    const pages = await Promise.all(['fr', 'en', 'ar'].map((locale) => get(inLocale(locale))))
    expect(pages.map(({ text }) => /rel="canonical" href="(.*?)"/.exec(text)?.[1])).toEqual([jobUrl, jobUrl, jobUrl])
    expect(pages.map(({ text }) => /property="og:url" content="(.*?)"/.exec(text)?.[1])).toEqual([
      jobUrl,
      jobUrl,
      jobUrl,
    ])
    expect(pages.flatMap(({ text }) => /"url":"(.*?)"/.exec(text)?.[1] ?? [])).toEqual([jobUrl])
    // A page whose canonical page is another one must not be named as an alternate.
    for (const { text } of pages) expect(text).not.toContain('<link rel="alternate"')
    const isJob = (address: string | undefined) => address?.endsWith(new URL(jobUrl).pathname.slice(3)) === true
    expect((await addressesIn('/sitemap.xml')).flatMap(({ loc = '' }) => (isJob(loc) ? [loc] : []))).toEqual([jobUrl])
    for (const feed of ['/feed.xml', feedPath(company, 'en')])
      expect((await jobsIn(feed)).flatMap(({ url }) => (isJob(url) ? [url] : []))).toEqual([jobUrl])
    const { body } = await company.call('PUT', `/job/${id}`, { job: { description: texts.fr + texts.fr } })
    expect(body.jobUrl).toBe(jobUrl)
  }
  const changed = await jobs.findLatest(company.id, 'en')
  expect(changed?.locale).toBe('en')
})
