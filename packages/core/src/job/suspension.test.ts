import { apply } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { resumeJob, suspendJob } from './suspension.ts'

const server = useServer()
/** What the operator's commands get. They need not wait: this process forgets what it changes at once, and there is no other. */
let deps: Deps
beforeAll(() => {
  deps = { ...server.deps, waitUntilForgotten: async () => {} }
})

test('a suspended job stays off the board when its ATS sends it again, and comes back at its place', async () => {
  const company = await server.company()
  const list = `${server.url}/fr/companies/${company.slug}`
  for (const id of ['A', 'B', 'C']) await company.call('POST', '/job', { job: { id, title: `Poste ${id}` } })
  const readTitles = async () => [...(await (await fetch(list)).text()).matchAll(/Poste [ABC]/g)].map(String)
  const before = await readTitles()
  expect(before).toEqual(expect.arrayContaining(['Poste A', 'Poste B', 'Poste C']))
  const read = async () => (await company.call('GET', '/job/B')).body.job
  const stored = await read()
  const dayAgo = new Date(Date.now() - 86_400_000)
  await server.connection.db.collection('jobs').updateMany({ companyId: company.id }, { $set: { changedAt: dayAgo } })

  await suspendJob(deps, stored)
  await suspendJob(deps, stored)
  expect(await read()).toMatchObject({
    status: 'PUBLISHED',
    suspended: true,
    updatedAt: stored.updatedAt,
    publishedAt: stored.publishedAt,
  })
  const changes = (await company.call('GET', `/jobs?changedSince=${new Date(Date.now() - 3_600_000).toISOString()}`))
    .body.jobs
  expect(changes.map(({ id }: { id: string }) => id)).toEqual(['B'])
  const push = (job: object) => company.call('PUT', '/job/B', { job })
  for (const job of [{ title: 'Poste B' }, { city: 'Fès' }, { status: 'UNPUBLISHED' }, { status: 'PUBLISHED' }]) {
    expect((await push(job)).status).toBe(200)
    expect((await fetch(stored.jobUrl)).status).toBe(410)
    expect((await apply(stored.jobUrl)).status).toBe(410)
    expect(await readTitles()).toEqual(before.filter((title) => title !== 'Poste B'))
  }

  await resumeJob(deps, stored)
  await resumeJob(deps, stored)
  expect((await fetch(stored.jobUrl)).status).toBe(200)
  expect(await readTitles()).toEqual(before)
  expect(await read()).toMatchObject({ city: 'Fès', suspended: false, publishedAt: stored.publishedAt })
  const events = await server.deps.auditEvents.listOf(company.id, [String(stored.jobId)])
  expect(events.map(({ action, by }) => [action, by])).toEqual([
    ['job_suspended', 'operator'],
    ['job_resumed', 'operator'],
  ])
})

test('a suspended job says so in the back office', async () => {
  const company = await server.company()
  const { jobId } = await company.boardJob()
  await suspendJob(deps, { jobId })
  const { client } = await signedInUser(server, company)
  const { jobs } = await client.job.list.query({ page: 1, pageSize: 10 })
  expect(jobs).toMatchObject([{ jobId, status: 'PUBLISHED', isSuspended: true }])
  // A user may still unpublish it, and then it stays off the board when the operator has put it back.
  await client.job.unpublish.mutate({ jobId })
  await resumeJob(deps, { jobId })
  expect(await client.job.get.query({ jobId })).toMatchObject({ status: 'UNPUBLISHED', isSuspended: false })
})
