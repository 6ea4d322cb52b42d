import { describe, expect, it } from 'vitest'
import { type Act, collect, cut, failure, json, stall, useBoard } from '../test/board.ts'
import type { JobUpsert } from '../upsert-many.ts'

const board = useBoard()

const upserted: Act = (res, request) => {
  const results = request.body.jobs.map(({ id }: JobUpsert) => ({
    id,
    status: 'created',
    jobId: 1,
    jobUrl: 'u',
    error: null,
  }))
  json(200, { results, error: null })(res, request)
}
const linked: Act = (res, request) => {
  const results = request.body.links.map((link: object) => ({ ...link, status: 'linked' }))
  json(200, { results, error: null })(res, request)
}
const jobsOf = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index): JobUpsert => ({ id: `A-${index}`, title: 'Comptable', ...more }))
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('update', () => {
  it.each([
    [201, true],
    [200, false],
  ])('of status %i says created: %s', async (status, created) => {
    board.acts = [json(status, { jobId: 42, jobUrl: 'u', error: null })]
    expect(await board.client().jobs.update('A-1', { benefits: null })).toEqual({ jobId: 42, jobUrl: 'u', created })
    expect(board.seen[0]).toMatchObject({ method: 'PUT', url: '/api/job/A-1', body: { job: { benefits: null } } })
  })
})

describe('list', () => {
  it('is a page when awaited, and every job of every page when iterated', async () => {
    board.otherwise = (res, request) => {
      const page = Number(new URL(request.url, 'http://b').searchParams.get('page') ?? 1)
      const jobs = range(page === 3 ? 1 : 2).map((at) => ({ jobId: (page - 1) * 2 + at }))
      json(200, { jobs, total: 5, error: null })(res, request)
    }
    const { jobs } = board.client()
    const query = { status: 'PUBLISHED', pageSize: 2 } as const
    const page = await jobs.list(query)
    expect([page.jobs.length, page.total]).toEqual([2, 5])
    expect((await page.nextPage())?.jobs.map(({ jobId }) => jobId)).toEqual([2, 3])
    board.seen = []
    const all = await collect(jobs.list(query))
    expect(all.map(({ jobId }) => jobId)).toEqual([0, 1, 2, 3, 4])
    expect(board.seen.map(({ url }) => url)).toEqual([
      '/api/jobs?status=PUBLISHED&pageSize=2',
      '/api/jobs?status=PUBLISHED&pageSize=2&page=2',
      '/api/jobs?status=PUBLISHED&pageSize=2&page=3',
    ])
  })
})

describe('link', () => {
  it('sends any number of links in order, 1,000 at a time, and gives one result for each', async () => {
    board.otherwise = linked
    const links = range(2_300).map((index) => ({ platformJobId: index, externalJobId: `A-${index}` }))
    const { results } = await board.client().jobs.link(links)
    expect(results.map(({ platformJobId }) => platformJobId)).toEqual(range(2_300))
    expect(board.seen.map(({ body }) => body.links.length)).toEqual([1000, 1000, 300])
  })

  it('keeps each body under what the board accepts, for the longest of ids too', async () => {
    board.otherwise = linked
    const links = range(1_000).map((index) => ({ platformJobId: index, externalJobId: '🎷'.repeat(255) }))
    const { results } = await board.client().jobs.link(links)
    expect(results).toHaveLength(1_000)
    for (const { headers } of board.seen) expect(Number(headers['content-length'])).toBeLessThan(2 ** 20)
  })

  it('of nothing asks the board, as for anything else', async () => {
    board.otherwise = linked
    expect(await board.client().jobs.link([])).toEqual({ results: [] })
  })
})

