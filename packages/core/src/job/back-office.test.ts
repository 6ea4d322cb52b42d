import { randomUUID } from 'node:crypto'
import { type TestCompany, useSecondServer, useServer } from '@boardwalk/api/test/harness'
import { openBackOffice, signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, describe, expect, it } from 'vitest'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
const other = useSecondServer(server, { now: () => clock.ms })
let company: TestCompany
let user: Awaited<ReturnType<typeof signedInUser>>
let jobs: (typeof user)['client']['job']
let strangerJobs: typeof jobs
beforeAll(async () => {
  company = await server.company()
  user = await signedInUser(server, company)
  jobs = user.client.job
  strangerJobs = (await signedInUser(server, await server.company())).client.job
})

const create = async (job: Parameters<typeof jobs.create.mutate>[0]['job'] = { title: 'On the board' }) =>
  (await jobs.create.mutate({ formId: randomUUID(), job })).jobId
const refused = (code: string, httpStatus: number, message: string | RegExp) => ({
  message: expect.stringMatching(message),
  data: { code, httpStatus },
})
const listAuditActions = async (jobId: number) =>
  (await server.deps.auditEvents.list(company.id, undefined, 1000)).events
    .filter(({ target }) => target === String(jobId))
    .map(({ action }) => action)
    .reverse()

it('one form makes one job, also if two processes get it at the same time and once more later', async () => {
  const form = { formId: randomUUID(), job: { title: 'Vendeuse', description: '<p>a &amp; b</p>' } }
  const clients = [jobs, openBackOffice(other.url, other.url, user.cookie).client.job]
  const made = await Promise.all([...clients, ...clients].map((client) => client.create.mutate(form)))
  const upperCase = { ...form, formId: form.formId.toUpperCase() }
  made.push(await jobs.create.mutate(upperCase))
  const [first] = made
  expect(made).toStrictEqual(made.map(() => first))
  const jobId = first?.jobId ?? 0
  expect(await jobs.list.query({ search: 'Vendeuse', page: 1, pageSize: 20 })).toMatchObject({ total: 1 })
  expect(await jobs.get.query({ jobId })).toMatchObject({ revision: 1 })
  expect(await listAuditActions(jobId)).toStrictEqual(['job_published'])
  const strangers = await strangerJobs.create.mutate(form)
  expect(strangers.jobId).not.toBe(jobId)
})

it('a form that was corrected before it was sent again gives the job its later content, and never undoes a change', async () => {
  const formId = randomUUID()
  const { jobId } = await jobs.create.mutate({ formId, job: { title: 'Vendeur', status: 'UNPUBLISHED' } })
  const corrected = { formId, job: { title: 'Vendeuse en boutique' } }
  expect(await jobs.create.mutate(corrected)).toStrictEqual({ jobId })
  expect(await jobs.get.query({ jobId })).toMatchObject({ title: 'Vendeuse en boutique', status: 'PUBLISHED' })
  expect(await jobs.create.mutate(corrected)).toStrictEqual({ jobId })
  await expect(jobs.create.mutate({ formId, job: { title: 'Vendeur' } })).rejects.toMatchObject(
    refused('job_changed', 409, /Another user or your ATS changed this job/),
  )
  expect(await jobs.get.query({ jobId })).toMatchObject({ title: 'Vendeuse en boutique' })
})

it('an external id is set, changed and removed, and the API finds the job by it', async () => {
  const jobId = await create()
  const set = async (revision: number, externalId: string | null) =>
    jobs.setExternalId.mutate({ jobId, revision, externalId })
  const updatedAt = () => new Date(clock.ms).toISOString()
  clock.ms += 1000
  expect(await set(1, 'A/1')).toStrictEqual({ revision: 2 })
  const linked = { id: 'A/1', jobId, updatedAt: updatedAt() }
  expect((await company.call('GET', '/job/A%2F1')).body.job).toMatchObject(linked)
  expect(await set(2, 'A/2')).toStrictEqual({ revision: 3 })
  expect((await company.call('GET', '/job/A%2F1')).status).toBe(404)
  expect(await set(3, null)).toStrictEqual({ revision: 4 })
  expect((await company.call('GET', '/job/A%2F2')).status).toBe(404)
  // The API can link it again, like any job without an external id.
  const links = [{ platformJobId: jobId, externalJobId: 'A/1' }]
  clock.ms += 1000
  expect((await company.call('POST', '/job/link', { links })).body.results).toMatchObject([{ status: 'linked' }])
  expect(await jobs.get.query({ jobId })).toMatchObject({ externalId: 'A/1', updatedAt: updatedAt() })
  expect(await listAuditActions(jobId)).toStrictEqual(['job_published', ...Array(3).fill('external_id_changed')])
  const { events } = await server.deps.auditEvents.list(company.id, undefined, 100)
  const changes = events.filter(({ action, target }) => action === 'external_id_changed' && target === String(jobId))
  expect(changes.map(({ details }) => details).toReversed()).toEqual([
    { from: '', to: 'A/1' },
    { from: 'A/1', to: 'A/2' },
    { from: 'A/2', to: '' },
  ])
})

