import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { whileSlow } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator } from '../audit/service.ts'
import { setPublication } from './service/publish.ts'

// The clock of this server is the machine's, as a change carries the time of the database.
const server = useServer()

const list = (company: TestCompany, query: string) => company.call('GET', `/jobs?${query}`)
const readTitles = ({ body }: { body: { jobs: { title: string }[] } }) => body.jobs.map(({ title }) => title)

const signIn = async (company: TestCompany) => (await signedInAdministrator(server, company)).client

async function openCompany() {
  const company = await server.company()
  for (const id of ['A', 'B']) await company.call('POST', '/job', { job: { id, title: id } })
  const get = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job
  return { company, get, b: await get('B') }
}

/** Waits until the clock shows another millisecond than now. Returns an instant between now and then. */
async function nextMillisecond(): Promise<string> {
  const ms = Date.now()
  while (Date.now() <= ms + 1) await new Promise(setImmediate)
  return new Date(ms + 1).toISOString()
}

it('each way to change a job puts it into the list of changes: by a key or an administrator, its text, status or id', async () => {
  const { company, b } = await openCompany()
  const back = await signIn(company)
  const unlinked = (await company.boardJob('U')).jobId
  const ways: [title: string, change: () => Promise<unknown>][] = [
    ['C', () => company.call('POST', '/job', { job: { id: 'C', title: 'C' } })],
    ['D', () => company.call('PUT', '/jobs', { jobs: [{ id: 'D', title: 'D' }] })],
    ['A', () => company.call('PUT', '/job/A', { job: { city: 'Rabat' } })],
    ['A', () => company.call('DELETE', '/job/A')],
    ['U', () => company.call('POST', '/job/link', { links: [{ platformJobId: unlinked, externalJobId: 'U' }] })],
    ['B', () => back.job.update.mutate({ jobId: b.jobId, revision: 1, job: { city: 'Fès' } })],
    ['B', () => back.job.unpublish.mutate({ jobId: b.jobId })],
    ['B', () => back.job.publish.mutate({ jobId: b.jobId })],
    ['B', () => back.job.setExternalId.mutate({ jobId: b.jobId, revision: 4, externalId: 'B-2' })],
    ['New', () => back.job.create.mutate({ formId: randomUUID(), job: { title: 'New' } })],
  ]
  for (const [title, change] of ways) {
    const since = await nextMillisecond()
    await change()
    expect(readTitles(await list(company, `changedSince=${since}`))).toEqual([title])
  }
})

it('the first page says from when to go on, two minutes before now, and later pages do not', async () => {
  const { company } = await openCompany()
  const first = await list(company, 'changedSince=2026-01-01&pageSize=1')
  const through = Date.parse(first.headers.get('x-changed-through') ?? '')
  expect(through).toBeLessThanOrEqual(Date.now() - 120_000)
  expect(through).toBeGreaterThan(Date.now() - 600_000)
  const second = await list(company, 'changedSince=2026-01-01&pageSize=1&page=2')
  expect([readTitles(first), readTitles(second), second.headers.has('x-changed-through')]).toEqual([
    ['A'],
    ['B'],
    false,
  ])
  expect((await list(company, 'pageSize=1')).headers.has('x-changed-through')).toBe(false)
})

it('the instant from which to go on is from before the jobs are read, however long that takes', async () => {
  const company = await server.company()
  await whileSlow(server.deps, server.deps.jobs, 'list', async () => {
    const { headers } = await list(company, 'changedSince=2026-01-01')
    expect(Date.parse(headers.get('x-changed-through') ?? '')).toBeLessThan(Date.now())
  })
  expect(await list(company, 'changedSince=last%20week')).toMatchObject({ status: 400, body: { jobs: null } })
})

it('a job says who changed it last, and when it was last published', async () => {
  const { company, get, b } = await openCompany()
  const back = await signIn(company)
  expect(b).toMatchObject({ changedBy: 'api', publishedAt: b.createdAt })
  await back.job.unpublish.mutate({ jobId: b.jobId })
  expect(await get('B')).toMatchObject({ changedBy: 'back_office', publishedAt: b.publishedAt })
  await nextMillisecond()
  await company.call('PUT', '/job/B', { job: { status: 'PUBLISHED' } })
  const again = await get('B')
  expect(again).toMatchObject({ changedBy: 'api', publishedAt: again.updatedAt })
  expect(again.publishedAt).not.toBe(b.publishedAt)
  await company.call('POST', '/job', { job: { id: 'draft', title: 'D', status: 'UNPUBLISHED' } })
  expect(await get('draft')).toMatchObject({ publishedAt: null })
  const { jobId } = await back.job.create.mutate({ formId: randomUUID(), job: { title: 'New' } })
  await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: 'N' }] })
  expect(await get('N')).toMatchObject({ changedBy: 'api' })
  await back.job.setExternalId.mutate({ jobId, revision: 2, externalId: 'N-2' })
  expect(await get('N-2')).toMatchObject({ changedBy: 'back_office' })
  const jobs = ['N-2', 'made'].map((id) => ({ id, title: 'By a batch' }))
  await company.call('PUT', '/jobs', { jobs })
  for (const { id } of jobs) expect(await get(id)).toMatchObject({ title: 'By a batch', changedBy: 'api' })
})

it('a job is published also if a caller changes it after it was read, and the change stays', async () => {
  const { company, get } = await openCompany()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'N', title: 'N', status: 'UNPUBLISHED' } })).body
  const { replace } = server.deps.jobs
  let isChanged = false
  const late: typeof replace = async (...args) => {
    if (!isChanged) await company.call('PUT', '/job/N', { job: { city: 'Rabat' } })
    isChanged = true
    return replace(...args)
  }
  const deps = { ...server.deps, jobs: { ...server.deps.jobs, replace: late } }
  const { revision } = await setPublication(deps, actAsOperator(company.id), { jobId }, 'PUBLISHED')
  expect(isChanged).toBe(true)
  expect(await get('N')).toMatchObject({ status: 'PUBLISHED', city: 'Rabat' })
  expect((await server.deps.jobs.findById(company.id, jobId))?.revision).toBe(revision)
})
