import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { actAsOperator } from '../feature/audit/service.ts'
import { getCompany, updateCompanyProfile } from '../feature/company/service.ts'
import { type TestCompany, useSecondServer, useServer } from '../test/harness.ts'
import { sendJobsJson } from './jobs-json.ts'

const server = useServer()
// It has not counted any jobs.
const second = useSecondServer(server)
const pathOf = (company: TestCompany, locale = 'fr') => `/${locale}/companies/${company.slug}/jobs.json`

/** What Greenhouse documents of an answer of "List jobs": https://developers.greenhouse.io/job-board.html#list-jobs */
const Entry = z.looseObject({
  id: z.int(),
  internal_job_id: z.int().nullable(),
  title: z.string(),
  updated_at: z.iso.datetime({ offset: true }),
  requisition_id: z.string().nullable(),
  location: z.object({ name: z.string() }),
  absolute_url: z.url(),
  metadata: z.array(z.object({ id: z.int(), name: z.string(), value: z.unknown(), value_type: z.string() })).nullable(),
  content: z.string().optional(),
  departments: z
    .array(z.object({ id: z.int(), name: z.string(), parent_id: z.int().nullable(), child_ids: z.array(z.int()) }))
    .optional(),
  offices: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        location: z.string(),
        parent_id: z.int().nullable(),
        child_ids: z.array(z.int()),
      }),
    )
    .optional(),
})
const Jobs = z.object({ jobs: z.array(Entry), meta: z.object({ total: z.int() }) })

async function get(path: string, headers: Record<string, string> = {}, url = server.url) {
  const res = await fetch(`${url}${path}`, { headers })
  const text = await res.text()
  return { status: res.status, headers: res.headers, text, read: () => Jobs.parse(JSON.parse(text)) }
}

/** Starts a server of these routes, and returns its address. */
async function listen(app: Express): Promise<string> {
  const listening = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  // A server that listens on a port has an AddressInfo.
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  const jobs = [
    {
      ...{
        id: 'REF-1',
        title: 'Développeuse & développeur',
        city: ['Rabat', 'Fès'],
        contractType: 'CDI',
        workMode: 'HYBRID',
      },
      description: '<p>Au sein d’une <strong>équipe</strong> &amp; plus.</p>',
      benefits: ['Repas'],
    },
    { id: 'draft', title: 'Brouillon', status: 'UNPUBLISHED' },
  ]
  expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
  await company.boardJob('Sans ville')
})

describe('a reader of Greenhouse’s format', () => {
  test('finds every documented member in the answer of a company', async () => {
    const { status, headers, read } = await get(pathOf(company))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const { jobs, meta } = read()
    expect(meta).toEqual({ total: 2 })
    expect(jobs.map(({ title }) => title)).toEqual(['Sans ville', 'Développeuse & développeur'])
    const { jobUrl, job } = (await company.call('GET', '/job/REF-1')).body
    expect(jobs[1]).toMatchObject({
      requisition_id: 'REF-1',
      company_name: 'Atlas Talents',
      location: { name: 'Rabat, Maroc; Fès, Maroc' },
      absolute_url: jobUrl ?? job.jobUrl,
      metadata: [
        { name: 'Employment Type', value: 'CDI' },
        { name: 'Workplace Type', value: expect.any(String) },
      ],
    })
    expect(jobs[0]).toMatchObject({ location: { name: 'Maroc' }, metadata: null })
    expect(jobs[1]).not.toHaveProperty('content')
  })

  test('finds the texts with ?content=true: as HTML that is escaped once, as Greenhouse does it', async () => {
    const { jobs } = (await get(`${pathOf(company)}?content=true`)).read()
    expect(jobs[1]?.content).toContain(
      '&lt;p&gt;Au sein d’une &lt;strong&gt;équipe&lt;/strong&gt; &amp;amp; plus.&lt;/p&gt;',
    )
    expect(jobs[1]?.departments).toEqual([])
    expect(jobs[1]?.offices?.map(({ name, location }) => [name, location])).toEqual([
      ['Rabat', 'Rabat, Maroc'],
      ['Fès', 'Fès, Maroc'],
    ])
  })

  test('gets the language of the address', async () => {
    const { jobs } = (await get(pathOf(company, 'en'))).read()
    expect(jobs[1]).toMatchObject({ location: { name: 'Rabat, Morocco; Fès, Morocco' }, language: 'en' })
    expect(jobs[1]?.metadata?.map(({ value }) => value)).toEqual(['Permanent (CDI)', 'Hybrid'])
    expect(jobs[1]?.absolute_url).toContain('/en/companies/')
    const [inFrench, inEnglish] = await Promise.all(
      ['fr', 'en'].map(async (locale) => (await get(`${pathOf(company, locale)}?content=true`)).read().jobs[1]),
    )
    expect(inFrench?.content).toContain('Avantages')
    expect(inEnglish?.content).toContain('Benefits')
    // A city has its own number, which is the same in every answer.
    const numbers = inFrench?.offices?.map(({ id }) => id)
    expect(new Set(numbers).size).toBe(2)
    expect(inEnglish?.offices?.map(({ id }) => id)).toEqual(numbers)
  })

  test('gets the jobs of all companies at /jobs.json', async () => {
    const other = await server.company()
    await server.deps.companies.updateTexts(other.id, 0, { locale: 'en' }, 'operator')
    await other.call('POST', '/job', { job: { id: 'A', title: 'Ailleurs' } })
    const { jobs } = (await get('/jobs.json')).read()
    expect(jobs.map(({ title }) => title)).toEqual(['Ailleurs', 'Sans ville', 'Développeuse & développeur'])
    // Each in the language of its company.
    expect(jobs.map(({ language, location }) => [language, location.name])).toEqual([
      ['en', 'Morocco'],
      ['fr', 'Maroc'],
      ['fr', 'Rabat, Maroc; Fès, Maroc'],
    ])
    expect(jobs[0]?.absolute_url).toContain('/en/companies/')
    await other.call('DELETE', '/job/A')
  })

  test('gets an empty list from a company without published jobs, and 404 from an unknown one', async () => {
    const { text } = await get(pathOf(await server.company()))
    expect(JSON.parse(text)).toEqual({ jobs: [], meta: { total: 0 } })
    expect((await get('/fr/companies/nobody/jobs.json')).status).toBe(404)
  })
})

