import { limits } from '@boardwalk/schema/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { countTurns } from '../../test/count-turns.ts'
import { SECRET, whileFailing } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'

const { log, read } = captureLog('error')
const server = useServer({ log })
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

let ids = 0
const newId = () => `upsert-${++ids}`
const upsert = (...jobs: unknown[]) => company.call('PUT', '/jobs', { jobs })
const stored = async (id: string) => (await company.call('GET', `/job/${id}`)).body.job

describe('works', () => {
  it('a batch of much HTML lets others in after each field, whatever its size', async () => {
    const { companies, jobs } = server.deps
    const { find } = companies
    const { findLatestOfEach } = jobs
    let turnsBefore = 0
    let turnsAfter = 0
    const counter = countTurns()
    // The rows are read after the company is found, and before the database is asked for the jobs.
    const countedFind: typeof find = async (...args) => {
      const found = await find(...args)
      turnsBefore = counter.turns
      return found
    }
    const countedFindLatest: typeof findLatestOfEach = (...args) => {
      turnsAfter = counter.turns
      return findLatestOfEach(...args)
    }
    Object.assign(companies, { find: countedFind })
    Object.assign(jobs, { findLatestOfEach: countedFindLatest })
    const html = (mark: string) => `${'<h2>'.repeat(2_500).padEnd(30_000)}${mark}`
    const rows = Array.from({ length: 30 }, () => newId()).map((id) => ({ id, title: 'T', description: html(id) }))
    const { body } = await upsert(...rows)
    Object.assign(companies, { find })
    Object.assign(jobs, { findLatestOfEach })
    counter.stop()
    expect(body.results.filter(({ status }: { status: string }) => status === 'created')).toHaveLength(30)
    expect(turnsAfter - turnsBefore).toBeGreaterThanOrEqual(29)
  })

  it('others are served between the jobs of a batch that are merged and stored', async () => {
    const { jobs } = server.deps
    const { nextId } = jobs
    const counter = countTurns()
    const turns: number[] = []
    const countedNextId: typeof nextId = () => {
      turns.push(counter.turns)
      return nextId()
    }
    Object.assign(jobs, { nextId: countedNextId })
    const { body } = await upsert(...Array.from({ length: 100 }, () => ({ id: newId(), title: 'T', extra: [[]] })))
    Object.assign(jobs, { nextId })
    counter.stop()
    expect(body.results.filter(({ status }: { status: string }) => status === 'created')).toHaveLength(100)
    expect(new Set(turns).size).toBeGreaterThanOrEqual(20)
  })

  it('each job is created, updated or left alone, and its result says which', async () => {
    const [fresh, changed, same] = [newId(), newId(), newId()]
    await upsert({ id: changed, title: 'Before', city: 'Fès' }, { id: same, title: 'Same', extra: { a: 1 } })
    const untouched = await stored(same)
    const answer = await upsert(
      { id: fresh, title: 'Fresh' },
      { id: changed, title: 'After' },
      { id: same, title: 'Same', extra: { a: 1 }, city: null },
    )
    const jobs = [await stored(fresh), await stored(changed), await stored(same)]
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      results: ['created', 'updated', 'unchanged'].map((status, index) => ({
        id: jobs[index].id,
        status,
        jobId: jobs[index].jobId,
        jobUrl: jobs[index].jobUrl,
        error: null,
      })),
      error: null,
    })
    expect(jobs).toMatchObject([{ title: 'Fresh' }, { title: 'After', city: 'Fès' }, untouched])
  })

  it('a job that comes with its extra fields in another order is left alone, at every level', async () => {
    const id = newId()
    await upsert({ id, title: 'T', ours: { a: 1, b: [{ c: 1, d: 2 }] }, other: 1 })
    const before = await stored(id)
    const { body } = await upsert({ other: 1, ours: { b: [{ d: 2, c: 1 }], a: 1 }, title: 'T', id })
    expect(body.results).toMatchObject([{ status: 'unchanged' }])
    expect(await stored(id)).toStrictEqual(before)
  })

  it('an item does the same as a separate update', async () => {
    const [one, many] = [newId(), newId()]
    const change = { title: '<T>', description: '<p>x<script>y</script>', status: 'UNPUBLISHED', 'a.b': { $c: [null] } }
    await company.call('PUT', `/job/${one}`, { job: change })
    await upsert({ id: many, ...change })
    const { id: _id, jobId: _jobId, jobUrl: _jobUrl, createdAt: _c, updatedAt: _u, ...kept } = await stored(one)
    expect(await stored(many)).toMatchObject(kept)
    expect((await upsert({ id: many, status: null })).body.results).toMatchObject([{ status: 'unchanged' }])
    expect((await stored(many)).status).toBe('UNPUBLISHED')
  })

  it('if many rows have the same id the last one wins, and each gets the answer of a separate call', async () => {
    for (let round = 0; round < 3; round++) {
      const id = newId()
      const rows = Array.from({ length: 12 }, (_, index) => ({ id, title: `Row ${index}` }))
      const { body } = await upsert(...rows)
      expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
        'created',
        ...Array(11).fill('updated'),
      ])
      expect(await stored(id)).toMatchObject({ title: 'Row 11' })
    }
  })

  it('rows with the same id run in their order, and the last one wins', async () => {
    const id = newId()
    const { results } = (
      await upsert(
        { id, title: 'First', city: 'Fès' },
        { id, title: 'Second' },
        { id, title: 5 },
        { id, title: 'Second' },
        { id, title: 'Third', country: 'France' },
      )
    ).body
    expect(results.map(({ status }: { status: string }) => status)).toStrictEqual([
      'created',
      'updated',
      'failed',
      'unchanged',
      'updated',
    ])
    expect(await stored(id)).toMatchObject({ title: 'Third', city: 'Fès', country: 'France' })
  })

  it('a row that takes back the change of an earlier row wins, although it equals the job from before the call', async () => {
    const id = newId()
    await upsert({ id, title: 'Before' })
    const { results } = (await upsert({ id, title: 'Changed' }, { id, title: 'Before' })).body
    expect(results).toMatchObject([{ status: 'updated' }, { status: 'updated' }])
    expect((await stored(id)).title).toBe('Before')
  })

  it('one call may have as many jobs as the limit allows', async () => {
    const jobs = Array.from({ length: limits.jobs }, (_, n) => ({ id: `many-${n}`, title: `Job ${n}` }))
    const { results } = (await upsert(...jobs)).body
    expect(results.map(({ id }: { id: string }) => id)).toStrictEqual(jobs.map(({ id }) => id))
    expect(new Set(results.map(({ jobId }: { jobId: number }) => jobId)).size).toBe(limits.jobs)
    expect(results.every(({ status }: { status: string }) => status === 'created')).toBe(true)
  })
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

    const done = (await upsert(...jobs)).body.results
    const statuses = ['created', 'updated', 'unchanged', 'updated', 'failed', 'failed', 'failed']
    expect(done.map(({ status }: { status: string }) => status)).toStrictEqual(statuses)
    const [created, ...others] = done
    expect(planned).toStrictEqual([{ ...created, jobId: null, jobUrl: null }, ...others])
  })

  it('treats each job separately: two rows with the same new id are both created', async () => {
    const id = newId()
    const { results } = (await plan({ id, title: 'First' }, { id, title: 'Second' })).body
    expect(results).toMatchObject([{ status: 'created' }, { status: 'created' }])
  })

  it('takes no job id', async () => {
    await whileFailing(server.deps.jobs, 'nextId', async () => {
      expect((await plan({ id: newId(), title: 'T' })).body.results).toMatchObject([{ status: 'created', error: null }])
    })
  })

  it('happens only if dryRun is true', async () => {
    const id = newId()
    expect((await company.call('PUT', '/jobs', { jobs: [{ id, title: 'T' }], dryRun: 'yes' })).body.error.message).toBe(
      'dryRun must be true or false, not "yes"',
    )
    expect((await company.call('GET', `/job/${id}`)).status).toBe(404)
    await company.call('PUT', '/jobs', { jobs: [{ id, title: 'T' }], dryRun: false })
    expect((await stored(id)).title).toBe('T')
  })
})

