import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCompany } from '@boardwalk/core/company/service'
import express from 'express'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestCompany, useServer } from '../test/harness.ts'
import { withRequestOnly } from '../test/with-request.ts'
import { sendJobsJson } from './jobs-json.ts'

const server = useServer()
const pathOf = ({ slug }: TestCompany, locale = 'fr') => `/${locale}/companies/${slug}/jobs.json`

/** The answer of "List jobs" as Greenhouse documents it: https://developers.greenhouse.io/job-board.html#list-jobs */
const Tree = { id: z.int(), name: z.string(), parent_id: z.int().nullable(), child_ids: z.array(z.int()) }
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
  departments: z.array(z.object(Tree)).optional(),
  offices: z.array(z.object({ ...Tree, location: z.string() })).optional(),
})
const Jobs = z.object({ jobs: z.array(Entry), meta: z.object({ total: z.int() }) })

async function get(path: string, headers: Record<string, string> = {}, url = server.url) {
  const res = await fetch(`${url}${path}`, { headers })
  const text = await res.text()
  const tag = res.headers.get('etag') ?? ''
  return { status: res.status, headers: res.headers, tag, text, read: () => Jobs.parse(JSON.parse(text)) }
}

let company: TestCompany
beforeAll(async () => {
  company = await server.company()
  const job = {
    id: 'REF-1',
    title: 'Développeuse & développeur',
    city: ['Rabat', 'Fès'],
    contractType: 'CDI',
    workMode: 'HYBRID',
    benefits: ['Repas'],
    description: '<p>Au sein d’une <strong>équipe</strong> &amp; plus.</p>',
  }
  const draft = { id: 'draft', title: 'Brouillon', status: 'UNPUBLISHED' }
  expect((await company.call('PUT', '/jobs', { jobs: [job, draft] })).status).toBe(200)
  await company.boardJob('Sans ville')
})

describe('a reader of Greenhouse’s format', () => {
  test('finds every documented member in the answer of a company, and the texts with ?content=true', async () => {
    const { status, headers, read } = await get(pathOf(company))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const { jobs, meta } = read()
    expect(meta).toEqual({ total: 2 })
    const inEnglish = (await get(pathOf(company, 'en'))).read().jobs[1]
    expect(inEnglish?.location.name).toBe('Rabat, Morocco; Fez, Morocco')
    const { jobUrl } = (await company.call('GET', '/job/REF-1')).body.job
    const metadata = [{ name: 'Employment Type', value: 'CDI' }, { name: 'Workplace Type' }]
    expect(jobs).toMatchObject([
      { title: 'Sans ville', location: { name: 'Maroc' }, metadata: null },
      {
        title: 'Développeuse & développeur',
        requisition_id: 'REF-1',
        company_name: 'Atlas Talents',
        location: { name: 'Rabat, Maroc; Fès, Maroc' },
        absolute_url: jobUrl,
        metadata,
      },
    ])
    expect(inEnglish).toMatchObject({ absolute_url: jobUrl, language: 'fr' })
    expect(jobs[1]).not.toHaveProperty('content')
    const [, whole] = (await get(`${pathOf(company)}?content=true`)).read().jobs
    // HTML that is escaped once, as Greenhouse does it.
    const text = '&lt;p&gt;Au sein d’une &lt;strong&gt;équipe&lt;/strong&gt; &amp;amp; plus.&lt;/p&gt;'
    expect(whole?.content).toContain(text)
    expect(whole?.departments).toEqual([])
    const offices = whole?.offices?.map(({ name, location }) => `${name} in ${location}`)
    expect(offices).toEqual(['Rabat in Rabat, Maroc', 'Fès in Fès, Maroc'])
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
      ['the name', () => server.deps.companies.updateTexts(own.id, 0, { name: 'Autre nom' }, 'operator')],
    ]
    for (const [name, change] of changes) {
      const { tag } = await get(pathOf(own))
      for (const sent of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
        const unchanged = await get(pathOf(own), { 'if-none-match': sent })
        expect([unchanged.status, unchanged.text, unchanged.tag]).toEqual([304, '', tag])
        expect(unchanged.headers.get('access-control-allow-origin')).toBe('*')
      }
      await change()
      const after = await get(pathOf(own), { 'if-none-match': tag })
      expect([name, after.status, after.tag === tag]).toEqual([name, 200, false])
    }
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
    // One day, in seconds.
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
  const { deps } = server
  for (const [path, jobsMax] of [
    ['/part', 3],
    ['/whole', 102],
  ] as const)
    app.get(path, (req, res) => sendJobsJson(deps, { company: stored, locale: 'fr' }, path, req, res, jobsMax))
  const listening = createServer(withRequestOnly(app)).listen(0, '127.0.0.1')
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  // A server that listens on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const seen: string[] = []
  for (let next: string | undefined = '/part?content=true'; next !== undefined; ) {
    const { headers, read } = await get(next, {}, url)
    const { jobs, meta } = read()
    expect([meta.total, jobs.length <= 3]).toEqual([7, true])
    for (const { title, content } of jobs) {
      expect(content).toBeTypeOf('string')
      seen.push(title)
    }
    next = /^<http:\/\/[^/]*([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(titles.toReversed())
  // Exactly as many as one answer has. The server reads them in batches of 100, and there is no next page.
  const more = Array.from({ length: 94 }, (_, index) => ({ id: `more ${index}`, title: 'Poste' }))
  await own.call('PUT', '/jobs', { jobs: more })
  const { jobId } = await own.boardJob('Sans référence')
  const times = { createdAt: new Date(0), updatedAt: new Date(1_500) }
  await server.connection.db.collection('jobs').updateMany({ companyId: own.id }, { $set: times })
  const whole = await get('/whole', {}, url)
  const { jobs } = whole.read()
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(102)
  expect(jobs[0]).toMatchObject({
    id: jobId,
    requisition_id: String(jobId),
    first_published: expect.stringMatching(/^20/),
    updated_at: '1970-01-01T00:00:01+00:00',
  })
  expect(whole.headers.get('link')).toBeNull()
})
