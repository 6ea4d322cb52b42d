import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createStores } from '../../deps.ts'
import { apply } from '../../test/form.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { signedInUser } from '../../test/user.ts'

const clock = { ms: Date.parse('2026-03-31T23:59:59.999Z') }
const server = useServer({ now: () => clock.ms })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

async function open(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> {
  const answer = await fetch(url, { method, headers: { 'user-agent': firefox, ...headers } })
  await answer.text()
  return answer.status
}

/** Reads the rows of a company as they are stored. */
async function readRows(company: TestCompany) {
  await server.deps.viewRecorder.flush()
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
  expect(await open(`${jobUrl}/begun`, {}, 'POST')).toBe(204)
  expect(await open(`${jobUrl}/begun`, { 'user-agent': googlebot }, 'POST')).toBe(204)
  await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'A' }] })
  await company.call('DELETE', '/job/A')
  expect(await open(jobUrl)).toBe(410)
  expect(await open(`${jobUrl}/begun`, {}, 'POST')).toBe(204)
  expect(await readRows(company)).toMatchObject([{ jobId, views: 2, forms: 1 }])
})

test('a view stores the company, the job, the day and two numbers, and nothing about the person', async () => {
  const company = await server.company()
  const { jobUrl, jobId } = await company.boardJob()
  const mark = randomUUID()
  const headers = { 'user-agent': `${firefox} ${mark}`, cookie: `a=${mark}`, 'x-forwarded-for': '192.0.2.7' }
  await open(`${jobUrl}?from=${mark}`, headers)
  await open(`${jobUrl}/begun`, headers, 'POST')
  const day = new Date('2026-03-31T00:00:00.000Z')
  expect(await readRows(company)).toEqual([{ companyId: company.id, jobId, day, views: 1, forms: 1 }])
})

test('two processes that count the first views of a day at the same moment lose none', async () => {
  const company = await server.company()
  const visit = { companyId: company.id, jobId: 1, at: new Date(clock.ms), what: 'views' } as const
  const processes = [server.deps.views, createStores(server.connection).views]
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
  await open(`${second.jobUrl}/begun`, {}, 'POST')
  await apply(second.jobUrl)
  await server.deps.viewRecorder.flush()
  const { client } = await signedInUser(server, company)
  const { days, mostRead } = await client.home.summary.query()
  expect([days.length, days.at(-1)]).toEqual([30, { day: '2026-04-01', views: 3, forms: 1, applications: 1 }])
  expect(days.at(-2)).toEqual({ day: '2026-03-31', views: 1, forms: 0, applications: 0 })
  expect(mostRead).toEqual([
    { jobId: second.jobId, title: 'Ferronnier', views: 3, forms: 1, applications: 1 },
    { jobId: first.jobId, title: 'Soudeur', views: 1, forms: 0, applications: 0 },
  ])
  const ofFirst = (await client.job.views.query({ jobId: first.jobId })).days
  expect(ofFirst.slice(-2)).toEqual([days.at(-2), { day: '2026-04-01', views: 0, forms: 0, applications: 0 }])
  clock.ms += 30 * 86_400_000
  const later = await (await signedInUser(server, company)).client.home.summary.query()
  expect([later.mostRead, later.days.filter(({ views }) => views > 0)]).toEqual([[], []])
})
