import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const create = (id: string, fields: object = {}) => company.call('POST', '/job', { job: { id, title: 'T', ...fields } })
const unpublish = (id: string, by = company) => by.call('DELETE', `/job/${id}`)
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

it('a job is unpublished, all of its data stays, and a second time changes nothing', async () => {
  const { body } = await create('whole', { city: ['Fès'], description: '<p>x</p>', 'extra.field': { a: 1 } })
  await create('whole-2')
  const [before, other] = [await stored('whole'), await stored('whole-2')]
  clock.ms += 1000
  const after = { ...before, status: 'UNPUBLISHED', updatedAt: new Date(clock.ms).toISOString() }
  for (let time = 1; time <= 2; time++) {
    const answer = await unpublish('whole')
    expect([answer.status, answer.body]).toStrictEqual([200, { jobId: body.jobId, error: null }])
    expect(await stored('whole')).toStrictEqual(after)
    clock.ms += 1000
  }
  expect(await stored('whole-2')).toStrictEqual(other)
  // A body is not needed and not read.
  expect((await company.call('DELETE', '/job/whole-2', '{not json')).status).toBe(200)
})
