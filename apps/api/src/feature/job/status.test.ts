import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

/* The spec's table of states and transitions, row by row. */

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `status-${++ids}`
const put = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

async function createWithStatus(status: string) {
  const id = newId()
  const { body } = await company.call('POST', '/job', { job: { id, title: 'T', city: 'Fès', status } })
  return { id, jobId: body.jobId, jobUrl: body.jobUrl }
}

describe('no job yet', () => {
  const statuses: [sent: string, status: object, stored: string][] = [
    ['none', {}, 'PUBLISHED'],
    ['null', { status: null }, 'PUBLISHED'],
    ['UNPUBLISHED', { status: 'UNPUBLISHED' }, 'UNPUBLISHED'],
    ['PUBLISHED', { status: 'PUBLISHED' }, 'PUBLISHED'],
  ]

  it.each(statuses)('POST with status %s answers 200 with the address of the page', async (_sent, status, next) => {
    const id = newId()
    const answer = await company.call('POST', '/job', { job: { id, title: 'T', ...status } })
    expect(answer).toMatchObject({ status: 200, body: { jobUrl: expect.stringContaining('/jobs/t-'), error: null } })
    expect(await stored(id)).toMatchObject({ status: next })
  })

  it.each(statuses)('PUT with status %s answers 201 with the address of the page', async (_sent, status, next) => {
    const id = newId()
    const answer = await put(id, { title: 'T', ...status })
    expect(answer).toMatchObject({ status: 201, body: { jobUrl: expect.stringContaining('/jobs/t-'), error: null } })
    expect(await stored(id)).toMatchObject({ status: next })
  })
})

describe('an existing job', () => {
  it.each([
    ['UNPUBLISHED', 'PUBLISHED'],
    ['PUBLISHED', 'UNPUBLISHED'],
    ['PUBLISHED', 'PUBLISHED'],
    ['UNPUBLISHED', 'UNPUBLISHED'],
  ])('of %s becomes %s by a PUT that says so, with the other fields of the body', async (before, next) => {
    const { id, jobId, jobUrl } = await createWithStatus(before)
    const answer = await put(id, { status: next, city: 'Rabat' })
    expect(answer).toMatchObject({ status: 200, body: { jobId, jobUrl, error: null } })
    expect(await stored(id)).toMatchObject({ status: next, city: 'Rabat', title: 'T' })
  })

  it.each([
    ['PUBLISHED', {}],
    ['PUBLISHED', { status: null }],
    ['UNPUBLISHED', {}],
    ['UNPUBLISHED', { status: null }],
  ])('of %s stays so by a PUT with %j for its status', async (before, status) => {
    const { id } = await createWithStatus(before)
    expect((await put(id, { city: 'Rabat', ...status })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ status: before, city: 'Rabat' })
  })

  it.each(['PUBLISHED', 'UNPUBLISHED'])(
    'with status %s is unpublished by DELETE, and keeps its data',
    async (before) => {
      const { id, jobId } = await createWithStatus(before)
      const answer = await company.call('DELETE', `/job/${id}`)
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.body).toStrictEqual({ jobId, error: null })
      expect(await stored(id)).toMatchObject({ status: 'UNPUBLISHED', title: 'T', city: 'Fès', jobId })
    },
  )

  it('is published again by PUT after DELETE, under the same address', async () => {
    const { id, jobUrl } = await createWithStatus('PUBLISHED')
    await company.call('DELETE', `/job/${id}`)
    expect((await put(id, { status: 'PUBLISHED' })).body.jobUrl).toBe(jobUrl)
    expect(await stored(id)).toMatchObject({ status: 'PUBLISHED', city: 'Fès' })
  })

  it('on the board without an external id keeps its status when it is linked', async () => {
    const { jobId } = await company.boardJob()
    const id = newId()
    const answer = await company.call('POST', '/job/link', { links: [{ platformJobId: jobId, externalJobId: id }] })
    expect(answer.body.results).toMatchObject([{ status: 'linked' }])
    expect(await stored(id)).toMatchObject({ status: 'PUBLISHED', jobId, title: 'On the board' })
  })
})
