import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { AuthenticationError, BoardwalkError, PermissionDeniedError } from '../error.ts'
import { limits } from '../generated/contract.ts'
import { type Act, collect, cut, failure, html, json, stall, useBoard } from '../test/board.ts'
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

describe('list over many pages', () => {
  const page = (from: number, count: number, total: number) =>
    json(200, { jobs: range(count).map((at) => ({ jobId: from + at })), total, error: null })

  it('gives every job where no page size is asked for, and the board’s own is taken', async () => {
    board.acts = [page(0, 50, 120), page(50, 50, 120), page(100, 20, 120)]
    const all = await collect(board.client().jobs.list())
    expect(all.map(({ jobId }) => jobId)).toEqual(range(120))
  })

  it('ends with a page that has become empty, whatever total says', async () => {
    board.acts = [page(0, 2, 5), page(2, 0, 5)]
    expect(await collect(board.client().jobs.list({ pageSize: 2 }))).toHaveLength(2)
    expect(board.seen).toHaveLength(2)
  })

  it('asks for each page with the options of the call', async () => {
    board.acts = [page(0, 2, 4), page(2, 2, 4)]
    await collect(board.client().jobs.list({ pageSize: 2 }, { headers: { 'x-a': '1' } }))
    expect(board.seen.map(({ headers }) => headers['x-a'])).toEqual(['1', '1'])
  })
})

