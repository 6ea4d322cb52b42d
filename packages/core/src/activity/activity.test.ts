import { randomUUID } from 'node:crypto'
import { whileFailing } from '@boardwalk/api/test/failing-store'
import { apply } from '@boardwalk/api/test/form'
import { startTestServer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKey, revokeKey } from '../key/service.ts'
import { actAsOperator } from './audit.ts'

// The clock begins today, because the database deletes requests that are two weeks old by its own clock.
const clock = { ms: Date.now() }

const server = useServer({ now: () => clock.ms })

let company: TestCompany
let client: Awaited<ReturnType<typeof signedInUser>>['client']
beforeEach(async () => {
  company = await server.company()
  ;({ client } = await signedInUser(server, company))
})

/** Lists the company's requests as the back office does, after all are written. */
const listRequests = async (filter: Parameters<typeof client.activity.list.query>[0] = {}) => {
  // When this is answered, the server has also finished the earlier requests.
  await fetch(`${server.url}/healthz`)
  await server.deps.recorder.flush()
  return client.activity.list.query(filter)
}
const newKey = (name: string) => createKey(server.deps, actAsOperator(company.id), { name, scopes: ['read', 'write'] })

describe('requests are recorded', () => {
  it('a refused request is listed with the error of its answer, at most 500 characters of it, and where at most 5 wrong values were, without the values', {
    tags: ['requests'],
  }, async () => {
    const wrong = { contractType: 'Typed', workMode: 'Typed', minSalary: 'Typed', city: ['A', 7], maxSalary: 'Typed' }
    const { body } = await company.call('PUT', '/job/A', { job: { title: 'A', ...wrong, minExperience: 'Typed' } })
    await company.call('GET', `/jobs?${'p'.repeat(300)}=1`)
    // The body as a whole has no path.
    await company.call('POST', '/job', '[]', { 'content-type': 'application/json' })
    // The schema refuses the id, so the request is about no job.
    await company.call('DELETE', `/job/${'x'.repeat(300)}`)
    const { message } = (await company.call('GET', `/job/${encodeURIComponent('🙂'.repeat(255))}`)).body.error
    const { requests } = await listRequests({ failedOnly: true })
    const find = (name: string) => requests.find(({ operation }) => operation === name)
    const update = find('updateJob')
    const wrongPaths = update?.wrongPaths ?? []
    expect(update).toMatchObject({ status: 400, errorCode: 'invalid_request', job: { externalId: 'A', jobId: null } })
    expect(update?.errorMessage).toBe(body.error.message.slice(0, 500))
    expect(wrongPaths).toHaveLength(5)
    expect(wrongPaths).toEqual(expect.arrayContaining(['job.contractType', 'job.city.1']))
    expect(wrongPaths.join()).not.toContain('Typed')
    expect(find('listJobs')?.wrongPaths).toEqual(['p'.repeat(200)])
    expect(find('createJob')?.wrongPaths).toEqual([])
    expect(find('unpublishJob')).toMatchObject({ status: 400, wrongPaths: ['externalJobId'], job: null })
    expect(message.length).toBeGreaterThan(500)
    expect(find('getJob')).toMatchObject({ status: 404, errorMessage: message.slice(0, 500) })
  })

  it('a batch is listed with its size and the first ten items that it refused, and then counts as failed', async () => {
    const jobs = [
      { id: 'good', title: 'A' },
      { id: 'x'.repeat(300), title: 'A' },
      { title: 'A' },
      ...[...Array(9)].map((_, n) => ({ id: `bad-${n}`, title: 'A', contractType: 'T'.repeat(5_000) })),
    ]
    const { results } = (await company.call('PUT', '/jobs', { jobs })).body
    clock.ms++
    await company.call('PUT', '/jobs', { jobs: jobs.slice(0, 1) })
    clock.ms++
    const linked = (await company.boardJob()).jobId
    const link = async (links: [platformJobId: number, externalJobId: string][]) =>
      company.call('POST', '/job/link', {
        links: links.map(([platformJobId, externalJobId]) => ({ platformJobId, externalJobId })),
      })
    await link([[linked, 'own']])
    clock.ms++
    const other = (await company.boardJob()).jobId
    // The first is repeated, which is no mistake.
    await link([
      [linked, 'own'],
      [linked, 'new'],
      [other, 'own'],
      [0, 'none'],
    ])
    const { requests } = await listRequests()
    expect(
      requests.map(({ status, errorMessage, items }) => [status, errorMessage, items?.refused, items?.sent]),
    ).toEqual([
      [200, null, 3, 4],
      [200, null, 0, 1],
      [200, null, 0, 1],
      [200, null, 11, 12],
    ])
    const [links, , , upserts] = requests
    expect(links?.items?.firstRefused).toEqual([
      { index: 1, id: 'new', message: `Job ${linked} has the external id own` },
      { index: 2, id: 'own', message: 'Another job has this external id' },
      { index: 3, id: 'none', message: 'There is no job 0' },
    ])
    expect(upserts?.items?.firstRefused).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => ({
        index,
        id: index < 3 ? null : `bad-${index - 3}`,
        code: 'invalid_request',
        message: results[index].error.message.slice(0, 300),
      })),
    )
    expect((await listRequests({ failedOnly: true })).requests).toEqual([links, upserts])
    expect((await client.home.summary.query()).errorsLastDay).toBe(2)
  })

  it('the warnings of an accepted request are listed with it, at most ten of them, and counted for a day', async () => {
    const boardwalk = { closesAt: '31/12/2026', hours: 'temps plein' }
    const { warnings } = (await company.call('PUT', '/job/A', { job: { title: 'A', country: 'MA', boardwalk } })).body
    const rows = [...Array(12)].map((_, n) => ({ id: `id-${n}`, title: 'A', country: 'MA', tittle: 'T'.repeat(900) }))
    clock.ms++
    await company.call('PUT', '/jobs', { jobs: [...rows, { id: 'bad' }] })
    await company.call('GET', '/jobs')
    const { requests } = await listRequests({ answer: 'warned' })
    expect(requests).toMatchObject([
      { status: 200, items: { sent: 13, refused: 1, firstRefused: [{ id: 'bad', code: 'invalid_request' }] } },
      { status: 201, warnings: { count: 3, first: warnings.map((each: object) => ({ ...each, id: null })) } },
    ])
    const codes = warnings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(['terms_ignored', 'terms_ignored', 'no_text'])
    const ofBatch = requests[0]?.warnings
    expect(ofBatch?.count).toBe(24)
    expect(ofBatch?.first).toHaveLength(10)
    expect(ofBatch?.first[1]).toMatchObject({ id: 'id-0', code: 'similar_field', path: 'job.tittle' })
    expect(await client.home.summary.query()).toMatchObject({ warnedLastDay: 2, errorsLastDay: 1 })
    clock.ms += 24 * 60 * 60_000 + 60_000
    const later = (await signedInUser(server, company)).client
    expect(await later.home.summary.query()).toMatchObject({ warnedLastDay: 0 })
  })

  it('requests are listed by operation, class of the answer, job and time, also those of a batch that was refused in part', async () => {
    clock.ms += 60_000
    const since = new Date(clock.ms).toISOString()
    const { status } = await company.call('PUT', '/job/A', { job: { title: 'A' } })
    expect(status).toBe(201)
    clock.ms += 1_000
    await company.call('PUT', '/job/A', { job: { contractType: 'none' } })
    const until = new Date(clock.ms).toISOString()
    clock.ms += 1_000
    await company.call('PUT', '/jobs', { jobs: [{ id: 'A', contractType: 'none' }, { id: 'B' }] })
    await company.call('GET', '/job/B')
    const list = async (filter: Parameters<typeof listRequests>[0]) =>
      (await listRequests(filter)).requests.map(({ operation, status }) => `${operation} ${status}`).toSorted()
    expect(await list({ operation: 'updateJob' })).toEqual(['updateJob 201', 'updateJob 400'])
    expect(await list({ answer: 'refused' })).toEqual(['getJob 404', 'updateJob 400'])
    expect(await list({ answer: 'success', operation: 'updateJob' })).toEqual(['updateJob 201'])
    expect(await list({ answer: 'failed' })).toEqual([])
    expect(await list({ externalId: 'A' })).toEqual(['updateJob 201', 'updateJob 400', 'upsertJobs 200'])
    expect(await list({ externalId: 'A', until })).toEqual(['updateJob 201', 'updateJob 400'])
    expect(await list({ since: until, operation: 'updateJob' })).toEqual(['updateJob 400'])
    expect(await list({ since, until, failedOnly: true })).toEqual(['updateJob 400'])
  })

  it('a list that finds little ends after 200 batches, says how far it has searched, and goes on from there', async () => {
    const { requests } = server.deps
    const startMs = clock.ms
    const write = (minute: number, operation: string) => {
      const at = new Date(startMs + minute * 60_000)
      const request = { requestId: randomUUID(), at, operation, status: 200, durationMs: 1, errorMessage: null }
      return requests.insertMany([{ companyId: company.id, keyId: company.keyId, ...request }])
    }
    await write(0, 'getMe')
    for (let minute = 1; minute <= 201; minute++) await write(minute, 'getJob')
    const first = await client.activity.list.query({ operation: 'getMe' })
    expect(first).toMatchObject({ requests: [], readBackTo: new Date(startMs + 2 * 60_000).toISOString() })
    const second = await client.activity.list.query({ operation: 'getMe', cursor: first.next })
    expect(second).toMatchObject({ requests: [{ operation: 'getMe' }], next: null, readBackTo: null })
  })

  it('requests and uses of keys that wait are written before a server stops', async () => {
    const own = await startTestServer(server.connection)
    const { id, key } = await server.company()
    await (await fetch(`${own.url}/api/jobs`, { headers: { 'x-api-key': key } })).text()
    await own.stop()
    expect(await server.connection.db.collection('apiRequests').countDocuments({ companyId: id })).toBe(1)
    expect(await server.deps.apiKeys.list(id)).toMatchObject([{ lastUsedAt: expect.any(Date) }])
  })
})