describe('bad input', () => {
  it.each([
    ['no list', {}, `jobs is required: it must be a list of 1 to ${limits.jobs} jobs`],
    ['another kind', { jobs: { id: 'x' } }, `jobs must be a list of 1 to ${limits.jobs} jobs`],
    ['no job', { jobs: [] }, `jobs must be a list of 1 to ${limits.jobs} jobs`],
    [
      'one job over the limit',
      { jobs: Array(limits.jobs + 1).fill({ id: 'x', title: 'x' }) },
      `jobs must have at most ${limits.jobs} items`,
    ],
  ])('%s is refused as a whole', async (_what, body, words) => {
    const answer = await company.call('PUT', '/jobs', body)
    expect(answer).toMatchObject({ status: 400, body: { results: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(words)
  })

  it.each([
    ['a number', 5, null, 'job must be an object, as in {"job": {"title": "…"}}, not 5'],
    ['null', null, null, 'job is required: it must be an object, as in {"job": {"title": "…"}}'],
    ['a list', [], null, 'job must be an object'],
    ['no id', { title: 'T' }, null, 'Job ID is required'],
    ['an id that is a number', { id: 7, title: 'T' }, null, 'job.id must be a text, not 7'],
    ['an empty id', { id: '', title: 'T' }, '', 'Job ID is required'],
    ['a blank id', { id: ' ', title: 'T' }, ' ', 'job.id must not be blank'],
    ['no title for a new job', { id: 'untitled' }, 'untitled', 'job.title is required'],
    ['an unknown contract', { id: 'x', title: 'T', contractType: 'cdi' }, 'x', '(did you mean "CDI"?)'],
    ['a minimum over the maximum', { id: 'x', title: 'T', minSalary: 2, maxSalary: 1 }, 'x', 'job.minSalary (2)'],
    ['too many extra fields', { id: 'x', title: 'T', big: 'x'.repeat(65_536) }, 'x', 'bytes of extra fields'],
  ])('%s fails and harms no other item', async (_what, item, id, words) => {
    const [before, after] = [newId(), newId()]
    const answer = await upsert({ id: before, title: 'T' }, item, { id: after, title: 'T' })
    expect(answer.status).toBe(200)
    const [, failed] = answer.body.results
    expect(answer.body.results).toMatchObject([{ status: 'created' }, { status: 'failed' }, { status: 'created' }])
    expect(failed).toMatchObject({ id, jobId: null, jobUrl: null, error: { code: 'invalid_request' } })
    expect(failed.error.message).toContain(words)
  })

  it('an internal failure of one item is logged, shows no details and affects no other item', async () => {
    const [there, fresh] = [newId(), newId()]
    await upsert({ id: there, title: 'Before' })
    await whileFailing(server.deps.jobs, 'insert', async () => {
      const answer = await upsert({ id: fresh, title: 'T' }, { id: there, title: 'After' })
      expect(answer.body.results).toMatchObject([
        { id: fresh, status: 'failed', error: { code: 'internal', message: 'Internal server error' } },
        { id: there, status: 'updated', error: null },
      ])
      expect(JSON.stringify(answer.body)).not.toContain(SECRET)
      expect(read()).toMatchObject([{ msg: 'one job of a batch failed', err: { message: SECRET } }])
    })
  })
})

describe('no right', () => {
  it('the id of another company’s job creates a job in the caller’s company', async () => {
    const [id, another] = [newId(), await server.company()]
    await another.call('POST', '/job', { job: { id, title: 'Theirs' } })
    expect((await upsert({ id, title: 'Ours' })).body.results).toMatchObject([{ status: 'created' }])
    expect((await another.call('GET', `/job/${id}`)).body.job.title).toBe('Theirs')
  })
})

describe('racing', () => {
  it('if two calls with the same new ids race, each job is created once, and no field is lost', async () => {
    const both = Array.from({ length: 5 }, newId)
    const answers = await Promise.all(
      ['left', 'right'].map((side) => upsert(...both.map((id) => ({ id, title: 'T', [side]: true })))),
    )
    for (const [index, id] of both.entries()) {
      const statuses = answers.map(({ body }) => body.results[index].status)
      expect(statuses.sort()).toStrictEqual(['created', 'updated'])
      expect(await stored(id)).toMatchObject({ left: true, right: true })
    }
  })
})
