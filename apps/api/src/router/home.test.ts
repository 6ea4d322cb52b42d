import { beforeEach, expect, it } from 'vitest'
import { apply } from '../test/form.ts'
import { type TestCompany, useServer } from '../test/harness.ts'
import { signedInUser } from '../test/user.ts'

const DAY_MS = 24 * 60 * 60 * 1000
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
    (await summary()).applicationsByDay.filter(({ count }) => count > 0).map(({ day, count }) => [day, count])
  expect(await readCounts()).toEqual([
    ['2026-03-31', 1],
    ['2026-04-01', 2],
  ])
  clock.ms = Date.parse('2026-03-31T12:00:00.000Z') + 30 * DAY_MS
  expect(await readCounts()).toEqual([['2026-04-01', 2]])
  expect(await summary()).toMatchObject({ applicationsTotal: 3 })
})

it('jobs are counted by whether they are published, and each key shows its last push and its last poll, which refused calls do not move', async () => {
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
  await company.call('POST', '/job/link', { links: [{ platformJobId: 0, externalJobId: 'E' }] })
  await company.call('GET', '/candidates')
  const polledAt = new Date(clock.ms).toISOString()
  await server.deps.keyUses.flush()
  expect(await summary()).toMatchObject({
    ...{ jobsLive: 2, jobsDraft: 1 },
    keys: [
      { lastPushAt: pushedAt, lastPollAt: polledAt },
      { lastPushAt: null, lastPollAt: null },
    ],
  })
  expect((await server.deps.apiKeys.find(key.id))?.lastUsedAt?.toISOString()).toBe(polledAt)
  clock.ms += DAY_MS
  // A batch of which one job was taken is a push.
  await company.call('PUT', '/jobs', { jobs: [{ id: 'D' }, { id: 'A', title: 'A' }] })
  await server.deps.keyUses.flush()
  expect((await summary()).keys[0]).toMatchObject({ lastPushAt: new Date(clock.ms).toISOString() })
})
