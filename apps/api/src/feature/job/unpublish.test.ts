import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { actAsOperator } from '../audit/service.ts'
import { setExternalId } from './service/edit.ts'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const create = (id: string, fields: object = {}) => company.call('POST', '/job', { job: { id, title: 'T', ...fields } })
const unpublish = (id: string, by = company) => by.call('DELETE', `/job/${id}`)
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

describe('works', () => {
  it('a job is unpublished and all of its data stays', async () => {
    const { body } = await create('whole', { city: ['Fès'], description: '<p>x</p>', 'extra.field': { a: 1 } })
    const before = await stored('whole')
    clock.ms += 1000
    const answer = await unpublish('whole')
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({ jobId: body.jobId, error: null })
    const updatedAt = new Date(clock.ms).toISOString()
    expect(await stored('whole')).toStrictEqual({ ...before, status: 'UNPUBLISHED', updatedAt })
  })

  it('a second time answers 200 and changes nothing', async () => {
    await create('twice')
    const first = await unpublish('twice')
    const before = await stored('twice')
    clock.ms += 1000
    expect(await unpublish('twice')).toMatchObject({ status: 200, body: first.body })
    expect(await stored('twice')).toStrictEqual(before)
  })

  it('a body is not needed and not read', async () => {
    await create('with body')
    const answer = await company.call('DELETE', '/job/with%20body', '{not json')
    expect(answer).toMatchObject({ status: 200, body: { error: null } })
  })

  it('no other job changes', async () => {
    await create('target')
    await create('target-2')
    const before = await stored('target-2')
    await unpublish('target')
    expect(await stored('target-2')).toStrictEqual(before)
  })
})

describe('races', () => {
  /** Unpublishes by an id, and does something else after the call has read the job and before it writes. */
  async function unpublishWhile(id: string, happens: () => Promise<unknown>) {
    const { jobs } = server.deps
    const { replace } = jobs
    const late: typeof replace = async (...args) => {
      Object.assign(jobs, { replace })
      await happens()
      return replace(...args)
    }
    Object.assign(jobs, { replace: late })
    const answer = await unpublish(id)
    expect(jobs.replace).toBe(replace)
    return answer
  }
  const give = (jobId: number, externalId: string | null) =>
    setExternalId(server.deps, actAsOperator(company.id), { jobId, revision: 1, externalId })

  it.each([null, 'renamed'])(
    'a job that loses its id in that moment (for %j) stays published, and the call is 404',
    async (externalId) => {
      const id = `lost-to-${externalId}`
      const { jobId } = (await create(id)).body
      const answer = await unpublishWhile(id, () => give(jobId, externalId))
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'job_not_found' } } })
      expect(await server.deps.jobs.findById(company.id, jobId)).toMatchObject({ status: 'PUBLISHED', externalId })
    },
  )

  it('an id that goes to another job in that moment takes that one down, not the job that had it', async () => {
    const first = (await create('moved')).body.jobId
    const second = (await create('successor')).body.jobId
    const answer = await unpublishWhile('moved', async () => {
      await give(first, null)
      await give(second, 'moved')
    })
    expect(answer).toMatchObject({ status: 200, body: { jobId: second } })
    expect(await server.deps.jobs.findById(company.id, first)).toMatchObject({ status: 'PUBLISHED' })
    expect(await server.deps.jobs.findById(company.id, second)).toMatchObject({ status: 'UNPUBLISHED' })
  })
})

describe('bad input', () => {
  it('an id that no job can have is refused', async () => {
    expect(await unpublish('%20')).toMatchObject({
      status: 400,
      body: { jobId: null, error: { code: 'invalid_request' } },
    })
  })
})

describe('no right', () => {
  it('a job of another company is not found, and stays published', async () => {
    await create('foreign')
    const another = await server.company()
    const answer = await unpublish('foreign', another)
    expect(answer).toMatchObject({ status: 404, body: { jobId: null, error: { code: 'job_not_found' } } })
    expect(answer.body.error.message).toContain(another.id)
    expect(answer.body.error.message).not.toContain(company.id)
    expect(await stored('foreign')).toMatchObject({ status: 'PUBLISHED' })
  })
})

describe('not there', () => {
  it('an unknown id is 404, and the message names it and the company', async () => {
    const answer = await unpublish('unknown')
    expect(answer).toMatchObject({ status: 404, body: { jobId: null } })
    expect(answer.body.error.message).toBe(
      `External id unknown is not associated with any job within company ${company.id}`,
    )
  })

  it('a job id is not an external id', async () => {
    const { jobId } = (await create('by job id')).body
    expect((await unpublish(String(jobId))).status).toBe(404)
    expect(await stored('by%20job%20id')).toMatchObject({ status: 'PUBLISHED' })
  })
})
