import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'

const clock = { ms: Date.parse('2026-03-01T08:00:00Z') }
const server = useServer({ now: () => clock.ms })
let company: TestCompany
let drafts: number[]
let all: number[]

/** Seven jobs: those with an even number are unpublished, and the last one has no external id. */
beforeAll(async () => {
  company = await server.company()
  const jobIds = []
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const status = n % 2 === 0 ? 'UNPUBLISHED' : 'PUBLISHED'
    const { body } = await company.call('POST', '/job', { job: { id: `job-${n}`, title: `Job ${n}`, status, n } })
    jobIds.push(body.jobId)
  }
  all = [...jobIds, (await company.boardJob()).jobId]
  drafts = jobIds.filter((_, n) => n % 2 === 0)
})

const list = (query = '', by = company) => by.call('GET', `/jobs${query}`)
const readIds = ({ body }: { body: { jobs: { jobId: number }[] } }) => body.jobs.map(({ jobId }) => jobId)

it('a job is shown with the board’s own members, and with the times of its creation and last change', async () => {
  const another = await server.company()
  await another.call('POST', '/job', { job: { id: 'dated', title: 'T', city: 'Fès', ours: [1] } })
  const createdAt = new Date(clock.ms).toISOString()
  clock.ms += 5000
  const { jobId, jobUrl } = (await another.call('PUT', '/job/dated', { job: { city: 'Rabat' } })).body
  const updatedAt = new Date(clock.ms).toISOString()
  const answer = await another.call('GET', '/job/dated')
  expect(answer.status).toBe(200)
  expect(answer.body).toStrictEqual({
    job: {
      id: 'dated',
      title: 'T',
      city: 'Rabat',
      ours: [1],
      country: 'Maroc',
      displaySalary: false,
      status: 'PUBLISHED',
      closed: false,
      suspended: false,
      jobId,
      jobUrl,
      createdAt,
      updatedAt,
      publishedAt: createdAt,
      changedBy: 'api',
    },
    error: null,
  })
})

it('the pages of a list, also of one status, are together the whole list, and a page past the end is empty', async () => {
  for (const [query, ids] of [
    ['', all],
    ['&status=UNPUBLISHED', drafts],
    ['&status=PUBLISHED', all.filter((id) => !drafts.includes(id))],
  ] as const) {
    const pages = []
    for (let page = 1; page <= 4; page++) {
      const answer = await list(`?page=${page}&pageSize=2${query}`)
      expect(answer.body.total).toBe(ids.length)
      expect(readIds(answer)).toStrictEqual(ids.slice(page * 2 - 2, page * 2))
      pages.push(...readIds(answer))
    }
    expect(pages).toStrictEqual(ids)
  }
  const past = await list(`?page=${Number.MAX_SAFE_INTEGER}`)
  expect(past.body).toStrictEqual({ jobs: [], total: all.length, error: null })
})

it('a reader that continues after the last job seen misses nothing while jobs change their status', async () => {
  const another = await server.company()
  const ids = ['a', 'b', 'c', 'd', 'e']
  await another.call('PUT', '/jobs', { jobs: ids.map((id) => ({ id, title: id })) })
  const seen: string[] = []
  for (let after = 0; ; ) {
    const { jobs, total } = (await list(`?status=PUBLISHED&pageSize=2&afterJobId=${after}`, another)).body
    expect(total).toBe(ids.length - seen.length)
    if (total === 0) break
    for (const { id, jobId } of jobs) {
      seen.push(id)
      after = jobId
      await another.call('DELETE', `/job/${id}`)
    }
  }
  expect(seen.sort()).toStrictEqual(ids)
})

it('a list that begins counts every job, its pages go on with this total, and no total contradicts the rows', async () => {
  const another = await server.company()
  const create = async (...ids: string[]) =>
    another.call('PUT', '/jobs', { jobs: ids.map((id) => ({ id, title: id })) })
  const read = async (query: string) => {
    const { jobs, total } = (await list(`?pageSize=2&${query}`, another)).body
    return { total, ids: jobs.map(({ id }: { id: string }) => id).join(), last: jobs.at(-1).jobId }
  }
  await create('a', 'b', 'c', 'd', 'e')
  const first = await read('')
  expect(first).toMatchObject({ total: 5, ids: 'a,b' })
  await create('f')
  const second = await read(`afterJobId=${first.last}`)
  expect(second).toMatchObject({ total: 3, ids: 'c,d' })
  expect(await read('page=2')).toMatchObject({ total: 5, ids: 'c,d' })
  // By the first count, only one job is left for this page.
  expect(await read(`afterJobId=${second.last}`)).toMatchObject({ total: 2, ids: 'e,f' })
  expect(await read('page=3')).toMatchObject({ total: 6, ids: 'e,f' })
  // A page that is asked for again is counted again, and so is a list.
  expect(await read(`afterJobId=${first.last}`)).toMatchObject({ total: 4, ids: 'c,d' })
  expect(await read('')).toMatchObject({ total: 6, ids: 'a,b' })
})

