import { expect, it } from 'vitest'
import { signedInAdministrator } from '../../test/administrator.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'

const server = useServer()

const put = (company: TestCompany, id: string, job: object, ifMatch = '*') =>
  fetch(`${server.url}/api/job/${id}`, {
    method: 'PUT',
    headers: { 'x-api-key': company.key, 'content-type': 'application/json', 'if-match': ifMatch },
    body: JSON.stringify({ job }),
  })
const countJobs = async (company: TestCompany) => (await company.call('GET', '/jobs')).body.total

it('with If-Match: *, a job is updated, and where there is none the answer is 412 and none is created', async () => {
  const company = await server.company()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'A' } })).body
  const updated = await put(company, 'A', { city: 'Rabat' })
  expect([updated.status, await updated.json()]).toMatchObject([200, { jobId, error: null }])
  const refused = await put(company, 'B', { title: 'B' })
  expect([refused.status, await refused.json()]).toEqual([
    412,
    {
      jobId: null,
      error: {
        code: 'precondition_failed',
        message: `No job was created: external id B is not associated with any job within company ${company.id}, and the request only updates`,
        requestId: expect.any(String),
      },
    },
  ])
  expect(await countJobs(company)).toBe(1)
})

it('with If-Match: *, a job whose external id an administrator has just changed is not created a second time', async () => {
  const company = await server.company()
  const { client } = await signedInAdministrator(server, company)
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'A' } })).body
  await client.job.setExternalId.mutate({ jobId, revision: 1, externalId: 'A-2' })
  expect((await put(company, 'A', { title: 'Again' })).status).toBe(412)
  expect(await countJobs(company)).toBe(1)
})

it('If-Match with anything but * is a 400 that says so, and changes nothing', async () => {
  const company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'A' } })
  for (const ifMatch of ['"1"', 'W/"a"', '*, "1"', 'yes', '']) {
    const answer = await put(company, 'A', { title: 'B' }, ifMatch)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { jobId: null, error: { message: 'if-match must be "*", which asks not to create a job' } },
    ])
  }
  expect((await company.call('GET', '/job/A')).body.job.title).toBe('A')
})

it.each([false, true])('with "create": false, only jobs that exist are updated (dry run: %s)', async (dryRun) => {
  const company = await server.company()
  const { jobId } = (await company.call('POST', '/job', { job: { id: 'A', title: 'A' } })).body
  const jobs = [
    { id: 'A', title: 'A2' },
    { id: 'B', title: 'B' },
  ]
  const { body } = await company.call('PUT', '/jobs', { jobs, create: false, dryRun })
  expect(body.results).toMatchObject([
    { id: 'A', status: 'updated', jobId },
    { id: 'B', status: 'failed', jobId: null, jobUrl: null, error: { code: 'precondition_failed' } },
  ])
  expect(await countJobs(company)).toBe(1)
  expect((await company.call('GET', '/job/A')).body.job.title).toBe(dryRun ? 'A' : 'A2')
})

it('"create" must be true or false, and true is the default', async () => {
  const company = await server.company()
  const jobs = [{ id: 'A', title: 'A' }]
  expect((await company.call('PUT', '/jobs', { jobs, create: 'no' })).body).toMatchObject({
    results: null,
    error: { code: 'invalid_request', message: 'create must be true or false, not "no"' },
  })
  expect((await company.call('PUT', '/jobs', { jobs, create: true })).body.results).toMatchObject([
    { status: 'created' },
  ])
})