describe('the record of a company', () => {
  it('a request is listed for the company of its key, a revoked one too, and without a known key for no company', async () => {
    const { id, key } = await newKey('old')
    await revokeKey(server.deps, actAsOperator(company.id), { id })
    for (const each of [key, undefined, `bwk_${'x'.repeat(32)}`]) await server.call(each, 'GET', '/jobs')
    const { requests } = await listRequests()
    expect(requests).toMatchObject([{ keyName: 'old', status: 403, errorMessage: 'Invalid API key' }])
    expect(await listRequests({ cursor: 'nonsense' })).toEqual({ requests: [], next: null, readBackTo: null })
  })

  it('the record holds no applicant’s data and no body', { tags: ['no-applicant-in-records'] }, async () => {
    const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'A', secret: 'Of the body' } })
    await apply(body.jobUrl, { lastName: 'Zerktouni', email: 'zerktouni@example.com' })
    await company.call('GET', '/candidates')
    await company.call('GET', '/job/A/candidates?since=nonsense')
    // An ATS that mixes up its fields sends what a person typed.
    const typed = ['zerktouni@example.com', 'Salma Zerktouni']
    const known = 'f'.repeat(32)
    for (const id of [...typed, known]) {
      await company.call('GET', `/candidate/${encodeURIComponent(id)}`)
      await company.call('GET', `/candidate/${encodeURIComponent(id)}/cv`)
      await company.call('GET', `/candidates?since=${encodeURIComponent(id)}`)
    }
    const statuses = [...typed, known].map((id) => ({ id, status: 'HIRED' }))
    const wrong = [{ id: known, status: typed[0] }, { id: known, status: 'HIRED', at: typed[0] }, typed[0]]
    await company.call('PUT', '/candidates', { candidates: [...statuses, ...wrong] })
    const { requests } = await listRequests()
    expect(requests).toHaveLength(13)
    expect(JSON.stringify(requests)).not.toMatch(/zerktouni|Of the body/i)
    const refused = requests.find(({ operation }) => operation === 'updateCandidates')?.items?.firstRefused
    expect(refused?.map(({ id }) => id)).toEqual([null, null, known, known, known, null])
    expect(refused?.map(({ message }) => message).slice(2, 5)).toEqual([
      `The company has no candidate with the id ${known}`,
      'wrong value: candidate.status',
      'wrong value: candidate.at',
    ])
  })
})

describe('the record is never in the way', () => {
  it('requests are answered while the record cannot be written', async () => {
    await whileFailing(server.deps.requests, 'insertMany', async () => {
      expect((await company.call('GET', '/jobs')).status).toBe(200)
      await server.deps.recorder.flush()
      expect((await company.call('GET', '/jobs')).status).toBe(200)
    })
  })
})