describe('upsertMany gives one result per item', () => {
  it('of a list or a stream, 100 to a request', async () => {
    board.otherwise = upserted
    async function* stream() {
      yield* jobsOf(250)
    }
    for (const input of [jobsOf(250), stream()]) {
      board.seen = []
      const results = await collect(board.client().jobs.upsertMany(input))
      expect(sorted(results.map(({ index }) => index))).toEqual(range(250))
      for (const { index, id } of results) expect(id).toBe(`A-${index}`)
      expect(sorted(board.seen.map(({ body }) => body.jobs.length))).toEqual([50, 100, 100])
    }
    expect(await collect(board.client().jobs.upsertMany([]))).toEqual([])
  })

  it('with no more requests at once than told', async () => {
    let running = 0
    let most = 0
    board.otherwise = (res, request) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        upserted(res, request)
      }, 5)
    }
    const results = await collect(board.client().jobs.upsertMany(jobsOf(1_000), { concurrency: 3 }))
    expect([results.length, most]).toEqual([1_000, 3])
  })

  it('as soon as it is known, while the input still waits', async () => {
    board.otherwise = upserted
    let resume = () => {}
    const resumed = new Promise<void>((resolve) => {
      resume = resolve
    })
    async function* stream() {
      yield* jobsOf(101)
      await resumed
    }
    const results = board.client().jobs.upsertMany(stream())
    for (const _ of range(100)) expect((await results.next()).value?.status).toBe('created')
    resume()
    expect((await results.next()).value?.index).toBe(100)
    expect((await results.next()).done).toBe(true)
  })

  it('keeping each body under what the board accepts', async () => {
    board.otherwise = upserted
    const results = await collect(board.client().jobs.upsertMany(jobsOf(60, { description: 'é'.repeat(45_000) })))
    expect(results).toHaveLength(60)
    for (const { headers } of board.seen) expect(Number(headers['content-length'])).toBeLessThan(2 ** 20)
  })

  it('where one item makes a whole request too large or wrong: that one failed, and no other', async () => {
    for (const status of [413, 400]) {
      board.otherwise = (res, request) => {
        const hasBad = request.body.jobs.some(({ bad }: JobUpsert) => bad)
        const act = hasBad ? failure(status) : upserted
        act(res, request)
      }
      const jobs = jobsOf(120).map((job, index) => (index === 37 ? { ...job, bad: true } : job))
      const results = await collect(board.client().jobs.upsertMany(jobs))
      expect(sorted(results.map(({ index }) => index))).toEqual(range(120))
      expect(results.filter((result) => result.status === 'failed')).toEqual([
        {
          index: 37,
          id: 'A-37',
          status: 'failed',
          jobId: null,
          jobUrl: null,
          error: { message: `Refused ${status}`, code: `code_${status}`, requestId: 'r-1' },
        },
      ])
    }
  })

  it('where a request is lost for good, or an item is no JSON: the others are done', async () => {
    board.otherwise = (res, request) => {
      const act = request.body.jobs[0].id === 'A-100' ? cut : upserted
      act(res, request)
    }
    const jobs: JobUpsert[] = jobsOf(300)
    jobs[5] = { id: 'A-5', salary: 1n }
    const results = await collect(board.client().jobs.upsertMany(jobs, { concurrency: 1 }))
    const failed = results.filter(({ status }) => status === 'failed')
    expect(sorted(results.map(({ index }) => index))).toEqual(range(300))
    // The sixth item never left, so the first request took one more.
    expect(failed.length).toBe(1)
    board.otherwise = cut
    const lost = await collect(board.client().jobs.upsertMany(jobsOf(150)))
    expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(
      range(150).map(() => ['failed', 'ConnectionError']),
    )
  })

  it('with two items of one id in their order, however far apart', async () => {
    const stored = new Map<string, unknown>()
    board.otherwise = (res, request) => {
      // The earlier request takes longer, so that it would end last.
      const delayMs = request.body.jobs[0].version === 1 ? 30 : 0
      setTimeout(() => {
        for (const { id, version } of request.body.jobs) stored.set(id, version)
        upserted(res, request)
      }, delayMs)
    }
    const feed = [...jobsOf(100, { version: 1 }), ...jobsOf(100, { version: 2 })]
    await collect(board.client().jobs.upsertMany(feed))
    expect(new Set(stored.values())).toEqual(new Set([2]))
  })

  it('before it throws what the input threw', async () => {
    board.otherwise = upserted
    async function* stream() {
      yield* jobsOf(101)
      throw new Error('the feed broke')
    }
    const results: number[] = []
    const all = async () => {
      for await (const { index } of board.client().jobs.upsertMany(stream())) results.push(index)
    }
    await expect(all()).rejects.toThrow('the feed broke')
    expect(results).toEqual(range(100))
  })

  it('until it is aborted, or the loop is left: then nothing more is sent', async () => {
    const stop = new AbortController()
    board.otherwise = stall
    const { jobs } = board.client()
    const waiting = jobs.upsertMany(jobsOf(5_000), { signal: stop.signal, concurrency: 2 }).next()
    board.otherwise = (res, request) => {
      stall(res, request)
      if (board.seen.length === 2) stop.abort()
    }
    await expect(waiting).rejects.toMatchObject({ name: 'AbortedError' })
    expect(board.seen).toHaveLength(2)

    board.otherwise = upserted
    board.seen = []
    for await (const _ of jobs.upsertMany(jobsOf(5_000), { concurrency: 1 })) break
    expect(board.seen.length).toBeLessThanOrEqual(2)
  })
})
