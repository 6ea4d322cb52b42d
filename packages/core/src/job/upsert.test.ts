import { countTurns } from '@boardwalk/api/test/count-turns'
import { whileReplaced } from '@boardwalk/api/test/failing-store'
import { type Answer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, describe, expect, it } from 'vitest'

const server = useServer()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `upsert-${++ids}`
const upsert = (...jobs: unknown[]) => company.call('PUT', '/jobs', { jobs })
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

const listStatuses = ({ body }: Answer) => body.results.map(({ status }: { status: string }) => status)

it('a batch of much HTML lets others in after each field, whatever its size', { tags: ['turns'] }, async () => {
  const { apiKeys, jobs } = server.deps
  const { findByHash } = apiKeys
  const { findLatestOfEach } = jobs
  const counter = countTurns()
  let [turnsBefore, turnsAfter] = [0, 0]
  // The rows are read after the key is last found, and before the database is asked for the jobs.
  const countedFind: typeof findByHash = async (...args) => {
    const found = await findByHash(...args)
    turnsBefore = counter.turns
    return found
  }
  const countedFindLatest: typeof findLatestOfEach = (...args) => {
    turnsAfter = counter.turns
    return findLatestOfEach(...args)
  }
  const html = (mark: string) => `${'<h2>'.repeat(2_500).padEnd(30_000)}${mark}`
  const rows = Array.from({ length: 30 }, newId).map((id) => ({ id, title: 'T', description: html(id) }))
  await whileReplaced(apiKeys, { findByHash: countedFind }, () =>
    whileReplaced(jobs, { findLatestOfEach: countedFindLatest }, async () => {
      expect(listStatuses(await upsert(...rows))).toEqual(rows.map(() => 'created'))
    }),
  )
  counter.stop()
  expect(turnsAfter - turnsBefore).toBeGreaterThanOrEqual(29)
})

it('each job is created, updated or left alone, and its result says which', async () => {
  const [fresh, changed, same] = [newId(), newId(), newId()]
  const ours = { ours: { a: 1, b: [{ c: 1, d: 2 }] }, other: 1 }
  const shown = { description: 'D', country: 'Maroc' }
  await upsert({ id: changed, title: 'Before', city: 'Fès', ...shown }, { id: same, title: 'Same', ...shown, ...ours })
  const untouched = await stored(same)
  const answer = await upsert(
    { id: fresh, title: 'Fresh', ...shown },
    { id: changed, title: 'After' },
    // The same content, with its members in another order at every level.
    { other: 1, ours: { b: [{ d: 2, c: 1 }], a: 1 }, title: 'Same', city: null, id: same },
  )
  const jobs = [await stored(fresh), await stored(changed), await stored(same)]
  expect(answer.status).toBe(200)
  expect(answer.body).toStrictEqual({
    results: ['created', 'updated', 'unchanged'].map((status, index) => {
      const { id, jobId, jobUrl } = jobs[index]
      return { id, status, jobId, jobUrl, error: null }
    }),
    error: null,
  })
  expect(jobs).toMatchObject([{ title: 'Fresh' }, { title: 'After', city: 'Fès' }, untouched])
})

it('rows with the same id run in their order, each as a separate call, and the last one wins', async () => {
  const id = newId()
  const rows = [
    { id, title: 'First', city: 'Fès' },
    { id, title: 'Second' },
    { id, title: 5 },
    { id, title: 'Second' },
    ...Array.from({ length: 8 }, (_, index) => ({ id, title: `Row ${index}`, country: 'France' })),
  ]
  const statuses = ['created', 'updated', 'failed', 'unchanged', ...Array(8).fill('updated')]
  expect(listStatuses(await upsert(...rows))).toEqual(statuses)
  expect(await stored(id)).toMatchObject({ title: 'Row 7', city: 'Fès', country: 'France' })
  // A row that takes back an earlier row equals the job from before the call.
  const taken = await upsert({ id, title: 'Changed' }, { id, title: 'Row 7' })
  expect(listStatuses(taken)).toEqual(['updated', 'updated'])
  expect((await stored(id)).title).toBe('Row 7')
})

describe('a dry run', () => {
  const plan = (...jobs: unknown[]) => company.call('PUT', '/jobs', { jobs, dryRun: true })

  it('says what the same call without dryRun then does, and writes nothing', async () => {
    const [fresh, changed, same, live] = [newId(), newId(), newId(), newId()]
    await upsert(
      { id: changed, title: 'Before', description: 'x', minSalary: 5 },
      { id: same, title: 'Same', description: '<p>a & b<script>', extra: { a: 1 } },
      { id: live, title: 'Live', description: 'x', status: 'UNPUBLISHED' },
    )
    const before = [await stored(changed), await stored(same), await stored(live)]
    const jobs = [
      { id: fresh, title: 'Fresh', description: 'x' },
      { id: changed, title: 'After' },
      { id: same, description: '<p>a & b<script>', extra: { a: 1 }, city: null },
      { id: live, status: 'PUBLISHED' },
      { id: changed, maxSalary: 4 },
      { id: newId() },
      { id: newId(), title: 'T', workMode: 'home' },
    ]
    const planned = (await plan(...jobs)).body.results
    expect((await company.call('GET', `/job/${fresh}`)).status).toBe(404)
    expect([await stored(changed), await stored(same), await stored(live)]).toStrictEqual(before)

    const done = await upsert(...jobs)
    const statuses = ['created', 'updated', 'unchanged', 'updated', 'failed', 'failed', 'failed']
    expect(listStatuses(done)).toStrictEqual(statuses)
    const [created, ...others] = done.body.results
    expect(planned).toStrictEqual([{ ...created, jobId: null, jobUrl: null }, ...others])
  })
})

it('a wrong item fails with its id, and harms no other item', async () => {
  const wrong: [item: unknown, id: string | null, words: string][] = [
    [5, null, 'job must be an object, as in {"job": {"title": "…"}}, not 5'],
    [null, null, 'job is required: it must be an object, as in {"job": {"title": "…"}}'],
    [{ title: 'T' }, null, 'Job ID is required'],
    [{ id: 7, title: 'T' }, null, 'job.id must be a text, not 7'],
    [{ id: ' ', title: 'T' }, ' ', 'job.id must not be blank'],
    [{ id: 'untitled' }, 'untitled', 'job.title is required'],
    [{ id: 'x', title: 'T', contractType: 'cdi' }, 'x', '(did you mean "CDI"?)'],
    [{ id: 'x', title: 'T', big: 'x'.repeat(65_536) }, 'x', 'bytes of extra fields'],
  ]
  const items = wrong.flatMap(([item]) => [item, { id: newId(), title: 'T' }])
  const answer = await upsert(...items)
  expect(answer.status).toBe(200)
  for (const [index, [, id, words]] of wrong.entries()) {
    const [failed, next] = answer.body.results.slice(2 * index)
    const error = { code: 'invalid_request', message: expect.stringContaining(words) }
    expect([failed, next]).toMatchObject([
      { id, status: 'failed', jobId: null, jobUrl: null, error },
      { status: 'created' },
    ])
  }
})
