import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'
import {
  AbortedError,
  APIError,
  AuthenticationError,
  BadRequestError,
  BoardwalkError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnsupportedMediaTypeError,
} from './error.ts'
import { apiKey, cut, failure, html, json, stall, useBoard } from './test/board.ts'
import { catchError } from './test/caught-error.ts'

const board = useBoard()
const done = json(200, { jobId: 42, jobUrl: 'http://b/42', results: [], jobs: [], total: 0, error: null })

describe('an answer that is no success is thrown', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [413, PayloadTooLargeError],
    [415, UnsupportedMediaTypeError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
    [405, APIError],
  ])('%i by its own class', async (status, Class) => {
    board.acts = [failure(status)]
    const error = await catchError(board.client().jobs.get('A-1', { retriesMax: 0 }))
    expect(error.constructor).toBe(Class)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status, name: Class.name, message: `Refused ${status}`, code: `code_${status}` })
  })

  it('with its issues, request id and headers', async () => {
    const issues = [{ path: 'job.title', message: 'job.title must be a text' }]
    board.acts = [json(400, { error: { message: 'Wrong', code: 'invalid_request', requestId: 'r-9', issues } })]
    const error = await catchError(board.client().jobs.update('A-1', {}))
    expect(error).toMatchObject({ issues, requestId: 'r-9', code: 'invalid_request' })
    expect(error.headers.get('x-request-id')).toBe('r-1')
  })

  it.each([
    ['<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>', '502 Bad Gateway'],
    ['<!-- nginx -->\n<style>a{}</style><p>Down &amp; out<br>soon back</p>', 'Down & out'],
    ['upstream connect error\nreset reason', 'upstream connect error'],
    ['', 'HTTP 502'],
    ['[]', '[]'],
  ])('a page of a proxy with the first line of its text: %j', async (page, message) => {
    board.acts = [html(502, page)]
    const error = await catchError(board.client({ retriesMax: 0 }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ status: 502, message, code: undefined, issues: [] })
  })

  it('a page that repeats the key, however often, is told without it', async () => {
    const page = (status: number) => html(status, `<title>Header x-api-key: ${apiKey} (sent ${apiKey})</title>`)
    board.acts = [page(502), page(200)]
    for (const status of [502, 200]) {
      const error = await catchError(board.client({ retriesMax: 0 }).jobs.get('A-1'))
      expect(error).toMatchObject({ status, message: expect.stringContaining('x-api-key: [key] (sent [key])') })
      expect(error.message).not.toContain(apiKey)
    }
  })

  it('a page with status 200 too', async () => {
    board.acts = [html(200, '<title>Welcome to nginx!</title>')]
    const error = await catchError(board.client().jobs.get('A-1'))
    expect(error).toBeInstanceOf(APIError)
    expect(error.message).toContain('"Welcome to nginx!"')
  })

  it('a redirect is not followed, for the key would go along', async () => {
    board.acts = [(res) => res.writeHead(308, { location: 'http://127.0.0.1:1/elsewhere' }).end()]
    const error = await catchError(board.client().jobs.get('A-1'))
    expect(error).toMatchObject({ status: 308, message: 'The address has moved to http://127.0.0.1:1/elsewhere' })
    expect(board.seen).toHaveLength(1)
  })
})

