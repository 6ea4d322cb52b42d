import { actAsOperator } from '@boardwalk/core/activity/audit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { whileFailing } from '../../test/failing-store.ts'
import { type TestCompany, useSecondServer, useServer } from '../../test/harness.ts'
import { openAllStores, replaceState } from '../../test/parts.ts'
import { signedInUser } from '../../test/user.ts'
import { getPushRule, previewPushRule, setPushRule, unpublishNotPushed } from './not-pushed.ts'
import { notPushed } from './state.ts'

/*
 * A company lets the board unpublish jobs that its ATS has not pushed. `one` and `other` are two processes over one database. They look for
 * such jobs when a test tells them to, and not by themselves.
 */

const never = new AbortController().signal
const DAY_MS = 24 * 60 * 60 * 1000
const startMs = Date.now()
let aheadMs = 0
const now = () => startMs + aheadMs
const server = useServer({ now })
const second = useSecondServer(server, { now })
let one: Deps
let other: Deps

let company: TestCompany
let actor: ReturnType<typeof actAsOperator>
beforeAll(() => {
  const { pushes } = openAllStores(server.connection)
  one = replaceState(server.deps, notPushed, { pushes })
  other = replaceState(second.deps, notPushed, { pushes })
  // So that the servers, which look by themselves, find nothing.
  for (const { deps } of [server, second]) Object.assign(notPushed(deps).pushes, { claimRule: async () => undefined })
})
beforeEach(async () => {
  company = await server.company()
  actor = actAsOperator(company.id)
})

const set = (days: number | null) => setPushRule(server.deps, actor, { days })
const create = async (id: string, fields: object = {}) =>
  (await company.call('POST', '/job', { job: { id, title: id, ...fields } })).body.jobUrl as string
const push = (ids: string[], options: object = {}) =>
  company.call('PUT', '/jobs', { jobs: ids.map((id) => ({ id, title: id })), ...options })
const unpublish = (process = one) => unpublishNotPushed(process, never)

/** Lets days pass. On each of them the ATS may push, and the board looks for jobs that were not pushed. */
async function passDays(days: number, act: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let day = 0; day < days; day++) {
    aheadMs += DAY_MS
    await act()
    await notPushed(server.deps).pushRecorder.flush()
    await unpublish()
  }
}

/** Lists the titles of the company's published jobs. */
async function listPublished(): Promise<string[]> {
  const { body } = await company.call('GET', '/jobs?status=PUBLISHED')
  return body.jobs.map(({ title }: { title: string }) => title)
}
const readTrail = async () =>
  (await server.deps.auditEvents.list(company.id, undefined, 100)).events
    .toReversed()
    .filter(({ action }) => ['job_not_pushed', 'push_rule_changed'].includes(action))

it('jobs of an ATS that was switched off are unpublished after the days, its ATS and users hear of it, and it can publish them again', async () => {
  const [off] = [await create('off'), await create('pushed'), await create('tried'), await create('changed')]
  await create('draft', { status: 'UNPUBLISHED' })
  await company.boardJob('ours')
  await set(3)
  const since = new Date().toISOString()
  const act = async () => {
    expect((await push(['pushed'])).body.results).toMatchObject([{ status: 'unchanged' }])
    await push(['tried'], { dryRun: true })
  }
  await passDays(3, act)
  // The database has a clock of its own.
  const rows = server.connection.db.collection('jobs')
  await rows.updateOne({ companyId: company.id, externalKey: 'changed' }, { $set: { changedAt: new Date(now()) } })
  expect(await listPublished()).toEqual(['off', 'pushed', 'tried', 'changed', 'ours'])
  await passDays(1, act)
  expect(await listPublished()).toEqual(['pushed', 'changed', 'ours'])
  const { jobs } = (await company.call('GET', `/jobs?changedSince=${since}&status=UNPUBLISHED`)).body
  expect(jobs).toMatchObject([
    { id: 'off', changedBy: 'board' },
    { id: 'tried', changedBy: 'board' },
  ])
  expect((await fetch(off)).status).toBe(410)
  const { client } = await signedInUser(server, company)
  const { jobId } = jobs[0]
  expect((await client.job.get.query({ jobId })).lastChange).toMatchObject({ by: 'board', usedKey: null })
  const [change] = (await client.job.history.query({ jobId })).entries
  expect(change).toMatchObject({ by: 'board', changes: [{ field: 'status', after: 'UNPUBLISHED' }] })
  expect((await company.call('PUT', '/job/off', { job: { title: 'off' } })).body.warnings).toMatchObject([
    { code: 'unpublished' },
  ])
  await company.call('PUT', '/job/off', { job: { status: 'PUBLISHED' } })
  expect((await fetch(off)).status).toBe(200)
})

