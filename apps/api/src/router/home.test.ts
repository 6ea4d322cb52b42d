import { beforeEach, expect, it } from 'vitest'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { openBackOffice, password, signedInUser } from '../test/user.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const clock = { ms: Date.parse('2026-03-31T23:59:59.999Z') }
const server = useServer({ now: () => clock.ms })

let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

const summary = async (of = company) => (await signedInUser(server, of)).client.home.summary.query()
const newJob = async (id: string, status: 'PUBLISHED' | 'UNPUBLISHED') =>
  (await company.call('POST', '/job', { job: { id, title: id, status } })).body

it('applications are counted for the UTC day of their date, and in all', async () => {
  const { jobUrl } = await newJob('A', 'PUBLISHED')
  clock.ms = Date.parse('2026-03-31T23:59:59.999Z')
  await apply(jobUrl)
  clock.ms = Date.parse('2026-04-01T00:00:00.000Z')
  await apply(jobUrl)
  await apply(jobUrl)
  expect(await summary()).toMatchObject({ applicationsTotal: 3 })
  const readCounts = async () =>
    (await (await signedInUser(server, company)).client.view.summary.query()).days
      .filter(({ applications }) => applications > 0)
      .map(({ day, applications }) => [day, applications])
  expect(await readCounts()).toEqual([
    ['2026-03-31', 1],
    ['2026-04-01', 2],
  ])
  clock.ms = Date.parse('2026-03-31T12:00:00.000Z') + 30 * DAY_MS
  expect(await readCounts()).toEqual([['2026-04-01', 2]])
  expect(await summary()).toMatchObject({ applicationsTotal: 3 })
})

it('jobs are counted by whether they are published, and each key shows its last push and its last poll, which refused calls, withdrawals and links do not move', async () => {
  for (const id of ['A', 'B']) await newJob(id, 'PUBLISHED')
  await newJob('C', 'UNPUBLISHED')
  await server.deps.keyUses.flush()
  const pushedAt = new Date(clock.ms).toISOString()
  clock.ms += DAY_MS
  const key = await company.createKey('reader', ['read'])
  await server.call(key.key, 'PUT', '/job/A', { job: { title: 'B' } })
  await server.call(key.key, 'GET', '/job/none/candidates')
  await server.call(key.key, 'GET', '/candidates?page=0')
  for (const job of [{ title: 1 }, { title: 'A', minSalary: -1 }]) await company.call('PUT', '/job/A', { job })
  await company.call('PUT', '/jobs', { jobs: [{ id: 'D' }, { title: 'D' }] })
  await company.call('PUT', '/jobs', { jobs: [{ id: 'D', title: 'D' }], dryRun: true })
  const { jobId: platformJobId } = await company.boardJob()
  expect((await company.call('DELETE', '/job/B')).status).toBe(200)
  await company.call('POST', '/job/link', { links: [{ platformJobId, externalJobId: 'E' }] })
  await company.call('GET', '/candidates')
  const polledAt = new Date(clock.ms).toISOString()
  await server.deps.keyUses.flush()
  expect(await summary()).toMatchObject({
    jobsLive: 2,
    jobsDraft: 2,
    keys: [
      {
        lastPushAt: pushedAt,
        lastPollAt: polledAt,
      },
      {
        lastPushAt: null,
        lastPollAt: null,
      },
    ],
  })
  expect((await server.deps.apiKeys.find(key.id))?.lastUsedAt?.toISOString()).toBe(polledAt)
  clock.ms += DAY_MS
  // The status of a candidate is no push of jobs.
  await company.call('PUT', '/candidates', { candidates: [{ id: 'none', status: 'HIRED' }] })
  await server.deps.keyUses.flush()
  expect((await summary()).keys[0]).toMatchObject({ lastPushAt: pushedAt, lastPollAt: polledAt })
  // A batch of which one job was taken is a push.
  await company.call('PUT', '/jobs', { jobs: [{ id: 'D' }, { id: 'A', title: 'A' }] })
  await server.deps.keyUses.flush()
  expect((await summary()).keys[0]).toMatchObject({ lastPushAt: new Date(clock.ms).toISOString() })
})

