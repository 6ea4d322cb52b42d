import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { type Answer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

/* packages/schema has the table of what is warned of. Here is that each way in shows it, and what only the board knows. */

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const shown = { title: 'Comptable', description: '<p>D</p>', country: 'MA' }
const create = (id: string, job: object) => company.call('POST', '/job', { job: { id, ...shown, ...job } })
const put = (id: string, job: object) => company.call('PUT', `/job/${id}`, { job })

/** The kinds of the warnings of an answer about one job, or of the first result of a batch. */
const listCodes = ({ body }: Answer) => (body.results?.[0] ?? body).warnings?.map(({ code }: { code: string }) => code)

it('POST, PUT, a batch and its dry run warn alike, also of a job that does not change', async () => {
  const job = { title: 'R&amp;D', description: '<iframe></iframe>', country: 'Atlantide', city: 'Rabat' }
  const codes = ['country_unknown', 'no_text', 'elements_removed', 'escaped_twice']
  expect(listCodes(await create('W', job))).toEqual(codes)
  expect(listCodes(await put('W', job))).toEqual(codes)
  expect(listCodes(await put('W', { ...job, city: 'Fès' }))).toEqual(codes)
  const created = await put('W2', job)
  expect([created.status, listCodes(created)]).toEqual([201, codes])
  for (const [id, dryRun] of [
    ['W3', true],
    ['W3', false],
    ['W', true],
    ['W', false],
  ] as const)
    expect(listCodes(await company.call('PUT', '/jobs', { jobs: [{ id, ...job }], dryRun }))).toEqual(codes)
})

it('an update says that the job stays unpublished, until one publishes it', async () => {
  await create('RE-1', {})
  await company.call('DELETE', '/job/RE-1')
  const again = await put('RE-1', { ...shown, city: 'Rabat' })
  expect([again.status, listCodes(again)]).toEqual([200, ['unpublished']])
  for (const dryRun of [true, false])
    expect(listCodes(await company.call('PUT', '/jobs', { jobs: [{ id: 'RE-1' }], dryRun }))).toEqual(['unpublished'])
  expect(listCodes(await put('RE-1', { status: 'PUBLISHED' }))).toBeUndefined()
})

it('a mistake in boardwalk is stored as sent, has no effect and is named, and the same push again changes nothing', async () => {
  const boardwalk = { closesAt: '31/12/2026', hours: 'PART_TIME', period: 'an', applyUrl: 'http://a.example', n: 1 }
  const ignored = Array(4).fill('terms_ignored')
  const created = await create('terms', { boardwalk })
  expect([created.status, listCodes(created)]).toEqual([200, ignored])
  const paths = ['closesAt', 'period', 'applyUrl', 'n'].map((name) => `job.boardwalk.${name}`)
  expect(created.body.warnings.map(({ path }: { path: string }) => path)).toEqual(paths)
  const batch = () => company.call('PUT', '/jobs', { jobs: [{ id: 'terms', boardwalk }] })
  for (const answer of [await put('terms', { boardwalk }), await batch()]) expect(listCodes(answer)).toEqual(ignored)
  expect((await batch()).body.results).toMatchObject([{ status: 'unchanged' }])
  const { job } = (await company.call('GET', '/job/terms')).body
  expect(job).toMatchObject({ boardwalk, closed: false, status: 'PUBLISHED' })
  const { terms } = (await server.deps.jobs.findByExternalId(company.id, 'terms')) ?? {}
  expect(terms).toEqual({ hours: 'PART_TIME' })
})

it('each push of a published job that is closed or suspended says so, and none of an unpublished one', async () => {
  const boardwalk = { closesAt: '2026-03-02' }
  expect(listCodes(await create('shut', { boardwalk }))).toBeUndefined()
  clock.ms = Date.parse('2026-03-03')
  const sendBatch = (job: object, dryRun: boolean) =>
    company.call('PUT', '/jobs', { jobs: [{ id: 'shut', ...job }], dryRun })
  const sendAll = async (job: object) => [
    listCodes(await sendBatch(job, true)),
    listCodes(await put('shut', job)),
    listCodes(await put('shut', job)),
    listCodes(await sendBatch(job, false)),
  ]
  const alike = (codes: string[] | undefined) => Array(4).fill(codes)
  expect(await sendAll({ boardwalk })).toEqual(alike(['closed']))
  expect(await sendAll({ city: 'Rabat' })).toEqual(alike(['closed']))
  expect(listCodes(await create('late', { boardwalk }))).toEqual(['closed'])
  expect(
    listCodes(await company.call('PUT', '/jobs', { jobs: [{ id: 'new', ...shown, boardwalk }], dryRun: true })),
  ).toEqual(['closed'])
  const rows = server.connection.db.collection('jobs')
  await rows.updateOne({ externalKey: 'shut' }, { $set: { suspendedAt: new Date() }, $inc: { revision: 1 } })
  expect(await sendAll({ city: 'Fès' })).toEqual(alike(['closed', 'suspended']))
  expect(await sendAll({ boardwalk: null })).toEqual(alike(['suspended']))
  expect(await sendAll({ status: 'UNPUBLISHED', boardwalk })).toEqual(alike(undefined))
})

it('a new job whose id is the job id of another one is created with a warning, which costs one query at most', async () => {
  const { body } = await create('own', {})
  const jobId: string = String(body.jobId)
  const another = await server.company()
  expect((await another.call('POST', '/job', { job: { id: jobId, ...shown } })).body).not.toHaveProperty('warnings')
  const { findExternalIds } = server.deps.jobs
  const asked: number[][] = []
  const counted: typeof findExternalIds = (companyId, jobIds) => {
    if (jobIds.length > 0) asked.push(jobIds)
    return findExternalIds(companyId, jobIds)
  }
  await whileReplaced(server.deps.jobs, { findExternalIds: counted }, async () => {
    const jobs = [jobId, '999999999', '01', 'own'].map((id) => ({ id, ...shown }))
    for (const dryRun of [true, false])
      expect(listCodes(await company.call('PUT', '/jobs', { jobs, dryRun }))).toEqual(['id_is_job_id'])
    expect(asked).toEqual(Array(2).fill([Number(jobId), 999_999_999]))
    // From now on the ids have jobs: a change, a repetition and a batch ask no more.
    await put(jobId, { city: 'Fès' })
    await put(jobId, { city: 'Fès' })
    await company.call('PUT', '/jobs', { jobs })
    expect(asked).toHaveLength(2)
  })
  const next = String(Number((await create('own 2', {})).body.jobId))
  const created = await put(next, shown)
  expect(created).toMatchObject({ status: 201, body: { warnings: [{ code: 'id_is_job_id', path: 'externalJobId' }] } })
  const last = String((await create('own 3', {})).body.jobId)
  expect(await create(last, {})).toMatchObject({ status: 200, body: { warnings: [{ path: 'job.id' }] } })
})

it('a new job whose id is only written differently from another one is created with a warning; a plain id costs a single call no query', async () => {
  const own = await server.company()
  const codes = async (method: string, path: string, body: object) =>
    (listCodes(await own.call(method, path, body)) ?? []).filter((code: string) => code === 'id_like_another')
  const stored = ['00101', 'R\u00e9dacteur', 'A/10', 'ref-1']
  await own.call('PUT', '/jobs', { jobs: stored.map((id) => ({ id, ...shown })) })
  const written = ['101', 'Re\u0301dacteur', 'A%2F10']
  for (const id of written) {
    expect(await codes('PUT', '/jobs', { jobs: [{ id, ...shown }], dryRun: true })).toEqual(['id_like_another'])
    const path = `/job/${encodeURIComponent(id)}`
    expect(await codes('PUT', path, { job: shown })).toEqual(['id_like_another'])
    // From now on the id has a job.
    expect(await codes('PUT', path, { job: { city: 'F\u00e8s' } })).toEqual([])
  }
  expect(await codes('POST', '/job', { job: { id: '0101', ...shown } })).toEqual(['id_like_another'])
  const batch = ['REF-1'].map((id) => ({ id, ...shown }))
  expect(await codes('PUT', '/jobs', { jobs: batch })).toEqual(['id_like_another'])
  const { findExternalIds } = server.deps.jobs
  const asked: unknown[] = []
  const counted: typeof findExternalIds = (companyId, ...ids) => {
    if (ids.flat().length > 0) asked.push(ids)
    return findExternalIds(companyId, ...ids)
  }
  await whileReplaced(server.deps.jobs, { findExternalIds: counted }, async () => {
    await own.call('PUT', '/job/PLAIN-0042', { job: shown })
    await own.call('POST', '/job', { job: { id: 'plain id/7', ...shown } })
  })
  expect(asked).toEqual([])
})