it('publishing and unpublishing take effect at once, a second time changes nothing, and the audit trail has each', async () => {
  const jobId = await create({ title: 'T', status: 'UNPUBLISHED' })
  const { jobUrl } = await jobs.get.query({ jobId })
  const pageStatus = async () => (await fetch(jobUrl)).status
  expect(await pageStatus()).toBe(404)
  expect(await jobs.publish.mutate({ jobId })).toStrictEqual({ revision: 2 })
  expect(await pageStatus()).toBe(200)
  expect(await jobs.publish.mutate({ jobId })).toStrictEqual({ revision: 2 })
  expect(await jobs.unpublish.mutate({ jobId })).toStrictEqual({ revision: 3 })
  expect(await pageStatus()).toBe(410)
  await jobs.update.mutate({ jobId, revision: 3, job: { status: 'PUBLISHED' } })
  expect(await listAuditActions(jobId)).toStrictEqual(['job_published', 'job_unpublished', 'job_published'])
})

it('a user’s change to a job that a key has changed since the user opened it is refused with a message, and changes nothing', async () => {
  await company.call('POST', '/job', { job: { id: 'by-api', title: 'First' } })
  const { jobId } = (await company.call('PUT', '/job/by-api', { job: { title: 'Second' } })).body
  // The board notes that a key pushes up to a second later.
  const { isPushed: _, ...before } = await jobs.get.query({ jobId })
  const old = refused('job_changed', 409, 'Another user or your ATS changed this job after you opened it')
  await expect(jobs.update.mutate({ jobId, revision: 1, job: { city: 'Fès' } })).rejects.toMatchObject(old)
  await expect(jobs.setExternalId.mutate({ jobId, revision: 1, externalId: 'x' })).rejects.toMatchObject(old)
  expect(await jobs.get.query({ jobId })).toMatchObject(before)
})

it('a user’s terms change those of an ATS one by one, a mistake of the user is refused at its place, and one of the ATS stays', async () => {
  const sent = { hours: 'PART_TIME', period: 'YEARLY', weight: 1.5, closesAt: '2099-01-31' }
  const terms = { id: 'terms', title: 'Vendeuse', tittle: 'Vendeuse', own: 1, boardwalk: sent }
  const { jobId } = (await company.call('POST', '/job', { job: terms })).body
  const wrong = { boardwalk: { applyUrl: 'http://example.com', countries: ['FR', 'Paris'], hours: null } }
  const atTheirPlace = {
    data: {
      code: 'invalid_request',
      issues: [
        expect.objectContaining({ path: 'job.boardwalk.applyUrl' }),
        expect.objectContaining({ path: 'job.boardwalk.countries.1' }),
      ],
    },
  }
  await expect(jobs.update.mutate({ jobId, revision: 1, job: wrong })).rejects.toMatchObject(atTheirPlace)
  await expect(jobs.preview.mutate({ jobId, job: wrong, locale: 'fr' })).rejects.toMatchObject(atTheirPlace)
  const created = jobs.create.mutate({ formId: randomUUID(), job: { title: 'Vendeur', ...wrong } })
  await expect(created).rejects.toMatchObject(atTheirPlace)
  expect(await jobs.get.query({ jobId })).toMatchObject({
    termIssues: [
      { path: 'job.boardwalk.period', message: expect.stringContaining('YEARLY') },
      { path: 'job.boardwalk.weight' },
    ],
    similarFields: [{ path: 'job.tittle', message: expect.stringContaining('did you mean "title"') }],
  })

  const applyUrl = 'https://careers.example.com/42'
  await jobs.update.mutate({ jobId, revision: 1, job: { boardwalk: { applyUrl, hours: null } } })
  const stored = { period: 'YEARLY', weight: 1.5, closesAt: '2099-01-31', applyUrl }
  expect((await company.call('GET', '/job/terms')).body.job.boardwalk).toStrictEqual(stored)
  expect(await jobs.get.query({ jobId })).toMatchObject({ closesAt: '2099-01-31T23:59:59.999Z', isClosed: false })
  const { entries } = await jobs.history.query({ jobId })
  expect(entries[0]?.changes).toStrictEqual([
    { field: 'boardwalk.hours', before: 'PART_TIME', after: '' },
    { field: 'boardwalk.applyUrl', before: '', after: applyUrl },
  ])
  // The ATS sends all terms in one field.
  await company.call('PUT', '/job/terms', { job: { boardwalk: { hours: 'FULL_TIME' } } })
  expect((await company.call('GET', '/job/terms')).body.job.boardwalk).toStrictEqual({ hours: 'FULL_TIME' })
  await jobs.update.mutate({ jobId, revision: 3, job: { boardwalk: { hours: null } } })
  expect((await company.call('GET', '/job/terms')).body.job).not.toHaveProperty('boardwalk')
})