it('what came since a user’s last visit is new in every browser, and a visit ends after 30 minutes without a request', async () => {
  const { jobUrl } = await newJob('A', 'PUBLISHED')
  const { client, email } = await signedInUser(server, company)
  const elsewhere = openBackOffice(server.url)
  const readNew = async (browser = client) => (await browser.home.summary.query()).attention
  const countListed = async () => (await client.application.list.query({ attention: 'new' })).total
  for (const count of [1, 2]) {
    await apply(jobUrl)
    clock.ms += 29 * MINUTE_MS
    expect(await readNew()).toMatchObject({ new: 0, newSince: null })
    expect(await countListed()).toBe(count)
  }
  for (const count of [1, 2]) {
    const newSince = new Date(clock.ms).toISOString()
    clock.ms += 31 * MINUTE_MS
    for (let received = 0; received < count; received++) await apply(jobUrl)
    await elsewhere.client.session.signIn.mutate({ email, password })
    // The requests of a page arrive together, and a page may be loaded again.
    const together = await Promise.all([elsewhere.client, client, client].map(readNew))
    clock.ms += 29 * MINUTE_MS
    for (const each of [...together, await readNew()]) expect(each).toMatchObject({ new: count, newSince })
    expect(await countListed()).toBe(count)
  }
})

it('applications that are still new after 14 days wait for an answer, unless they are erased', async () => {
  const { jobUrl } = await newJob('A', 'PUBLISHED')
  const ids: string[] = []
  for (let count = 0; count < 4; count++) ids.push((await apply(jobUrl)).body.id)
  clock.ms += 14 * DAY_MS
  const readUnanswered = async () => {
    const { client } = await signedInUser(server, company)
    const { applications } = await client.application.list.query({ attention: 'unanswered', order: 'ascending' })
    expect((await client.home.summary.query()).attention.unanswered).toBe(applications.length)
    return applications.map(({ id }) => id)
  }
  expect(await readUnanswered()).toEqual([])
  clock.ms += 60 * MINUTE_MS
  await apply(jobUrl)
  expect(await readUnanswered()).toEqual(ids)
  const { client } = await signedInUser(server, company)
  const [first = '', second = '', ...others] = ids
  await client.application.setStatus.mutate({ id: first, status: 'REVIEWED' })
  await client.application.erase.mutate({ id: second })
  expect(await readUnanswered()).toEqual(others)
  // The list’s other filters narrow it.
  const listed = await client.application.list.query({ attention: 'unanswered', status: 'REVIEWED' })
  expect(listed.total).toBe(0)
})

it('erasures that the ATS has not confirmed after 7 days are counted, if a key has ever fetched candidates', async () => {
  const { jobUrl } = await newJob('A', 'PUBLISHED')
  const { client } = await signedInUser(server, company)
  const [first = '', second = ''] = [(await apply(jobUrl)).body.id, (await apply(jobUrl)).body.id]
  for (const id of [first, second]) await client.application.erase.mutate({ id })
  const readUnconfirmed = async () => {
    const { client } = await signedInUser(server, company)
    const { applications } = await client.application.list.query({ attention: 'unconfirmed', order: 'ascending' })
    expect((await client.home.summary.query()).attention.unconfirmed).toBe(applications.length)
    const isUnconfirmed = async (id: string) => (await client.application.get.query({ id })).isUnconfirmed
    const ids = applications.map(({ id }) => id)
    expect(await Promise.all([first, second].map(isUnconfirmed))).toEqual([ids.includes(first), ids.includes(second)])
    return ids
  }
  clock.ms += 8 * DAY_MS
  // No ATS can have a copy.
  expect(await readUnconfirmed()).toEqual([])
  await company.call('GET', '/candidates')
  await server.deps.keyUses.flush()
  expect(await readUnconfirmed()).toEqual([first, second])
  await company.call('PUT', '/candidates', { candidates: [{ id: first, erased: true }] })
  expect(await readUnconfirmed()).toEqual([second])
  clock.ms -= 2 * DAY_MS
  expect(await readUnconfirmed()).toEqual([])
})
