import { describe, expect, it } from 'vitest'
import { AuthenticationError, PermissionDeniedError, PreconditionFailedError } from '../error.ts'
import { limits } from '../generated/contract.ts'
import type { JobUpsert } from '../operation.ts'
import { type Answer, collect, cut, failure, html, json, stall, useBoard } from '../test/board.ts'
import type { JobUpsertManyResult } from './jobs.ts'

const board = useBoard()

/** Answers a batch of upserts as if each job were new. */
const upserted: Answer = (res, request) => {
  const results = request.body.jobs.map(({ id }: JobUpsert) => ({
    id,
    status: 'created',
    jobId: 1,
    jobUrl: 'u',
    error: null,
  }))
  json(200, { results, error: null })(res, request)
}
/** Answers a batch of links as if each link were set. */
const linked: Answer = (res, request) => {
  const results = request.body.links.map((link: object) => ({ ...link, status: 'linked' }))
  json(200, { results, error: null })(res, request)
}
const buildJobs = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index): JobUpsert => ({ id: `A-${index}`, title: 'Comptable', ...more }))
const sort = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
/** An item that comes with the second batch. */
const secondBatchId = `A-${limits.jobs}`
/** A number of jobs that fills two batches and half of a third. */
const twoAndAHalfBatches = 2.5 * limits.jobs
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('update', () => {
  it('says whether it created the job, and with create false only updates', async () => {
    const { jobs } = board.client()
    for (const [status, create, ifMatch] of [
      [201, undefined, undefined],
      [200, true, undefined],
      [200, false, '*'],
    ] as const) {
      board.requests = []
      board.nextAnswers = [json(status, { jobId: 42, jobUrl: 'u', error: null })]
      const updated = await jobs.update('A-1', { benefits: null }, { create, headers: { 'x-a': '1' } })
      expect(updated).toEqual({ jobId: 42, jobUrl: 'u', created: status === 201 })
      const sent = { method: 'PUT', url: '/api/job/A-1', body: { job: { benefits: null } } }
      expect(board.requests[0]).toMatchObject({ ...sent, headers: { 'x-a': '1' } })
      expect(board.requests[0]?.headers['if-match']).toBe(ifMatch)
    }
    board.nextAnswers = [failure(412)]
    await expect(jobs.update('A-1', {}, { create: false })).rejects.toThrow(PreconditionFailedError)
  })
})

describe('list', () => {
  it('of changes says from when to go on', async () => {
    const headers = { 'x-changed-through': '2026-03-02T09:28:00.123Z' }
    const empty = { jobs: [], total: 0, error: null }
    board.nextAnswers = [json(200, empty, headers), json(200, empty)]
    const { jobs } = board.client()
    const page = await jobs.list({ changedSince: '2026-03-02' })
    expect(page.changedThrough).toBe('2026-03-02T09:28:00.123Z')
    expect(board.requests[0]?.url).toBe('/api/jobs?changedSince=2026-03-02')
    expect((await jobs.list({ changedSince: new Date('2026-03-02') })).changedThrough).toBeUndefined()
    expect(board.requests[1]?.url).toBe(`/api/jobs?changedSince=${encodeURIComponent('2026-03-02T00:00:00.000Z')}`)
  })

  it('gives one page when awaited, and every job of every page when iterated', async () => {
    const all = [10, 11, 12, 13, 14]
    board.defaultAnswer = (res, request) => {
      const after = Number(new URL(request.url, 'http://b').searchParams.get('afterJobId') ?? 0)
      const left = all.filter((jobId) => jobId > after).map((jobId) => ({ jobId }))
      json(200, { jobs: left.slice(0, 2), total: left.length, error: null })(res, request)
    }
    const { jobs } = board.client()
    const query = { status: 'PUBLISHED', pageSize: 2 } as const
    const page = await jobs.list(query)
    expect([page.jobs.length, page.total]).toEqual([2, 5])
    const second = await page.nextPage()
    expect(second?.jobs.map(({ jobId }) => jobId)).toEqual([12, 13])
    const third = await second?.nextPage()
    expect([second?.total, third?.total, third?.nextPage()]).toEqual([5, 5, undefined])
    board.requests = []
    expect((await collect(jobs.list(query))).map(({ jobId }) => jobId)).toEqual(all)
    expect(board.requests.map(({ url }) => url)).toEqual([
      '/api/jobs?status=PUBLISHED&pageSize=2',
      '/api/jobs?status=PUBLISHED&pageSize=2&afterJobId=11',
      '/api/jobs?status=PUBLISHED&pageSize=2&afterJobId=13',
    ])
  })

  it('asks each page for the members that the query names', async () => {
    board.nextAnswers = [1, 2].map((jobId) =>
      json(200, { jobs: [{ id: null, jobId, title: 'T' }], total: 3 - jobId, error: null }),
    )
    const all = await collect(board.client().jobs.list({ fields: ['title', 'status'], pageSize: 1 }))
    expect(all.map(({ jobId, title }) => [jobId, title])).toEqual([
      [1, 'T'],
      [2, 'T'],
    ])
    const first = '/api/jobs?fields=title%2Cstatus&pageSize=1'
    expect(board.requests.map(({ url }) => url)).toEqual([first, `${first}&afterJobId=1`])
  })

  it('has every job of many pages if the call has no page size and the board uses its default', async () => {
    const size = limits.pageSizeDefault
    const page = (from: number, count: number, total: number) =>
      json(200, { jobs: range(count).map((at) => ({ jobId: from + at })), total, error: null })
    board.nextAnswers = [page(0, size, 2 * size + 20), page(size, size, size + 20), page(2 * size, 20, 20)]
    const all = await collect(board.client().jobs.list())
    expect(all.map(({ jobId }) => jobId)).toEqual(range(2 * size + 20))
  })
})

