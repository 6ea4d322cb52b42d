import { testClock } from '@boardwalk/sandbox/clock'
import { describe, expect, it } from 'vitest'
import { ConflictError, ConnectionError, RateLimitError, ServerError } from './error.ts'
import type { Fetch } from './http.ts'
import {
  type Answer,
  catchError,
  cut,
  cutInBody,
  done,
  failure,
  html,
  json,
  stall,
  stallUntilTimeout,
  useBoard,
} from './test/board.ts'

/* Which requests are retried, how often, and after which pauses. */

const board = useBoard()
const unavailable = json(503, { error: { message: 'Later', code: 'unavailable' } })

describe('a call is retried after', () => {
  it('a status that time can mend, and after no other', async () => {
    for (const [statuses, requests] of [
      [[408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530], 2],
      [[400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 501, 505, 511], 1],
    ] as const)
      for (const status of statuses) {
        board.requests = []
        board.nextAnswers = [failure(status)]
        board.defaultAnswer = done
        await board
          .client()
          .jobs.unpublish('A-1')
          .catch(() => {})
        expect([status, board.requests.length]).toEqual([status, requests])
      }
  })

  it('a connection that breaks before the answer or within it', async () => {
    board.nextAnswers = [cut, cutInBody, done]
    await board.client().jobs.unpublish('A-1')
    expect(board.requests).toHaveLength(3)
  })

  it('a time-out, and a success that is a page, or JSON that is cut off or of somebody else', async () => {
    const odd = ['<title>Please sign in</title>', '{"jobId":4', '{"message":"ok"}', ''].map((body) => html(200, body))
    for (const answer of [...odd, stallUntilTimeout(100)]) {
      board.requests = []
      board.nextAnswers = [answer, done]
      expect(await board.client({ timeoutMs: 100 }).jobs.unpublish('A-1')).toMatchObject({ jobId: 42 })
      expect(board.requests).toHaveLength(2)
    }
  })

  it('a 503, in every operation except create', async () => {
    const { jobs, candidates } = board.client({ retriesMax: 1 })
    const calls = [
      () => jobs.update('A-1', {}),
      () => jobs.unpublish('A-1'),
      () => jobs.get('A-1'),
      () => jobs.list(),
      () => jobs.link([{ platformJobId: 1, externalJobId: 'A-1' }]),
      () => candidates.list('A-1'),
      () => candidates.listAll(),
    ]
    for (const call of calls) {
      board.requests = []
      board.nextAnswers = [failure(503), done]
      await call()
      expect(board.requests).toHaveLength(2)
    }
  })

  it('no lost answer of create: the caller’s second create then ends in a ConflictError', async () => {
    const ids = new Set<string>()
    board.defaultAnswer = (res, seen) => {
      if (ids.has(seen.body.job.id)) return failure(409)(res, seen)
      ids.add(seen.body.job.id)
      cut(res, seen)
    }
    const { jobs } = board.client()
    const job = { id: 'A-1', title: 'Comptable' }
    expect(await catchError(jobs.create(job))).toBeInstanceOf(ConnectionError)
    expect(board.requests).toHaveLength(1)
    expect(await catchError(jobs.create(job))).toBeInstanceOf(ConflictError)
  })

  it('a failure of create that surely had no effect: a 429, the code unavailable, no connection', async () => {
    const job = { id: 'A-1', title: 'Comptable' }
    board.nextAnswers = [failure(429), unavailable, done]
    await board.client().jobs.create(job)
    expect(board.requests).toHaveLength(3)
    // Nothing listens on port 2, and fetch refuses port 1.
    const addresses = ['http://127.0.0.1:2', `${board.url}/job`]
    const refuseOnce: Fetch = (_, init) => fetch(addresses.shift() ?? '', init)
    board.nextAnswers = [done]
    const created = board.client({ fetch: refuseOnce })
    expect(await created.jobs.create(job)).toMatchObject({ jobId: 42 })
  })

  it('a failure of create only if its code says that the request was not sent', async () => {
    for (const [codes, sent] of [
      ['ECONNREFUSED ENOTFOUND EAI_AGAIN UND_ERR_CONNECT_TIMEOUT CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID', 2],
      ['DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE', 2],
      ['ECONNRESET ETIMEDOUT EPIPE UND_ERR_SOCKET UND_ERR_HEADERS_TIMEOUT', 1],
    ] as const)
      for (const code of codes.split(' ')) {
        let attempts = 0
        const fail: Fetch = () => {
          attempts++
          // As `fetch` throws it: the code is that of the cause, or of a cause of the cause.
          const cause = new Error('no connection', { cause: Object.assign(new Error(code), { code }) })
          return Promise.reject(new TypeError('fetch failed', { cause }))
        }
        const { jobs } = board.client({ fetch: fail, retriesMax: 1 })
        const { isUnconfirmed } = await catchError(jobs.create({ id: 'A-1', title: 'Comptable' }))
        expect({ code, attempts, isUnconfirmed }).toEqual({ code, attempts: sent, isUnconfirmed: sent === 1 })
      }
  })

  it('no failure of create that may have had an effect, whatever retriesMax is', async () => {
    const unconfirmed = json(503, { error: { message: 'Later', code: 'unconfirmed' } })
    for (const answer of [failure(503), unconfirmed, cut, cutInBody, html(200, 'Sign in'), stallUntilTimeout(100)]) {
      board.requests = []
      board.defaultAnswer = answer
      const { jobs } = board.client({ retriesMax: 5, timeoutMs: 100 })
      const error = await catchError(jobs.create({ id: 'A-1', title: 'Comptable' }, { retriesMax: 2 }))
      expect([error.isUnconfirmed, board.requests.length]).toEqual([true, 1])
    }
  })

  it('a failure as often as retriesMax of the client or the call allows, and then throws its error', async () => {
    for (const [ofClient, ofCall, requests] of [
      [undefined, undefined, 3],
      [4, undefined, 5],
      [undefined, 0, 1],
      [0, undefined, 1],
      [0, 1, 2],
    ]) {
      board.requests = []
      const call = board.client({ retriesMax: ofClient }).jobs.get('A-1', { retriesMax: ofCall })
      expect(await catchError(call)).toBeInstanceOf(ServerError)
      expect(board.requests).toHaveLength(requests ?? 0)
    }
  })
})