it('the rule is off at first; its preview counts what it would unpublish now, and a change of it is in the audit trail', async () => {
  await Promise.all(['one', 'other'].map((id) => create(id)))
  await passDays(2)
  expect(await getPushRule(server.deps, actor)).toEqual({ days: null, wouldUnpublish: 0 })
  expect(await previewPushRule(server.deps, actor, { days: 1 })).toEqual({ count: 2 })
  for (let times = 0; times < 2; times++) await set(1)
  // The days are counted from this one.
  expect(await getPushRule(server.deps, actor)).toEqual({ days: 1, wouldUnpublish: 0 })
  await passDays(1, () => push(['one']))
  aheadMs += DAY_MS
  expect(await getPushRule(server.deps, actor)).toEqual({ days: 1, wouldUnpublish: 1 })
  // Another number of days does not begin the count again.
  await set(30)
  expect(await getPushRule(server.deps, actor)).toEqual({ days: 30, wouldUnpublish: 0 })
  expect(await previewPushRule(server.deps, actor, { days: 1 })).toEqual({ count: 1 })
  await set(null)
  await passDays(1)
  expect(await listPublished()).toEqual(['one', 'other'])
  expect(await readTrail()).toMatchObject(
    [
      ['off', '1'],
      ['1', '30'],
      ['30', 'off'],
    ].map(([from, to]) => ({ by: 'operator', action: 'push_rule_changed', details: { from, to } })),
  )
  const { client } = await signedInUser(server, company)
  for (const days of [0, 366, 1.5]) await expect(client.pushRule.set.mutate({ days })).rejects.toThrow('from 1 to 365')
})

describe('the days are counted anew', () => {
  it('after a standstill of the board, during which the ATS could not push', async () => {
    await create('A')
    await set(1)
    aheadMs += 10 * DAY_MS
    await unpublish()
    await passDays(1)
    expect(await listPublished()).toEqual(['A'])
    await passDays(1)
    expect(await listPublished()).toEqual([])
  })

  it('after a suspension of the company', async () => {
    await create('A')
    await set(1)
    await server.deps.companies.setSuspension(company.id, new Date(now()))
    await passDays(5)
    await server.deps.companies.setSuspension(company.id, null)
    await passDays(1)
    expect(await listPublished()).toEqual(['A'])
    await passDays(1)
    expect(await listPublished()).toEqual([])
  })
})

it('several processes unpublish each job once, also what one left that died', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => String(index))
  for (const some of [ids.slice(0, 60), ids.slice(60)]) expect((await push(some)).status).toBe(200)
  await set(1)
  await passDays(1)
  aheadMs += DAY_MS
  await whileFailing(other.jobs, 'findByIds', async () => {
    await expect(unpublish(other)).rejects.toThrow()
  })
  const count = async () => (await company.call('GET', '/jobs?status=PUBLISHED')).body.total
  // Its claim is still good, so no other process looks at the company.
  await unpublish()
  expect(await count()).toBe(120)
  aheadMs += DAY_MS / 24
  await Promise.all([unpublish(), unpublish(other), unpublish(), unpublish(other)])
  expect(await count()).toBe(0)
  const events = server.connection.db.collection('auditEvents')
  expect(await events.countDocuments({ companyId: company.id, action: 'job_not_pushed', by: 'board' })).toBe(120)
})
