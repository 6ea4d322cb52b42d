import { randomUUID } from 'node:crypto'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { expect, it } from 'vitest'

// The clock of this server is the machine's, as a change carries the time of the database.
const server = useServer()

const list = (company: TestCompany, query: string) => company.call('GET', `/jobs?${query}`)
const readTitles = ({ body }: { body: { jobs: { title: string }[] } }) => body.jobs.map(({ title }) => title)

const signIn = async (company: TestCompany) => (await signedInUser(server, company)).client

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

it('each way to change a job puts it into the list of changes: by a key or a user, its text, status or id', async () => {
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
  expect(readTitles(first)).toEqual(['A'])
  for (const more of ['page=2', `afterJobId=${first.body.jobs[0].jobId}`]) {
    const second = await list(company, `changedSince=2026-01-01&pageSize=1&${more}`)
    expect([readTitles(second), second.headers.has('x-changed-through')]).toEqual([['B'], false])
  }
  expect((await list(company, 'pageSize=1')).headers.has('x-changed-through')).toBe(false)
})