it('an error says whether the board may have changed what was asked, and a read changes nothing', async () => {
  const cases: [Answer[], boolean][] = [
    [[failure(404)], false],
    [[unavailable], false],
    [[cut, unavailable], true],
    [[cut, failure(403)], true],
    [[failure(500)], true],
  ]
  for (const [answers, isUnconfirmed] of cases) {
    board.nextAnswers = [...answers]
    const error = await catchError(board.client({ retriesMax: answers.length - 1 }).jobs.unpublish('A-1'))
    expect(error.isUnconfirmed).toBe(isUnconfirmed)
  }
  const closed = board.client({ baseUrl: 'http://127.0.0.1:2/api' })
  expect(await catchError(closed.jobs.unpublish('A-1'))).toMatchObject({ isUnconfirmed: false })
  const reader = board.client({ retriesMax: 0, timeoutMs: 50 })
  for (const answer of [cut, stall, failure(500), html(200, 'Sign in')]) {
    board.nextAnswers = [answer, answer]
    for (const read of [() => reader.jobs.get('A-1'), () => reader.request('HEAD', '/jobs')])
      expect(await catchError(read())).toMatchObject({ isUnconfirmed: false })
  }
  const aborted = board.client().jobs.unpublish('A-1', { signal: AbortSignal.abort() })
  expect(await catchError(aborted)).toMatchObject({ isUnconfirmed: false })
})

it('a retry says so in a header, and asks a key function for the current key', async () => {
  const keys = ['bwk_old', 'bwk_new', 'bwk_new']
  board.nextAnswers = [failure(503), cut, done]
  await board.client({ apiKey: async () => keys.shift() ?? '' }).jobs.unpublish('A-1')
  expect(board.requests.map(({ headers }) => [headers['x-api-key'], headers['x-retry-count']])).toEqual([
    ['bwk_old', undefined],
    ['bwk_new', '1'],
    ['bwk_new', '2'],
  ])
})

describe('the pause before a retry', () => {
  it('doubles, up to 8 seconds, with jitter', async () => {
    const clock = testClock()
    await catchError(board.client({ clock, retriesMax: 6 }).jobs.get('A-1'))
    expect(clock.sleptMs).toEqual([500, 1000, 2000, 4000, 8000, 8000].map((ms) => ms * 0.75))
  })

  it('is as long as Retry-After asks, in seconds or by a date; for more than retryAfterMaxMs the error is thrown at once', async () => {
    const clock = testClock()
    const date = new Date(clock.nowMs + 30_000 + 20_000).toUTCString()
    board.nextAnswers = [failure(429, { 'retry-after': '30' }), failure(503, { 'retry-after': date }), done]
    await board.client({ clock }).jobs.get('A-1')
    board.nextAnswers = [failure(503, { 'retry-after': '1.5' }), done]
    await board.client({ clock }).jobs.get('A-1')
    expect(clock.sleptMs).toEqual([30_000, 20_000, 1_500])
    board.nextAnswers = [failure(429, { 'retry-after': '61' })]
    const error = await catchError(board.client({ clock }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.message).toBe('Refused 429 (try again in 61 s)')
    expect(error.headers.get('retry-after')).toBe('61')
    expect([clock.sleptMs.length, board.requests.length]).toEqual([3, 6])
  })

  it('is as long as without a header if Retry-After cannot be read or asks for less', async () => {
    for (const asked of ['soon', '0']) {
      const clock = testClock()
      board.nextAnswers = [failure(503, { 'retry-after': asked }), done]
      await board.client({ clock }).jobs.get('A-1')
      expect(clock.sleptMs).toEqual([375])
    }
  })
})
