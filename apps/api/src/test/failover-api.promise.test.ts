import { expect } from 'vitest'
import { newId, useFailover } from './failover.ts'
import type { TestCompany } from './harness.ts'

/* During a failover, a caller of the integration API waits a moment and gets no error. */

const { a, base, jobOfA, jobOfBase, applied, takeIdsAnew, operation } = useFailover()

const findJobs = (company: TestCompany) =>
  base.connection.db.collection('jobs').find({ companyId: company.id }).sort({ _id: 1 }).toArray()

operation(
  'POST /job',
  async (tried) => {
    const company = await base.company()
    const id = newId()
    await takeIdsAnew()
    const { status, body } = await tried(() => a.call(company, 'POST', '/job', { job: { id, title: 'New' } }))
    expect({ status, error: body.error }).toEqual({ status: 200, error: null })
    expect(await findJobs(company)).toMatchObject([{ _id: body.jobId, externalKey: id, revision: 1 }])
  },
  { withAllFaults: true },
)

operation('PUT /job, which creates it', async (tried) => {
  const company = await base.company()
  const id = newId()
  await takeIdsAnew()
  const { status, body } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'New' } }))
  expect({ status, error: body.error }).toEqual({ status: 201, error: null })
  expect(await findJobs(company)).toMatchObject([{ _id: body.jobId, externalKey: id, revision: 1 }])
})

operation(
  'PUT /job, which updates it',
  async (tried) => {
    const { company, id } = await jobOfBase()
    const { status } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'After' } }))
    expect(status).toBe(200)
    expect(await findJobs(company)).toMatchObject([{ fields: { title: 'After' }, revision: 2 }])
  },
  { withAllFaults: true },
)

operation('PUT /job, which updates a cached one', async (tried) => {
  const { company, id } = await jobOfA()
  const { status } = await tried(() => a.call(company, 'PUT', `/job/${id}`, { job: { title: 'After' } }))
  expect(status).toBe(200)
  expect(await findJobs(company)).toMatchObject([{ fields: { title: 'After' }, revision: 2 }])
})

operation('PUT /jobs', async (tried) => {
  const { company, id } = await jobOfBase()
  const same = newId()
  await company.call('POST', '/job', { job: { id: same, title: 'Same' } })
  const sent = [
    { id, title: 'After' },
    { id: same, title: 'Same' },
    { id: newId(), title: 'New' },
  ]
  await takeIdsAnew()
  const { status, body } = await tried(() => a.call(company, 'PUT', '/jobs', { jobs: sent }))
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ status: 'updated' }, { status: 'unchanged' }, { status: 'created' }])
  const titles = (await findJobs(company)).map(({ fields, revision }) => [fields.title, revision])
  expect(titles.sort()).toEqual([
    ['After', 2],
    ['New', 1],
    ['Same', 1],
  ])
})

operation('DELETE /job', async (tried) => {
  const { company, id } = await jobOfBase()
  expect((await tried(() => a.call(company, 'DELETE', `/job/${id}`))).status).toBe(200)
  expect(await findJobs(company)).toMatchObject([{ status: 'UNPUBLISHED', revision: 2 }])
})

operation(
  'GET /job',
  async (tried) => {
    const { company, id, jobId } = await jobOfBase()
    const { status, body } = await tried(() => a.call(company, 'GET', `/job/${id}`))
    expect({ status, jobId: body.job?.jobId }).toEqual({ status: 200, jobId })
  },
  { withAllFaults: true },
)

operation('GET /jobs', async (tried) => {
  const { company } = await jobOfBase()
  const { status, body } = await tried(() => a.call(company, 'GET', '/jobs'))
  expect({ status, jobs: body.jobs?.length }).toEqual({ status: 200, jobs: 1 })
})

interface Row {
  _id: string
}
const applications = () => base.connection.db.collection<Row>('applications')
const findApplications = ({ id: companyId }: Pick<TestCompany, 'id'>) => applications().find({ companyId }).toArray()

/** Makes a job with one application, which still waits in the mailbox. */
async function appliedAndWaiting() {
  const job = await applied()
  const [row] = await findApplications(job.company)
  if (row === undefined) throw new Error('somebody has just applied')
  const mailboxes = base.connection.db.collection<{ _id: string; inbox: Row[] }>('mailboxes')
  await mailboxes.updateOne({ _id: job.company.id }, { $push: { inbox: row } })
  await applications().deleteOne({ _id: row._id })
  return job
}

for (const [state, make] of [
  ['which are delivered', applied],
  ['which wait in the mailbox', appliedAndWaiting],
] as const) {
  const polls = { 'of a job': (id: string) => `/job/${id}/candidates`, 'of all jobs': () => '/candidates' }
  for (const [scope, path] of Object.entries(polls)) {
    operation(`a poll of candidates ${scope}, ${state}`, async (tried) => {
      const { company, id, applicationId } = await make()
      const { status, body } = await tried(() => a.call(company, 'GET', path(id)))
      expect({ status, total: body.total }).toEqual({ status: 200, total: 1 })
      expect(body.candidates).toMatchObject([{ id: applicationId, offerId: id }])
      expect(await findApplications(company)).toHaveLength(1)
    })
  }
}

operation('POST /job/link', async (tried) => {
  const company = await base.company()
  const { jobId } = await company.boardJob()
  const links = [{ platformJobId: jobId, externalJobId: newId() }]
  const { status, body } = await tried(() => a.call(company, 'POST', '/job/link', { links }))
  expect(status).toBe(200)
  expect(body.results).toMatchObject([{ status: 'linked' }])
  expect(await findJobs(company)).toMatchObject([{ externalKey: links[0]?.externalJobId, revision: 2 }])
})
