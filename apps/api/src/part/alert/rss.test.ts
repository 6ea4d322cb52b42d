import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

const server = useServer()

/** Reads the elements of a feed, each with its path and text. Throws if the document is not XML. */
function readElements(xml: string): [path: string, text: string][] {
  const found: [string, string][] = []
  const open: string[] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    open.push(name)
    text = ''
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('closetag', () => {
    found.push([open.join('/'), text])
    open.pop()
    text = ''
  })
  parser.write(xml).close()
  return found
}

async function getFeed(path: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers })
  const xml = await res.text()
  const elements = res.status === 200 ? readElements(xml) : []
  const list = (name: string) => elements.filter(([path]) => path === `rss/channel/${name}`).map(([, text]) => text)
  return { status: res.status, type: res.headers.get('content-type'), tag: res.headers.get('etag') ?? '', list }
}

const push = async (company: TestCompany, jobs: object[]) => {
  const { body } = await company.call('PUT', '/jobs', { jobs })
  return body.results.map(({ jobUrl }: { jobUrl: string }) => jobUrl) as string[]
}

it('a feed has the newest jobs of the same search as the list, in its language, and is RSS', async () => {
  const company = await server.company()
  const [old = '', accountant = '', welder = ''] = await push(company, [
    { id: 'old', title: 'Comptable & <b>Cie</b>', city: 'Rabat', description: '<p>Tenir les comptes & "plus".</p>' },
    { id: 'new', title: 'محاسب', city: 'Rabat', contractType: 'CDI', description: `<p>${'مرحبا بكم '.repeat(60)}</p>` },
    { id: 'welder', title: 'Soudeur', city: 'Fès', contractType: 'CDD' },
  ])
  const path = `/ar/companies/${company.slug}`
  const { type, list } = await getFeed(`${path}/jobs.rss`)
  expect(type).toBe('application/rss+xml; charset=utf-8')
  expect(list('language')).toEqual(['ar'])
  expect(list('link')).toEqual([`${server.url}${path}`])
  // Every language has the same ids, so a reader of two feeds knows a job again.
  expect(list('item/guid')).toEqual([welder, accountant, old])
  expect(list('item/link')).toEqual(list('item/guid').map((url) => url.replace(/\/(fr|en)\//, '/ar/')))
  expect(list('item/title')).toEqual(['Soudeur', 'محاسب', expect.stringContaining('Comptable &')])
  expect(list('item/description')[1]).toMatch(/^<p>Atlas Talents · .*<\/p><p>مرحبا بكم .*…<\/p>$/)
  expect(list('item/description')[2]).toContain('Tenir les comptes &amp; "plus".')
  const { publishedAt } = (await company.call('GET', '/job/welder')).body.job
  expect(list('item/pubDate')[0]).toBe(new Date(publishedAt).toUTCString())
  const searched = await getFeed(`${path}/jobs.rss?city=Rabat&q=${encodeURIComponent('محاسب')}`)
  expect(searched.list('item/title')).toEqual(['محاسب', expect.stringContaining('Comptable &')])
  expect(searched.list('title')).toEqual([expect.stringContaining('محاسب · Rabat')])
})

it('the board has a feed of the fifty newest jobs, and its pages link to that of their search', async () => {
  const company = await server.company()
  await push(
    company,
    Array.from({ length: 51 }, (_, index) => ({ id: `job-${index}`, title: `Job ${index}` })),
  )
  const { list } = await getFeed('/fr/jobs.rss')
  expect(list('item/guid')).toHaveLength(50)
  expect(list('item/title')[0]).toBe('Job 50 – Atlas Talents')
  for (const path of ['/fr', `/fr/companies/${company.slug}`]) {
    const html = await (await fetch(`${server.url}${path}?q=Job&city=`)).text()
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" title="${path === '/fr' ? 'Offres d’emploi' : 'Offres d’emploi\u00a0– Atlas Talents'}" href="${server.url}${path}/jobs.rss?q=Job"/>`,
    )
    expect(html).toContain(`<a href="${path}/jobs.rss?q=Job">`)
  }
})

it('a reader that has the newest feed gets 304, and the whole feed after a change', async () => {
  const company = await server.company()
  await push(company, [{ id: 'A', title: 'Comptable' }])
  const path = `/fr/companies/${company.slug}/jobs.rss`
  const { tag } = await getFeed(path)
  expect((await getFeed(path, { 'if-none-match': tag })).status).toBe(304)
  await push(company, [{ id: 'B', title: 'Soudeur' }])
  expect((await getFeed(path, { 'if-none-match': tag })).list('item/title')).toEqual(['Soudeur', 'Comptable'])
  expect((await getFeed('/fr/companies/none/jobs.rss')).status).toBe(404)
})
