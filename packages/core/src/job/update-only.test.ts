import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeEach, expect, it } from 'vitest'

const server = useServer()
let company: TestCompany
let jobId: number
beforeEach(async () => {
  company = await server.company()
  jobId = (await company.call('POST', '/job', { job: { id: 'A', title: 'A' } })).body.jobId
})

const put = (id: string, job: object, ifMatch = '*') =>
  company.call('PUT', `/job/${id}`, { job }, { 'if-match': ifMatch })
const countJobs = async () => (await company.call('GET', '/jobs')).body.total

it('with If-Match: *, a job is updated, and where there is none the answer is 412 and none is created', async () => {
  expect(await put('A', { city: 'Rabat' })).toMatchObject({ status: 200, body: { jobId, error: null } })
  const refused = await put('B', { title: 'B' })
  expect(refused).toMatchObject({ status: 412, body: { jobId: null, error: { code: 'precondition_failed' } } })
  expect(refused.body.error.message).toBe(
    `No job was created: external id B is not associated with any job within company ${company.id}, and the request only updates`,
  )
  const { client } = await signedInUser(server, company)
  await client.job.setExternalId.mutate({ jobId, revision: 2, externalId: 'A-2' })
  // This process has just had the job under its former id.
  expect((await put('A', { title: 'Again' })).status).toBe(412)
  expect(await countJobs()).toBe(1)
})

it.each([false, true])('with "create": false, only jobs that exist are updated (dry run: %s)', async (dryRun) => {
  const jobs = ['A', 'B'].map((id) => ({ id, title: `${id}2` }))
  const { body } = await company.call('PUT', '/jobs', { jobs, create: false, dryRun })
  expect(body.results).toMatchObject([
    { id: 'A', status: 'updated', jobId },
    { id: 'B', status: 'failed', jobId: null, jobUrl: null, error: { code: 'precondition_failed' } },
  ])
  expect(await countJobs()).toBe(1)
  expect((await company.call('GET', '/job/A')).body.job.title).toBe(dryRun ? 'A' : 'A2')
  expect((await company.call('PUT', '/jobs', { jobs, create: 'no' })).body).toMatchObject({
    results: null,
    error: { code: 'invalid_request', message: 'create must be true or false, not "no"' },
  })
})
