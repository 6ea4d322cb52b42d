import { apply, pdf } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { refusal, signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { resumeCompany, suspendCompany } from './company-suspension.ts'

const server = useServer()
/** What the operator's commands get. They need not wait: this process forgets what it changes at once, and there is no other. */
let deps: Deps

let company: TestCompany
let jobUrl: string
/** The id of a job without an external id. */
let boardJobId: number
let applicationId: string
beforeAll(async () => {
  deps = { ...server.deps, waitUntilForgotten: async () => {} }
  company = await server.company()
  await put('A', { title: 'Cuisinier' })
  jobUrl = (await company.call('GET', '/job/A')).body.job.jobUrl
  boardJobId = (await company.boardJob()).jobId
  applicationId = (await apply(jobUrl, {}, pdf)).body.id
  await suspendCompany(deps, company)
})

const put = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })
/** Makes all changes so far a day old, does something, and reads the ids of the jobs that were changed since. */
async function findChanged(work: () => Promise<unknown>): Promise<string[]> {
  const dayAgo = new Date(Date.now() - 86_400_000)
  await server.connection.db.collection('jobs').updateMany({ companyId: company.id }, { $set: { changedAt: dayAgo } })
  await work()
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const { body } = await company.call('GET', `/jobs?changedSince=${since}`)
  return body.jobs.map(({ id }: { id: string }) => id)
}

test('a key of a suspended company reads, unpublishes, links and sets statuses, and cannot create or change a job', async () => {
  expect((await company.call('GET', '/me')).body.key.company).toMatchObject({ slug: company.slug, suspended: true })
  const { body } = await company.call('GET', '/candidates')
  expect(body.candidates).toMatchObject([{ id: applicationId }])
  expect((await fetch(body.candidates[0].cv)).status).toBe(200)
  const job = { id: 'N', title: 'Serveuse' }
  for (const [method, path, sent] of [
    ['POST', '/job', { job }],
    ['PUT', '/job/A', { job: { title: 'Cuisinière' } }],
    ['PUT', '/job/N', { job }],
    ['PUT', '/jobs', { jobs: [job] }],
    ['PUT', '/jobs', { jobs: [job], dryRun: true }],
  ] as const)
    expect(await company.call(method, path, sent)).toMatchObject({
      status: 403,
      body: { error: { code: 'company_suspended' } },
    })
  expect((await company.call('GET', '/job/A')).body.job).toMatchObject({
    title: 'Cuisinier',
    status: 'PUBLISHED',
    suspended: true,
  })
  const links = [{ platformJobId: boardJobId, externalJobId: 'B' }]
  expect((await company.call('POST', '/job/link', { links })).body.results).toMatchObject([{ status: 'linked' }])
  const hired = { candidates: [{ id: applicationId, status: 'HIRED' }] }
  expect((await company.call('PUT', '/candidates', hired)).status).toBe(200)
  expect((await company.call('DELETE', '/job/B')).status).toBe(200)
})

test('its users read applications and unpublish, and cannot create, change or publish a job', async () => {
  const { client } = await signedInUser(server, company)
  expect((await client.session.me.query()).company.isSuspended).toBe(true)
  const jobId = boardJobId
  const { revision, status } = await client.job.get.query({ jobId })
  expect(status).toBe('UNPUBLISHED')
  const formId = '6f2c6dd2-7d3f-4f43-8a51-0c4b6a6f0f11'
  const refused = refusal('company_suspended')
  await expect(client.job.create.mutate({ formId, job: { title: 'Plongeur' } })).rejects.toMatchObject(refused)
  await expect(client.job.update.mutate({ jobId, revision, job: { title: 'Plongeur' } })).rejects.toMatchObject(refused)
  await expect(client.job.publish.mutate({ jobId })).rejects.toMatchObject(refused)
  const several = await client.job.setPublications.mutate({ status: 'PUBLISHED', jobs: [{ jobId, revision }] })
  expect(several.results).toMatchObject([{ outcome: 'failed', code: 'company_suspended' }])
  const published = (await company.call('GET', '/job/A')).body.job.jobId
  await client.job.unpublish.mutate({ jobId: published })
  expect(await client.application.get.query({ id: applicationId })).toMatchObject({ status: 'HIRED' })
})

test('a list of changes has all jobs of a company that is suspended, and has them again when that ends', async () => {
  expect(await findChanged(() => suspendCompany(deps, company))).toEqual(['A', 'B'])
  expect(await findChanged(async () => {})).toEqual([])
  expect(await findChanged(() => resumeCompany(deps, company))).toEqual(['A', 'B'])
  expect((await company.call('GET', '/me')).body.key.company.suspended).toBe(false)
  expect((await put('A', { status: 'PUBLISHED' })).status).toBe(200)
  expect((await fetch(jobUrl)).status).toBe(200)
})

test('the audit trail names the operator once for each change, however often the command is repeated', async () => {
  for (const change of [suspendCompany, suspendCompany, resumeCompany, resumeCompany]) await change(deps, company)
  const events = await server.deps.auditEvents.listOf(company.id, ['Atlas Talents'])
  const changes = events.map(({ action }) => action)
  expect(changes).toEqual(['company_suspended', 'company_resumed', 'company_suspended', 'company_resumed'])
})