describe('several jobs are published or unpublished at once', () => {
  const seen = async (jobId: number) => ({ jobId, revision: (await jobs.get.query({ jobId })).revision })
  const draft = () => create({ title: 'Draft', status: 'UNPUBLISHED' })

  it('each job answers for itself, and each change is in the audit trail', async () => {
    const [first, second, live, changed] = [await draft(), await draft(), await create(), await draft()]
    const chosen = await Promise.all([first, second, live, changed].map(seen))
    await jobs.update.mutate({ ...(await seen(changed)), job: { title: 'Changed meanwhile' } })
    const { results } = await jobs.setPublications.mutate({
      status: 'PUBLISHED',
      jobs: [...chosen, { jobId: 999_999, revision: 1 }],
    })
    expect(results).toStrictEqual([
      { jobId: first, outcome: 'changed', code: null },
      { jobId: second, outcome: 'changed', code: null },
      { jobId: live, outcome: 'unchanged', code: null },
      { jobId: changed, outcome: 'failed', code: 'job_changed' },
      { jobId: 999_999, outcome: 'failed', code: 'job_id_not_found' },
    ])
    expect(await jobs.get.query({ jobId: changed })).toMatchObject({ status: 'UNPUBLISHED' })
    for (const jobId of [first, second]) expect(await listAuditActions(jobId)).toStrictEqual(['job_published'])
    const back = await jobs.setPublications.mutate({ status: 'UNPUBLISHED', jobs: [await seen(first)] })
    expect(back.results).toMatchObject([{ outcome: 'changed' }])
    expect(await listAuditActions(first)).toStrictEqual(['job_published', 'job_unpublished'])
  })
})

describe('a draft that was never published can be deleted', () => {
  const push = async (id: string, status: 'PUBLISHED' | 'UNPUBLISHED') => {
    await company.call('PUT', `/job/${id}`, { job: { title: `Job ${id}`, status } })
    return (await company.call('GET', `/job/${id}`)).body.job.jobId as number
  }

  it('the API then answers 404 for it on every process, it is audited, and its external id makes a new job', async () => {
    const jobId = await push('gone', 'UNPUBLISHED')
    expect((await other.call(company.key, 'GET', '/job/gone')).status).toBe(200)
    expect(await jobs.get.query({ jobId })).toMatchObject({ isDeletable: true })
    await jobs.deleteDraft.mutate({ jobId, revision: 1 })
    expect((await company.call('GET', '/job/gone')).status).toBe(404)
    expect((await other.call(company.key, 'GET', '/job/gone/candidates')).status).toBe(403)
    await expect(jobs.get.query({ jobId })).rejects.toMatchObject(refused('job_id_not_found', 404, /no job/))
    await expect(jobs.deleteDraft.mutate({ jobId, revision: 1 })).rejects.toMatchObject(
      refused('job_id_not_found', 404, /no job/),
    )
    const { events } = await server.deps.auditEvents.list(company.id, undefined, 10)
    expect(events[0]).toMatchObject({
      action: 'job_deleted',
      target: String(jobId),
      details: { title: 'Job gone', externalId: 'gone' },
    })
    expect(await push('gone', 'PUBLISHED')).not.toBe(jobId)
  })

  it('a job that was ever published is not deleted, nor a draft that was changed meanwhile', async () => {
    const jobId = await push('was-live', 'PUBLISHED')
    await company.call('DELETE', '/job/was-live')
    expect(await jobs.get.query({ jobId })).toMatchObject({ status: 'UNPUBLISHED', isDeletable: false })
    await expect(jobs.deleteDraft.mutate({ jobId, revision: 2 })).rejects.toMatchObject(
      refused('job_not_deletable', 409, /never published/),
    )
    const draft = await push('edited', 'UNPUBLISHED')
    await company.call('PUT', '/job/edited', { job: { city: 'Rabat' } })
    await expect(jobs.deleteDraft.mutate({ jobId: draft, revision: 1 })).rejects.toMatchObject(
      refused('job_changed', 409, /Another user or your ATS changed this job/),
    )
    expect((await company.call('GET', '/job/edited')).status).toBe(200)
  })

  it('another process that publishes it after it was read keeps it, so no application is lost', async () => {
    const jobId = await push('raced', 'UNPUBLISHED')
    const read = await server.deps.jobs.findById(company.id, jobId)
    await company.call('PUT', '/job/raced', { job: { status: 'PUBLISHED' } })
    expect(read && (await server.deps.jobs.deleteDraft(read))).toBe(false)
    // Not by its revision alone: a job that was published and unpublished may have applications.
    await company.call('DELETE', '/job/raced')
    const unpublished = await server.deps.jobs.findById(company.id, jobId)
    expect(unpublished && (await server.deps.jobs.deleteDraft(unpublished))).toBe(false)
    expect((await company.call('GET', '/job/raced')).status).toBe(200)
  })
})
