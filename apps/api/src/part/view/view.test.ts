import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { apply } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { openAllStores } from '../../test/parts.ts'
import { signedInUser } from '../../test/user.ts'
import { createFirstVisits } from './first-visits.ts'
import { viewing } from './state.ts'

const clock = { ms: Date.parse('2026-03-31T23:59:59.999Z') }
const server = useServer({ now: () => clock.ms, settings: { trustProxy: 1 } })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

let visitors = 0
/** Makes the header with which the proxy names an address that has not visited yet. */
const asNewVisitor = () => {
  visitors++
  return { 'x-forwarded-for': `198.51.${visitors >> 8}.${visitors & 255}` }
}

async function open(url: string, headers: Record<string, string> = asNewVisitor(), method = 'GET'): Promise<number> {
  const answer = await fetch(url, { method, headers: { 'user-agent': firefox, ...headers } })
  await answer.text()
  return answer.status
}

/** Tells the server that a form was begun, as the page of the job does. */
const begin = (jobUrl: string, headers: Record<string, string> = {}) =>
  open(`${jobUrl}/begun`, { ...asNewVisitor(), origin: server.url, ...headers }, 'POST')

/** Reads the rows of a company as they are stored. */
async function readRows(company: TestCompany) {
  await viewing(server.deps).viewRecorder.flush()
  const rows = server.connection.db.collection('jobDays')
  return rows.find({ companyId: company.id }, { projection: { _id: 0 }, sort: { day: 1 } }).toArray()
}

test('a view is counted for a person who opens the page of a published job, and for no robot, program or page that is fetched in advance', async () => {
  const company = await server.company()
  const { jobUrl, jobId } = await company.boardJob()
  expect(await open(jobUrl)).toBe(200)
  expect(await open(jobUrl.replace('/fr/', '/ar/'))).toBe(200)
  const others: Record<string, string>[] = [
    { 'user-agent': googlebot },
    { 'user-agent': 'curl/8.5.0' },
    { 'user-agent': '' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]
  for (const headers of others) expect(await open(jobUrl, headers)).toBe(200)
  expect(await open(jobUrl, {}, 'HEAD')).toBe(200)
  expect(await begin(jobUrl)).toBe(204)
  expect(await begin(jobUrl, { 'user-agent': googlebot })).toBe(204)
  await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'A' }] })
  await company.call('DELETE', '/job/A')
  expect(await open(jobUrl)).toBe(410)
  expect(await begin(jobUrl)).toBe(204)
  expect(await readRows(company)).toMatchObject([{ jobId, views: 2, forms: 1 }])
})

test('an address counts once for each job and hour, in any language, and a form that a page of another site begins does not count', async () => {
  clock.ms = Date.parse('2026-03-31T10:00:00.000Z')
  const company = await server.company()
  const [first, second] = [await company.boardJob('Soudeur'), await company.boardJob('Ferronnier')]
  const visitor = { 'x-forwarded-for': '2001:db8:1:2::1' }
  // A subscriber may choose the second half of an IPv6 address.
  const sameVisitor = { 'x-forwarded-for': '2001:db8:1:2::99', 'user-agent': `${firefox} other` }
  const visit = async () => {
    for (const { jobUrl } of [first, second])
      for (const headers of [visitor, visitor, sameVisitor]) {
        await open(jobUrl.replace('/fr/', '/en/'), headers)
        await open(jobUrl, headers)
        expect(await begin(jobUrl, headers)).toBe(204)
      }
  }
  await visit()
  const others: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of others) expect([headers, await begin(first.jobUrl, headers)]).toEqual([headers, 403])
  expect(await open(`${first.jobUrl}/begun`, asNewVisitor(), 'POST')).toBe(403)
  const once = { views: 1, forms: 1 }
  const rows = (counts: object) =>
    expect.arrayContaining([first, second].map(({ jobId }) => expect.objectContaining({ jobId, ...counts })))
  expect(await readRows(company)).toEqual(rows(once))
  // Chromium sends no origin for some requests of a page, and this header for all.
  expect(await begin(first.jobUrl, { 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(204)
  clock.ms += 60 * 60_000
  await visit()
  expect(await readRows(company)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ jobId: first.jobId, views: 2, forms: 3 }),
      expect.objectContaining({ jobId: second.jobId, views: 2, forms: 2 }),
    ]),
  )
})

test('what a process remembers of visits is bounded, and the newest stay', () => {
  const isFirstVisit = createFirstVisits({ now: () => 0 }, 2)
  const visit = (address: string) => isFirstVisit(address, 1, 'views')
  expect(['a', 'b', 'b', 'c', 'c', 'b', 'a'].map(visit)).toEqual([true, true, false, true, false, false, true])
})

test('a view stores the company, the job, the day and two numbers, and nothing about the person', async () => {
  const company = await server.company()
  const { jobUrl, jobId } = await company.boardJob()
  const mark = randomUUID()
  const headers = { 'user-agent': `${firefox} ${mark}`, cookie: `a=${mark}`, 'x-forwarded-for': '192.0.2.7' }
  await open(`${jobUrl}?from=${mark}`, headers)
  await begin(jobUrl, headers)
  const day = new Date('2026-03-31T00:00:00.000Z')
  expect(await readRows(company)).toEqual([{ companyId: company.id, jobId, day, views: 1, forms: 1 }])
})

test('two processes that count the first views of a day at the same moment lose none', async () => {
  const company = await server.company()
  const visit = { companyId: company.id, jobId: 1, at: new Date(clock.ms), what: 'views' } as const
  const processes = [viewing(server.deps).views, openAllStores(server.connection).views]
  for (let round = 0; round < 10; round++) await Promise.all(processes.map((views) => views.add([visit, visit])))
  expect(await readRows(company)).toMatchObject([{ views: 40, forms: 0 }])
})

test('Home and the job show views, forms begun and applications of 30 UTC days, and Home the jobs that were read most', async () => {
  clock.ms = Date.parse('2026-03-31T23:59:59.999Z')
  const company = await server.company()
  const [first, second] = [await company.boardJob('Soudeur'), await company.boardJob('Ferronnier')]
  await open(first.jobUrl)
  clock.ms += 1
  for (let count = 0; count < 3; count++) await open(second.jobUrl)
  await begin(second.jobUrl)
  await apply(second.jobUrl)
  await viewing(server.deps).viewRecorder.flush()
  const { client } = await signedInUser(server, company)
  const { days, mostRead } = await client.view.summary.query()
  expect([days.length, days.at(-1)]).toEqual([30, { day: '2026-04-01', views: 3, forms: 1, applications: 1 }])
  expect(days.at(-2)).toEqual({ day: '2026-03-31', views: 1, forms: 0, applications: 0 })
  expect(mostRead).toEqual([
    { jobId: second.jobId, title: 'Ferronnier', views: 3, forms: 1, applications: 1 },
    { jobId: first.jobId, title: 'Soudeur', views: 1, forms: 0, applications: 0 },
  ])
  const ofFirst = (await client.view.ofJob.query({ jobId: first.jobId })).days
  expect(ofFirst.slice(-2)).toEqual([days.at(-2), { day: '2026-04-01', views: 0, forms: 0, applications: 0 }])
  clock.ms += 30 * 86_400_000
  const later = await (await signedInUser(server, company)).client.view.summary.query()
  expect([later.mostRead, later.days.filter(({ views }) => views > 0)]).toEqual([[], []])
})