it('a list with fields has these members of each job and its ids, with the values of the whole job', async () => {
  const another = await server.company()
  const job = { id: 'a', title: 'T', description: '<p>D</p>', city: ['Fès'], minSalary: 5, ours: [1] }
  await another.call('PUT', '/jobs', { jobs: [job, { id: 'b', title: 'U' }] })
  const whole = (await list('', another)).body.jobs
  expect(whole[0]).toMatchObject(job)
  const members = Object.keys({ ...whole[0], ...whole[1] }).filter((name) => name !== 'ours')
  for (const names of [['title'], ['city', 'jobUrl', 'country'], ['id', 'minSalary', 'minSalary'], members]) {
    const { jobs, total } = (await list(`?fields=${names}`, another)).body
    const pick = (job: Record<string, unknown>) =>
      Object.fromEntries(
        [...new Set(['id', 'jobId', ...names])].filter((name) => name in job).map((name) => [name, job[name]]),
      )
    expect({ jobs, total }).toStrictEqual({ jobs: whole.map(pick), total: 2 })
  }
  const { body } = await another.call('GET', '/jobs?fields=title&pageSize=1')
  expect(body).toMatchObject({ jobs: [{ title: 'T' }], total: 2 })
})

it('a job says that it is closed from its closing date on, and that the operator has suspended it or its company', async () => {
  const another = await server.company()
  const boardwalk = { closesAt: new Date(clock.ms + 1000).toISOString() }
  const jobs = [
    { id: 'a', title: 'T', boardwalk },
    { id: 'b', title: 'U' },
  ]
  const [closing] = (await another.call('PUT', '/jobs', { jobs })).body.results
  const read = async () => {
    const { jobs } = (await list('?fields=status,closed,suspended', another)).body
    const whole = (await list('', another)).body.jobs
    expect(whole).toMatchObject(jobs)
    expect((await another.call('GET', '/job/a')).body.job).toEqual(whole[0])
    return jobs.map(({ status, closed, suspended }: Record<string, unknown>) => [status, closed, suspended])
  }
  const open = ['PUBLISHED', false, false]
  expect(await read()).toEqual([open, open])
  clock.ms += 1000
  expect(await read()).toEqual([['PUBLISHED', true, false], open])
  const rows = server.connection.db.collection<{ _id: number }>('jobs')
  await rows.updateOne({ _id: closing.jobId }, { $set: { suspendedAt: new Date(clock.ms) }, $inc: { revision: 1 } })
  expect(await read()).toEqual([['PUBLISHED', true, true], open])
  await server.deps.companies.setSuspension(another.id, new Date(clock.ms))
  expect(await read()).toEqual([
    ['PUBLISHED', true, true],
    ['PUBLISHED', false, true],
  ])
})

it('a number or a status that is wrong, or given twice, is refused, never bent into range', {
  tags: ['twice'],
}, async () => {
  for (const [query, words] of [
    ['page=0', 'page must be a whole number from 1, not 0'],
    ['page=', 'page must be a whole number from 1, not ""'],
    ['page=1e1', 'page must be a whole number from 1'],
    ['page=9007199254740992', 'page must be a whole number from 1'],
    ['pageSize=101', 'pageSize must be a whole number from 1 to 100, not 101'],
    ['pageSize=%2050', 'pageSize must be a whole number from 1 to 100'],
    ['afterJobId=-1', 'afterJobId'],
    ['status=published', 'status must be one of PUBLISHED, UNPUBLISHED, not "published" (did you mean "PUBLISHED"?)'],
    ['page=1&page=2', 'page must be given once'],
    ['fields=id,titel', 'fields.1 must be one of id, title, description,'],
    ['fields=Title', 'changedBy, not "Title" (did you mean "title"?)'],
    ['fields=', 'fields.0 must be one of'],
    ['fields=ours', 'not "ours"'],
  ] as const) {
    const answer = await list(`?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { jobs: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(words)
  }
})
