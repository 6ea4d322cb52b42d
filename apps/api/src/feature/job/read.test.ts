import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCompany, useServer } from '../../test/harness.ts'

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

describe('getJob works', () => {
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
        ...{ id: 'dated', title: 'T', city: 'Rabat', ours: [1] },
        ...{ country: 'Maroc', displaySalary: false, status: 'PUBLISHED' },
        ...{ jobId, jobUrl, createdAt, updatedAt, publishedAt: createdAt, changedBy: 'api' },
      },
      error: null,
    })
  })
})

describe('getJob not there', () => {
  it('an unknown id is 404, and the message names it and the company', async () => {
    const answer = await company.call('GET', '/job/unknown')
    expect(answer).toMatchObject({ status: 404, body: { job: null, error: { code: 'job_not_found' } } })
    expect(answer.body.error.message).toBe(
      `External id unknown is not associated with any job within company ${company.id}`,
    )
  })

  it('a job that has no external id is not found by its job id', async () => {
    expect((await company.call('GET', `/job/${all[6]}`)).status).toBe(404)
  })
})

describe('listJobs works', () => {
  it('all jobs come in the order of their job ids, and each looks as in getJob', async () => {
    const answer = await list()
    expect(answer).toMatchObject({ status: 200, body: { total: all.length, error: null } })
    expect(readIds(answer)).toStrictEqual(all)
    expect(answer.body.jobs[3]).toStrictEqual((await company.call('GET', '/job/job-3')).body.job)
    const onBoard = { id: null, title: 'On the board', status: 'PUBLISHED', changedBy: 'back_office' }
    expect(answer.body.jobs[6]).toMatchObject(onBoard)
  })

  it('a list can be limited to one status', async () => {
    const unpublished = await list('?status=UNPUBLISHED')
    expect(unpublished.body.total).toBe(3)
    expect(readIds(unpublished)).toStrictEqual(drafts)
    expect(readIds(await list('?status=PUBLISHED'))).toStrictEqual(all.filter((id) => !drafts.includes(id)))
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
    for (const wrong of ['-1', '1.5', 'x']) expect((await list(`?afterJobId=${wrong}`)).status).toBe(400)
  })

  it('the pages together are the whole list, whatever their size', async () => {
    for (const pageSize of [1, 3, 4, 100]) {
      const pages = []
      for (let page = 1; pages.length < all.length; page++) {
        const answer = await list(`?page=${page}&pageSize=${pageSize}`)
        expect(answer.body.total).toBe(all.length)
        expect(answer.body.jobs.length).toBe(Math.min(pageSize, all.length - pages.length))
        pages.push(...readIds(answer))
      }
      expect(pages).toStrictEqual(all)
    }
  })

  it('a page has 50 jobs by default', async () => {
    const another = await server.company()
    const ids = Array.from({ length: 51 }, (_, n) => `many-${n}`)
    await another.call('PUT', '/jobs', { jobs: ids.map((id) => ({ id, title: id })) })
    const [first, second] = [(await list('', another)).body, (await list('?page=2', another)).body]
    expect([first.jobs.length, first.total, second.jobs.length, second.total]).toStrictEqual([50, 51, 1, 51])
  })

  it('pages and a status can be combined', async () => {
    const answer = await list('?status=UNPUBLISHED&page=2&pageSize=2')
    expect(answer.body.total).toBe(3)
    expect(readIds(answer)).toStrictEqual(drafts.slice(2))
  })

  it('a page past the end is empty and has the total', async () => {
    for (const page of [3, Number.MAX_SAFE_INTEGER]) {
      expect((await list(`?page=${page}&pageSize=5`)).body).toStrictEqual({ jobs: [], total: all.length, error: null })
    }
  })
})

describe('listJobs bad input', () => {
  it.each([
    ['page=0', 'page must be a whole number from 1, not 0'],
    ['page=-1', 'page must be a whole number from 1, not -1'],
    ['page=1.5', 'page must be a whole number from 1, not "1.5"'],
    ['page=', 'page must be a whole number from 1, not ""'],
    ['page=two', 'page must be a whole number from 1, not "two"'],
    ['page=1e1', 'page must be a whole number from 1'],
    ['page=0x1', 'page must be a whole number from 1'],
    ['page=Infinity', 'page must be a whole number from 1'],
    ['page=9007199254740992', 'page must be a whole number from 1'],
    ['page=99999999999999999', 'page must be a whole number from 1'],
    ['pageSize=0', 'pageSize must be a whole number from 1 to 100, not 0'],
    ['pageSize=101', 'pageSize must be a whole number from 1 to 100, not 101'],
    ['pageSize=%2050', 'pageSize must be a whole number from 1 to 100'],
    ['status=published', 'status must be one of PUBLISHED, UNPUBLISHED, not "published" (did you mean "PUBLISHED"?)'],
    ['status=', 'status must be one of PUBLISHED, UNPUBLISHED'],
    ['page=1&page=2', 'page must be given once'],
  ])('%s is refused, never bent into range', async (query, words) => {
    const answer = await list(`?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { jobs: null, error: { code: 'invalid_request' } } })
    expect(answer.body.error.message).toContain(words)
  })
})

describe('no right', () => {
  it('a company sees its own jobs and no other', async () => {
    const another = await server.company()
    await another.call('POST', '/job', { job: { id: 'theirs', title: 'Theirs' } })
    expect((await list('', another)).body).toMatchObject({ jobs: [{ id: 'theirs' }], total: 1 })
    expect(readIds(await list())).toStrictEqual(all)
    expect((await another.call('GET', '/job/job-1')).status).toBe(404)
  })
})