describe('no answer at all is an error without a status', () => {
  it('ConnectionError where nobody listens, and it says why', async () => {
    const error = await catchError(board.client({ baseUrl: 'http://127.0.0.1:1/api' }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/^GET \/job\/A-1 got no answer: .+/)
    expect('status' in error).toBe(false)
  })

  it('TimeoutError after timeoutMs, of the client or the call', async () => {
    board.otherwise = stall
    const client = board.client({ retriesMax: 0, timeoutMs: 50 })
    const error = await catchError(client.jobs.get('A-1'))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(ConnectionError)
    const slow = board.client({ retriesMax: 0 })
    expect(await catchError(slow.jobs.get('A-1', { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError)
    for (const call of [
      client.jobs.get('A-1', { timeoutMs: 0 }),
      board.client({ retriesMax: 0, timeoutMs: 0 }).jobs.get('A-1'),
    ])
      expect(await catchError(call)).toMatchObject({ message: expect.stringMatching(/within 0 ms$/) })
  })

  it('TimeoutError where the answer begins in time and does not end', async () => {
    board.otherwise = (res) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const error = await catchError(board.client({ retriesMax: 0, timeoutMs: 50 }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  it('no TimeoutError of a limit that is longer than timers can be', async () => {
    board.otherwise = (res, request) => setImmediate(() => done(res, request))
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY])
      await board.client({ retriesMax: 0, timeoutMs }).jobs.unpublish('A-1')
  })

  it('AbortedError with the reason, before, during and between attempts', async () => {
    const reason = new Error('shutting down')
    const before = await catchError(board.client().jobs.get('A-1', { signal: AbortSignal.abort(reason) }))
    expect(before).toBeInstanceOf(AbortedError)
    expect([before.cause, board.seen.length]).toEqual([reason, 0])

    const during = new AbortController()
    board.acts = [() => during.abort(reason)]
    expect(await catchError(board.client().jobs.get('A-1', { signal: during.signal }))).toBeInstanceOf(AbortedError)

    const withoutRetries = new AbortController()
    board.acts = [() => withoutRetries.abort(reason)]
    const call = board.client({ retriesMax: 0 }).jobs.get('A-1', { signal: withoutRetries.signal })
    expect(await catchError(call)).toBeInstanceOf(AbortedError)

    const between = new AbortController()
    let sleptWith: AbortSignal | undefined
    const clock = {
      ...systemClock,
      random: () => 0,
      sleep: (_: number, signal?: AbortSignal) => {
        sleptWith = signal
        // Without a signal it would sleep to its end.
        if (signal === undefined) return Promise.resolve()
        const slept = systemClock.sleep(600_000, signal)
        between.abort(reason)
        return slept
      },
    }
    board.seen = []
    const error = await catchError(board.client({ clock }).jobs.get('A-1', { signal: between.signal }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(board.seen).toHaveLength(1)
    expect(sleptWith).toBe(between.signal)
  })
})

describe('what a call leaves behind', () => {
  it('is nothing on its signal, which may live as long as the process', async () => {
    board.acts = [failure(503), done]
    const { signal } = new AbortController()
    // The pauses of this clock have no length.
    await board.client({ clock: { ...systemClock, random: () => -1 } }).jobs.unpublish('A-1', { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('is no timer, which would keep the process until the time limit', async () => {
    const { setTimeout, clearTimeout } = globalThis
    const timers = new Set<unknown>()
    vi.stubGlobal('setTimeout', (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms)
      if (ms === 12_345) timers.add(timer)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
      timers.delete(timer)
      clearTimeout(timer)
    })
    board.acts = [cut, done]
    await board.client({ timeoutMs: 12_345 }).jobs.unpublish('A-1')
    expect(board.seen).toHaveLength(2)
    expect([...timers]).toEqual([])
  })
})

describe('what is sent', () => {
  it.each(['A/B', '50%', 'a b', 'é', '🎷', 'وظيفة', '$&', 'a?b#c', '%2e', 'link'])(
    'an external id arrives as it is: %s',
    async (id) => {
      board.otherwise = done
      await board.client().candidates.list(id)
      const [, , job, part, last] = board.seen[0]?.url.split('/') ?? []
      expect([job, decodeURIComponent(part ?? ''), last]).toEqual(['job', id, 'candidates'])
    },
  )

  it.each(['', '.', '..', '\ud800'])(
    'an external id that no path can hold is refused before a request: %j',
    async (id) => {
      expect(await catchError(board.client().candidates.list(id))).toBeInstanceOf(BoardwalkError)
      expect(board.seen).toEqual([])
    },
  )

  it('the key and the headers of the client and the call', async () => {
    board.otherwise = done
    const client = board.client({ headers: { 'x-a': '1', 'x-b': '1' } })
    await client.jobs.get('A-1', { headers: { 'x-b': '2', 'x-api-key': 'another' } })
    expect(board.seen[0]?.headers).toMatchObject({
      'x-a': '1',
      'x-b': '2',
      'x-api-key': expect.stringMatching(/^bwk_/),
    })
  })
})

describe('the content type', () => {
  it('is JSON where there is a body, and none where there is not', async () => {
    board.otherwise = done
    await board.client().jobs.update('A-1', {})
    await board.client().jobs.get('A-1')
    expect(board.seen.map(({ headers }) => headers['content-type'])).toEqual(['application/json', undefined])
    expect(board.seen.map(({ headers }) => headers.accept)).toEqual(['application/json', 'application/json'])
  })
})

describe('what JSON cannot hold', () => {
  it('is refused in words before a request: a BigInt, a cycle', async () => {
    const { jobs } = board.client()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    for (const [value, reason] of [
      [1n, 'BigInt'],
      [cycle, 'circular structure'],
    ] as const) {
      const error = await catchError(jobs.create({ id: 'A-1', title: 'Comptable', extra: value }))
      expect(error.constructor).toBe(BoardwalkError)
      expect(error.message).toMatch(new RegExp(`^This cannot be sent as JSON: .*${reason}.*$`))
      expect(error.cause).toBeInstanceOf(TypeError)
    }
    expect(board.seen).toEqual([])
  })
})

describe('what is given back', () => {
  it('the members of the answer but for error; with withResponse() also status, headers and request id', async () => {
    board.otherwise = json(200, { jobId: 42, jobUrl: 'http://b/42', error: null })
    const call = board.client().jobs.create({ id: 'A-1', title: 'Comptable' })
    expect(await call).toEqual({ jobId: 42, jobUrl: 'http://b/42' })
    const { data, status, headers, requestId } = await call.withResponse()
    expect([data.jobId, status, headers.get('x-request-id'), requestId]).toEqual([42, 200, 'r-1', 'r-1'])
    expect(board.seen).toHaveLength(1)
  })

  it('an error once, to whoever asked: withResponse() alone leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { jobs, candidates } = board.client({ retriesMax: 0 })
    await catchError(jobs.update('A-1', {}).withResponse())
    await catchError(candidates.list('A-1').withResponse())
    await catchError(jobs.get('A-1').finally(() => undefined))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