describe('the tag of an answer', () => {
  test('answers 304 without a body until something of the answer changes', async () => {
    const own = await server.company()
    await own.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })
    const changes: [string, () => Promise<unknown>][] = [
      ['a title', () => own.call('PUT', '/job/A', { job: { title: 'Caissière' } })],
      ['a new job', () => own.call('POST', '/job', { job: { id: 'B', title: 'Vendeur' } })],
      ['a withdrawn job', () => own.call('DELETE', '/job/B')],
      ['the name', () => updateCompanyProfile(server.deps, actAsOperator(own.id), { name: 'Autre nom', revision: 0 })],
    ]
    for (const [name, change] of changes) {
      const before = (await get(pathOf(own))).headers.get('etag') ?? ''
      for (const sent of [before, before.replace('W/', ''), `"x", ${before}`, '*']) {
        const unchanged = await get(pathOf(own), { 'if-none-match': sent })
        expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', before])
        expect(unchanged.headers.get('access-control-allow-origin')).toBe('*')
      }
      await change()
      const after = await get(pathOf(own), { 'if-none-match': before })
      expect([name, after.status]).toEqual([name, 200])
      expect(after.headers.get('etag')).not.toBe(before)
    }
  })

  test('is another one for another address', async () => {
    const tags = await Promise.all(
      [pathOf(company), `${pathOf(company)}?content=true`, pathOf(company, 'en')].map(async (path) =>
        (await get(path)).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('changes with the total and with the address of the board, also if the jobs of the answer are the same', async () => {
    const own = await server.company()
    for (const id of ['oldest', 'A', 'B', 'C']) await own.call('POST', '/job', { job: { id, title: 'Poste' } })
    const stored = await getCompany(server.deps, own.id)
    const { settings } = server.deps
    const moved = { ...settings, publicUrl: 'https://jobs.example.com' }
    const app = express()
      .get('/before', (req, res) => sendJobsJson(server.deps, stored, '/jobs', req, res, 2))
      .get('/after', (req, res) => sendJobsJson({ ...second.deps, settings }, stored, '/jobs', req, res, 2))
      .get('/moved', (req, res) => sendJobsJson({ ...server.deps, settings: moved }, stored, '/jobs', req, res, 2))
    const url = await listen(app)
    const before = await get('/before', {}, url)
    const tag = before.headers.get('etag') ?? ''
    expect((await get('/before', { 'if-none-match': tag }, url)).status).toBe(304)

    // This job is not in the answer. The second server counts the jobs without it.
    await own.call('DELETE', '/job/oldest')
    const after = await get('/after', { 'if-none-match': tag }, url)
    expect([after.status, after.headers.get('etag') === tag]).toEqual([200, false])
    expect([before, after].map(({ read }) => read().meta.total)).toEqual([4, 3])
    expect(after.read().jobs).toEqual(before.read().jobs)

    const elsewhere = await get('/moved', { 'if-none-match': tag }, url)
    expect([elsewhere.status, elsewhere.headers.get('etag') === tag]).toEqual([200, false])
    expect(elsewhere.read()).toMatchObject({
      meta: { total: 4 },
      jobs: ['C', 'B'].map((id) => ({
        requisition_id: id,
        absolute_url: expect.stringMatching(/^https:\/\/jobs\.example\.com\/fr\//),
      })),
    })
  })

  test('is there for HEAD too', async () => {
    const res = await fetch(`${server.url}${pathOf(company)}`, { method: 'HEAD' })
    expect([res.status, await res.text(), res.headers.get('etag')]).toEqual([
      200,
      '',
      (await get(pathOf(company))).headers.get('etag'),
    ])
    expect(res.headers.get('cache-control')).toBe('no-cache')
  })
})

test('scripts of other sites may read it, also with a tag, and may not send anything', async () => {
  for (const path of ['/jobs.json', pathOf(company)]) {
    const { headers } = await get(path, { origin: 'https://career.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe('ETag, Link')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const asked = await fetch(`${server.url}${path}`, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD'])
    expect(asked.headers.get('access-control-allow-headers')).toBe('If-None-Match')
    // A day.
    expect(asked.headers.get('access-control-max-age')).toBe('86400')
    const sent = await fetch(`${server.url}${path}`, { method: 'POST', body: '{}' })
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([405, null])
  }
})

test('more jobs than an answer has are in the next ones, each job once', async () => {
  const own = await server.company()
  const titles = Array.from({ length: 7 }, (_, index) => `Poste ${index}`)
  for (const some of [titles.slice(0, 5), titles.slice(5)])
    await own.call('PUT', '/jobs', { jobs: some.map((title) => ({ id: title, title })) })
  const stored = await getCompany(server.deps, own.id)
  const app = express()
    .get('/part', (req, res) => sendJobsJson(server.deps, stored, '/part', req, res, 3))
    .get('/whole', (req, res) => sendJobsJson(server.deps, stored, '/whole', req, res, 102))
  const url = await listen(app)
  const seen: string[] = []
  for (let next: string | undefined = '/part?content=true'; next !== undefined; ) {
    const { headers, read } = await get(next, {}, url)
    const { jobs, meta } = read()
    expect(meta.total).toBe(7)
    expect(jobs.length).toBeLessThanOrEqual(3)
    for (const { title, content } of jobs) {
      expect(content).toBeTypeOf('string')
      seen.push(title)
    }
    next = /^<http:\/\/[^/]*([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(titles.toReversed())
  const past = await get('/part?after=1-1', {}, url)
  expect([past.status, past.read().jobs]).toEqual([200, []])
  // As many as one answer has: it reads them in batches of 100, and leads to no other.
  const more = Array.from({ length: 94 }, (_, index) => ({ id: `more ${index}`, title: 'Poste' }))
  await own.call('PUT', '/jobs', { jobs: more })
  const { jobId } = await own.boardJob('Sans référence')
  const times = { createdAt: new Date(0), updatedAt: new Date(1_500) }
  await server.connection.db.collection('jobs').updateMany({ companyId: own.id }, { $set: times })
  const whole = await get('/whole', {}, url)
  const { jobs } = whole.read()
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(102)
  expect(jobs[0]).toMatchObject({
    ...{ id: jobId, requisition_id: String(jobId) },
    ...{ first_published: expect.stringMatching(/^20/), updated_at: '1970-01-01T00:00:01+00:00' },
  })
  expect(whole.headers.get('link')).toBeNull()
})

test('of more than a thousand jobs, an answer has the newest thousand and the address of the next ones', async () => {
  const own = await server.company()
  const { jobId } = await own.boardJob()
  const rows = server.connection.db.collection<{ _id: number }>('jobs')
  const row = await rows.findOne({ _id: jobId })
  const newer = Array.from({ length: 1_000 }, (_, index) => 5_000_000 + index)
  await rows.insertMany(newer.map((_id) => ({ ...row, _id, externalKey: _id })))
  for (const path of [pathOf(own, 'ar'), '/jobs.json']) {
    // The same headers as those of GET, and no text of a job is read.
    const { headers } = await fetch(`${server.url}${path}`, { method: 'HEAD' })
    const [, next] = /^<(.*)\d{13}-5000000>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
    expect(next).toBe(`${server.url}${path}?after=`)
  }
})