describe('link', () => {
  it('sends each of its requests with the options of the call', async () => {
    board.otherwise = linked
    const links = range(limits.links + 1).map((index) => ({ platformJobId: index, externalJobId: `A-${index}` }))
    await board.client().jobs.link(links, { headers: { 'x-a': '1' } })
    expect(board.seen.map(({ headers }) => headers['x-a'])).toEqual(['1', '1'])
  })

  it('sends any number of links in order, as many at a time as the board takes, and gives one result for each', async () => {
    board.otherwise = linked
    const count = 2 * limits.links + 300
    const links = range(count).map((index) => ({ platformJobId: index, externalJobId: `A-${index}` }))
    const { results } = await board.client().jobs.link(links)
    expect(results.map(({ platformJobId }) => platformJobId)).toEqual(range(count))
    expect(board.seen.map(({ body }) => body.links.length)).toEqual([limits.links, limits.links, 300])
  })

  it('keeps each body under what the board accepts, for the longest of ids too', async () => {
    board.otherwise = linked
    const links = range(1_000).map((index) => ({ platformJobId: index, externalJobId: '🎷'.repeat(255) }))
    const { results } = await board.client().jobs.link(links)
    expect(results).toHaveLength(1_000)
    for (const { headers } of board.seen) expect(Number(headers['content-length'])).toBeLessThan(2 ** 20)
  })

  it('rejects, and does not throw, what no body can hold', async () => {
    // The types let no such id through; a caller without them finds out here.
    const link = { platformJobId: 1n as unknown as number, externalJobId: 'A-1' }
    await expect(board.client().jobs.link([link])).rejects.toThrow(BoardwalkError)
    expect(board.seen).toEqual([])
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

  it('keeping nothing of the items that are done, however many come', async () => {
    board.otherwise = upserted
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const early: WeakRef<JobUpsert>[] = []
    function* stream() {
      for (let index = 0; index < 3_000; index++) {
        const job = { id: `A-${index}`, title: 'Comptable' }
        if (index < 100) early.push(new WeakRef(job))
        yield job
      }
    }
    let kept = Number.NaN
    for await (const { index } of board.client().jobs.upsertMany(stream())) {
      if (index !== 2_500) continue
      await new Promise((resolve) => setImmediate(resolve))
      collectGarbage()
      kept = early.filter((ref) => ref.deref() !== undefined).length
    }
    expect(kept).toBe(0)
  })

  it('with as many requests at once as told, and no more', async () => {
    const waiting: (() => void)[] = []
    let most = 0
    board.otherwise = (res, request) => {
      waiting.push(() => upserted(res, request))
      most = Math.max(most, waiting.length)
      // None is answered before three are there, and one too many has time to show up.
      if (waiting.length === 3 || board.seen.length === 10)
        setTimeout(() => {
          for (const answer of waiting.splice(0)) answer()
        }, 20)
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

  it('where one request is lost for good: its own items failed, and no other', async () => {
    board.otherwise = (res, request) => {
      const act = request.body.jobs[0].id === 'A-100' ? cut : upserted
      act(res, request)
    }
    const results = await collect(board.client().jobs.upsertMany(jobsOf(300)))
    const inOrder = results.toSorted((a, b) => a.index - b.index)
    expect(inOrder.map(({ index, id }) => [index, id])).toEqual(range(300).map((index) => [index, `A-${index}`]))
    expect(inOrder.map(({ status, error }) => error?.code ?? status)).toEqual(
      range(300).map((index) => (index >= 100 && index < 200 ? 'ConnectionError' : 'created')),
    )
    // The lost one was sent again, twice; the others once.
    expect(board.seen).toHaveLength(2 + 3)
  })

  it('where an item is no JSON: that one failed, says why, and no other', async () => {
    board.otherwise = upserted
    const jobs: JobUpsert[] = jobsOf(250)
    jobs[5] = { id: 'A-5', salary: 1n }
    const results = await collect(board.client().jobs.upsertMany(jobs))
    expect(sorted(results.map(({ index }) => index))).toEqual(range(250))
    expect(results.filter(({ status }) => status === 'failed')).toMatchObject([
      {
        index: 5,
        id: 'A-5',
        error: { code: 'BoardwalkError', message: expect.stringMatching(/cannot be sent as JSON: .*BigInt/) },
      },
    ])
  })

  it.each([
    [401, 'api_key_missing', AuthenticationError],
    [403, 'api_key_invalid', PermissionDeniedError],
    [403, 'scope_missing', PermissionDeniedError],
  ])('until the key is refused (%i %s): that is thrown, after what is done', async (status, code, Class) => {
    const refused = json(status, { results: null, error: { message: 'Refused', code } })
    board.otherwise = (res, request) => {
      const act = request.body.jobs[0].id === 'A-0' ? upserted : refused
      act(res, request)
    }
    const done: number[] = []
    const all = async () => {
      for await (const { index } of board.client().jobs.upsertMany(jobsOf(5_000), { concurrency: 2 })) done.push(index)
    }
    const thrown = await all().catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Class)
    expect(done).toEqual(range(100))
    expect(board.seen.length).toBeLessThanOrEqual(4)
  })

  it('where the board gives fewer results than items: the others failed', async () => {
    board.acts = [json(200, { results: [], error: null })]
    expect(await collect(board.client().jobs.upsertMany(jobsOf(1)))).toMatchObject([
      { index: 0, id: 'A-0', status: 'failed', error: { message: 'The board gave no result' } },
    ])
  })

  it('without a change on the board where it is a dry run, and with the options of the call', async () => {
    board.otherwise = upserted
    const { jobs } = board.client()
    await collect(jobs.upsertMany(jobsOf(101), { dryRun: true, headers: { 'x-a': '1' } }))
    expect(board.seen.map(({ body, headers }) => [body.dryRun, headers['x-a']])).toEqual([
      [true, '1'],
      [true, '1'],
    ])
  })

  it('of which a proxy that forbids one body makes its items failed, and no other', async () => {
    board.otherwise = (res, request) => {
      const act = request.body.jobs[0].id === 'A-100' ? html(403, 'Blocked') : upserted
      act(res, request)
    }
    const results = await collect(board.client().jobs.upsertMany(jobsOf(300)))
    const failed = results.filter(({ status }) => status === 'failed')
    expect([failed.length, failed[0]?.error?.code, results.length]).toEqual([100, 'http_403', 300])
  })

  it('and leaves nothing on its signal, which may live as long as the process', async () => {
    board.otherwise = upserted
    const { signal } = new AbortController()
    await collect(board.client().jobs.upsertMany(jobsOf(101), { signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
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
    const before = collect(jobs.upsertMany(jobsOf(1), { signal: AbortSignal.abort() }))
    await expect(before).rejects.toMatchObject({ name: 'AbortedError' })
    expect(board.seen).toEqual([])

    for await (const _ of jobs.upsertMany(jobsOf(5_000), { concurrency: 1 })) break
    expect(board.seen.length).toBeLessThanOrEqual(2)
  })
})