it('link sends any number of links in order, in full batches that the board takes, and gives one result for each', async () => {
  board.defaultAnswer = linked
  const count = 2 * limits.links + 300
  const links = range(count).map((index) => ({ platformJobId: index, externalJobId: `A-${index}` }))
  const { results } = await board.client().jobs.link(links)
  expect(results.map(({ platformJobId }) => platformJobId)).toEqual(range(count))
  expect(board.requests.map(({ body }) => body.links.length)).toEqual([limits.links, limits.links, 300])
  // With the longest ids, a batch has fewer links.
  const long = links.slice(0, limits.links).map((link) => ({ ...link, externalJobId: '🎷'.repeat(255) }))
  expect((await board.client().jobs.link(long)).results).toHaveLength(limits.links)
  for (const { headers } of board.requests) expect(Number(headers['content-length'])).toBeLessThan(limits.bodyBytes)
})

describe('upsertMany gives one result per item', () => {
  it('for a list or a stream, in full batches', async () => {
    board.defaultAnswer = upserted
    async function* stream() {
      yield* buildJobs(twoAndAHalfBatches)
    }
    for (const input of [buildJobs(twoAndAHalfBatches), stream()]) {
      board.requests = []
      const results = await collect(board.client().jobs.upsertMany(input))
      expect(sort(results.map(({ index }) => index))).toEqual(range(twoAndAHalfBatches))
      for (const { index, id } of results) expect(id).toBe(`A-${index}`)
      expect(sort(board.requests.map(({ body }) => body.jobs.length))).toEqual([
        limits.jobs / 2,
        limits.jobs,
        limits.jobs,
      ])
    }
    expect(await collect(board.client().jobs.upsertMany([]))).toEqual([])
  })

  it('with at most `concurrency` requests at once', async () => {
    const waiting: (() => void)[] = []
    let most = 0
    board.defaultAnswer = (res, request) => {
      waiting.push(() => upserted(res, request))
      most = Math.max(most, waiting.length)
      // No request is answered before three have arrived. The pause gives a fourth one time to arrive.
      if (waiting.length === 3 || board.requests.length === 10)
        setTimeout(() => {
          for (const answer of waiting.splice(0)) answer()
        }, 20)
    }
    const results = await collect(board.client().jobs.upsertMany(buildJobs(10 * limits.jobs), { concurrency: 3 }))
    expect([results.length, most]).toEqual([10 * limits.jobs, 3])
  })

  it('and keeps each body under the board’s limit, with dryRun, create and the options of the call in each request', async () => {
    board.defaultAnswer = upserted
    const results = await collect(board.client().jobs.upsertMany(buildJobs(60, { description: 'é'.repeat(45_000) })))
    expect(results).toHaveLength(60)
    expect(board.requests).toHaveLength(6)
    for (const { headers } of board.requests) expect(Number(headers['content-length'])).toBeLessThan(limits.bodyBytes)
    // Two jobs that fill the limit by themselves leave no room for the JSON around them.
    const [{ id = '', title = '' } = {}] = buildJobs(1)
    const description = 'x'.repeat(limits.bodyBytes / 2 - JSON.stringify({ id, title, description: '' }).length - 1)
    const options = { dryRun: true, create: false, headers: { 'x-a': '1' } }
    board.requests = []
    await collect(board.client().jobs.upsertMany(buildJobs(2, { description }), options))
    expect(board.requests.map(({ body, headers }) => [body.dryRun, body.create, headers['x-a']])).toEqual([
      [true, false, '1'],
      [true, false, '1'],
    ])
    for (const { headers } of board.requests) expect(Number(headers['content-length'])).toBeLessThan(limits.bodyBytes)
  })

  it('and fails only the item that makes a whole request too large or wrong', async () => {
    for (const status of [413, 400]) {
      board.defaultAnswer = (res, request) => {
        const hasBad = request.body.jobs.some(({ bad }: { bad?: boolean }) => bad)
        const answer = hasBad ? failure(status) : upserted
        answer(res, request)
      }
      const jobs = buildJobs(limits.jobs + 20).map((job, index) => (index === 37 ? { ...job, bad: true } : job))
      const results = await collect(board.client().jobs.upsertMany(jobs))
      expect(sort(results.map(({ index }) => index))).toEqual(range(limits.jobs + 20))
      const error = { message: `Refused ${status}`, code: `code_${status}`, requestId: 'r-1' }
      expect(results.filter((result) => result.status === 'failed')).toEqual([
        { index: 37, id: 'A-37', status: 'failed', jobId: null, jobUrl: null, error },
      ])
    }
  })

  it('and fails only the items of a request that has no answer after its retries', async () => {
    board.defaultAnswer = (res, request) => {
      const answer = request.body.jobs[0].id === secondBatchId ? cut : upserted
      answer(res, request)
    }
    const results = await collect(board.client().jobs.upsertMany(buildJobs(3 * limits.jobs)))
    expect(
      results.toSorted((a, b) => a.index - b.index).map(({ id, status, error }) => [id, error?.code ?? status]),
    ).toEqual(
      range(3 * limits.jobs).map((index) => [
        `A-${index}`,
        Math.floor(index / limits.jobs) === 1 ? 'ConnectionError' : 'created',
      ]),
    )
    // The lost request was retried twice. The two others were sent once.
    expect(board.requests).toHaveLength(2 + 3)
  })

  it('until the board refuses the key: it throws that error after the results of all items that were sent', async () => {
    for (const [status, code, Class] of [
      [401, 'api_key_missing', AuthenticationError],
      [403, 'api_key_invalid', PermissionDeniedError],
      [403, 'scope_missing', PermissionDeniedError],
    ] as const) {
      const refused = json(status, { results: null, error: { message: 'Refused', code } })
      board.requests = []
      board.defaultAnswer = (res, request) => {
        const answer = request.body.jobs[0].id === 'A-0' ? upserted : refused
        answer(res, request)
      }
      const done: JobUpsertManyResult[] = []
      const all = async () => {
        for await (const result of board.client().jobs.upsertMany(buildJobs(50 * limits.jobs), { concurrency: 2 }))
          done.push(result)
      }
      expect(await all().catch((error: unknown) => error)).toBeInstanceOf(Class)
      expect(done.filter((result) => result.status === 'created').map(({ index }) => index)).toEqual(range(limits.jobs))
      expect(sort(done.map(({ index }) => index))).toEqual(range(board.requests.length * limits.jobs))
      for (const { error } of done.filter(({ status }) => status === 'failed'))
        expect(error).toMatchObject({ message: 'Refused', code })
      expect(board.requests.length).toBeLessThanOrEqual(4)
    }
  })

  it('and sends nothing after `stop`, neither items that it has read nor halves of a batch', async () => {
    const stopping = new AbortController()
    let answerFirst: (() => void) | undefined
    let refuseHalf: (() => void) | undefined
    board.defaultAnswer = (res, request) => {
      const refuse = () => html(403, 'Blocked')(res, request)
      if (request.body.jobs[0].id === 'A-0') answerFirst = () => upserted(res, request)
      else if (request.body.jobs.length === limits.jobs) return refuse()
      else refuseHalf = refuse
      if (refuseHalf !== undefined) answerFirst?.()
    }
    const results: JobUpsertManyResult[] = []
    const { jobs } = board.client()
    for await (const result of jobs.upsertMany(buildJobs(5 * limits.jobs), { concurrency: 2, stop: stopping.signal })) {
      results.push(result)
      if (stopping.signal.aborted) continue
      stopping.abort()
      refuseHalf?.()
    }
    expect(board.requests.map(({ body }) => body.jobs.length)).toEqual([limits.jobs, limits.jobs, limits.jobs / 2])
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(limits.jobs).fill('created'),
      ...Array(limits.jobs).fill('failed'),
    ])
  })

  it('and fails only the item that a firewall forbids, because the others are sent again without it', async () => {
    board.defaultAnswer = (res, request) => {
      const hasBad = request.body.jobs.some(({ id }: JobUpsert) => id === secondBatchId)
      const answer = hasBad ? html(403, 'Blocked') : upserted
      answer(res, request)
    }
    const results = await collect(board.client().jobs.upsertMany(buildJobs(3 * limits.jobs)))
    const failed = results.filter(({ status }) => status === 'failed')
    expect(failed).toMatchObject([
      { id: secondBatchId, error: { code: 'http_403', message: expect.stringContaining('Blocked') } },
    ])
    expect(results).toHaveLength(3 * limits.jobs)
  })

  it('unconfirmed, if an answer was lost or says nothing, also if a later request is refused', async () => {
    const lost: [Answer[], string][] = [
      [[cut, cut, cut], 'unconfirmed'],
      [[html(200, 'Sign in'), cut, failure(503)], 'unconfirmed'],
      // The first request may have been carried out, whatever the second one answers.
      [[cut, failure(429, { 'retry-after': '3600' })], 'unconfirmed'],
      [[cut, failure(400)], 'unconfirmed'],
      [[failure(400)], 'failed'],
      [[failure(429, { 'retry-after': '3600' })], 'failed'],
      [[html(503, 'Down')], 'created'],
    ]
    for (const [answers, status] of lost) {
      board.nextAnswers = answers
      board.defaultAnswer = upserted
      const results = await collect(board.client().jobs.upsertMany(buildJobs(1)))
      expect(results.map((result) => result.status)).toEqual([status])
    }
    // The board itself does not know what became of one row.
    const error = { code: 'unconfirmed', message: 'Later' }
    const row = { id: 'A-0', status: 'failed', jobId: null, jobUrl: null, error }
    board.nextAnswers = [json(200, { results: [row], error: null })]
    const [doubtful] = await collect(board.client().jobs.upsertMany(buildJobs(1)))
    expect(doubtful).toEqual({ ...row, index: 0, status: 'unconfirmed' })
    // The halves of a batch share its doubt.
    board.nextAnswers = [cut]
    board.defaultAnswer = failure(400)
    const results = await collect(board.client().jobs.upsertMany(buildJobs(3)))
    expect(results.map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  })

  it('and stores the last of several items with one id, even if they are in different batches', async () => {
    const stored = new Map<string, unknown>()
    board.defaultAnswer = (res, request) => {
      // The first request takes longer, so it would end last if both ran at once.
      const delayMs = request.body.jobs[0].version === 1 ? 30 : 0
      setTimeout(() => {
        for (const { id, version } of request.body.jobs) stored.set(id, version)
        upserted(res, request)
      }, delayMs)
    }
    const feed = [1, 2].flatMap((version) => buildJobs(limits.jobs, { version }))
    await collect(board.client().jobs.upsertMany(feed))
    expect(new Set(stored.values())).toEqual(new Set([2]))
  })

  it('before it throws the error of the input', async () => {
    board.defaultAnswer = upserted
    async function* stream() {
      yield* buildJobs(limits.jobs + 1)
      throw new Error('the feed broke')
    }
    const results: number[] = []
    const all = async () => {
      for await (const { index } of board.client().jobs.upsertMany(stream())) results.push(index)
    }
    await expect(all()).rejects.toThrow('the feed broke')
    expect(results).toEqual(range(limits.jobs))
  })

  it('until it is aborted or the caller leaves the loop: then it sends nothing more', async () => {
    const stop = new AbortController()
    board.defaultAnswer = stall
    const { jobs } = board.client()
    const waiting = jobs.upsertMany(buildJobs(50 * limits.jobs), { signal: stop.signal, concurrency: 2 }).next()
    board.defaultAnswer = (res, request) => {
      stall(res, request)
      if (board.requests.length === 2) stop.abort('shutting down')
    }
    await expect(waiting).rejects.toMatchObject({ name: 'AbortedError', cause: 'shutting down' })
    expect(board.requests).toHaveLength(2)

    board.defaultAnswer = upserted
    board.requests = []
    const before = collect(jobs.upsertMany(buildJobs(1), { signal: AbortSignal.abort() }))
    await expect(before).rejects.toMatchObject({ name: 'AbortedError' })
    expect(board.requests).toEqual([])

    let isClosed = false
    function* feed() {
      try {
        yield* buildJobs(50 * limits.jobs)
      } finally {
        isClosed = true
      }
    }
    for await (const _ of jobs.upsertMany(feed(), { concurrency: 1 })) break
    expect(board.requests.length).toBeLessThanOrEqual(2)
    // A feed may have an open file.
    await expect.poll(() => isClosed).toBe(true)
  })
})
