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
  PageNotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnsupportedMediaTypeError,
} from './error.ts'
import { type Answer, apiKey, catchError, collect, done, failure, html, json, stall, useBoard } from './test/board.ts'

const board = useBoard()

describe('an answer that is not a success is thrown', () => {
  it('as an error of its own class, with its message, code, issues, request id and headers', async () => {
    const issues = [{ path: 'job.title', message: 'job.title must be a text' }]
    const told = { message: 'Wrong', code: 'invalid_request', requestId: 'r-9', issues }
    for (const [status, Class] of [
      [400, BadRequestError],
      [401, AuthenticationError],
      [403, PermissionDeniedError],
      [404, NotFoundError],
      [409, ConflictError],
      [412, PreconditionFailedError],
      [413, PayloadTooLargeError],
      [415, UnsupportedMediaTypeError],
      [429, RateLimitError],
      [503, ServerError],
      [405, APIError],
    ] as const) {
      board.nextAnswers = [json(status, { error: told })]
      const error = await catchError(board.client().jobs.get('A-1', { retriesMax: 0 }))
      expect(error.constructor).toBe(Class)
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ status, name: Class.name, ...told })
      expect(error.headers.get('x-request-id')).toBe('r-1')
    }
  })

  it('that is not the board’s with its status, its address, and the first line of its page, never with JSON that may name people', async () => {
    for (const [status, page, said] of [
      [502, '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>', '"502 Bad Gateway"'],
      [403, '<!-- nginx -->\n<style>a{}</style><p>Down &amp; out<br>soon back</p>', '"Down & out"'],
      [502, 'upstream connect error\nreset reason', '"upstream connect error"'],
      [502, '<p>&nbsp;</p><script>document.title = "502"</script><p>Away</p>', '"Away"'],
      [502, `<p>${'x'.repeat(1_000)}</p>`, `"${'x'.repeat(200)}"`],
      [502, '', 'an empty body'],
      [502, '\n {"candidates":[{"email":"salma@exam', '37 characters of other JSON, or of a part of it'],
    ] as const) {
      board.nextAnswers = [html(status, page)]
      const error = await catchError(board.client({ retriesMax: 0 }).candidates.listAll({ since: '2026-03-01' }))
      const message = `The answer of ${board.url}/candidates (status ${status}) is not a Boardwalk's but ${said}`
      expect(error).toMatchObject({ status, message, code: undefined, issues: [] })
    }
  })

  it('404 of a wrong address as a PageNotFoundError, because it does not mean that the job is gone', async () => {
    const origin = board.url.replace('/api', '')
    for (const [code, answer, message] of [
      ['route_not_found', json(404, { error: { message: 'No route', code: 'route_not_found' } }), 'No route'],
      ['page_not_found', json(404, { error: { message: 'No page', code: 'page_not_found' } }), 'No page'],
      [
        undefined,
        html(404, '<title>404 Not Found</title>'),
        `The answer of ${origin}/job/A-1 (status 404) is not a Boardwalk's but "404 Not Found"`,
      ],
    ] as const) {
      board.nextAnswers = [answer]
      const wrong = await catchError(board.client({ baseUrl: origin }).jobs.get('A-1'))
      expect(wrong).toBeInstanceOf(PageNotFoundError)
      expect(wrong).not.toBeInstanceOf(NotFoundError)
      const question = `is baseUrl ${origin} an integration API? Did you mean ${origin}/api?`
      expect(wrong).toMatchObject({ status: 404, code, message: `${message}: ${question}`, isUnconfirmed: false })
    }
  })

  it('without the key, even if a page repeats the key several times', async () => {
    const page = (status: number) => html(status, `<title>Header x-api-key: ${apiKey} (sent ${apiKey})</title>`)
    board.nextAnswers = [page(502), page(200)]
    for (const status of [502, 200]) {
      const error = await catchError(board.client({ retriesMax: 0 }).jobs.get('A-1'))
      expect(error.message).toContain('x-api-key: [key] (sent [key])')
      expect(error.message).toContain(status === 200 ? 'status 200' : '')
      expect(error.message).not.toContain(apiKey)
    }
  })

  it('as a ConnectionError, if its status is 200 and it is not the board’s JSON', async () => {
    for (const [body, said] of [
      ['<title>Welcome to nginx!</title>', '"Welcome to nginx!"'],
      ['', 'an empty body'],
      ['{"candidates":[{"email":"salma@example.com"', '43 characters of other JSON'],
      ['{"message":"Please sign in, salma@example.com"}', '47 characters of other JSON'],
      ['{"candidates":null}', '19 characters of other JSON'],
      ['{"candidates":null,"error":{"message":"Gone fishing"}}', 'the error "Gone fishing"'],
      ['[]', '2 characters of other JSON'],
    ] as const) {
      board.nextAnswers = [html(200, body)]
      const error = await catchError(board.client({ retriesMax: 0 }).candidates.listAll())
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error.message).toContain(`(status 200) is not a Boardwalk's but ${said}`)
      expect(error.message).not.toContain('salma')
    }
    board.nextAnswers = [json(200, { candidates: null, error: null })]
    const error = await catchError(board.client({ retriesMax: 0 }).candidates.listAll())
    expect(error).toMatchObject({ name: 'ConnectionError', message: 'The answer is not a list of a Boardwalk' })
  })

  it('as an APIError if it is a redirect, which is not followed because that would send the key', {
    tags: ['client'],
  }, async () => {
    board.nextAnswers = [(res) => res.writeHead(308, { location: 'http://127.0.0.1:1/elsewhere' }).end()]
    const error = await catchError(board.client().jobs.get('A-1'))
    const said = `is not a Boardwalk's but a redirect to http://127.0.0.1:1/elsewhere`
    expect(error).toMatchObject({ status: 308, message: expect.stringContaining(said) })
    expect(board.requests).toHaveLength(1)
  })
})

describe('a call without a complete answer throws', () => {
  it('a ConnectionError with the reason and without a status if no server listens', async () => {
    const error = await catchError(board.client({ baseUrl: 'http://127.0.0.1:1/api' }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/^GET \/job\/A-1 got no answer: .+/)
    expect('status' in error).toBe(false)
  })

  it('a TimeoutError after the timeoutMs of the client or of the call, also if the answer has begun', async () => {
    const begun: Answer = (res) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{')
    for (const answer of [stall, begun]) {
      board.defaultAnswer = answer
      for (const error of [
        await catchError(board.client({ retriesMax: 0, timeoutMs: 50 }).jobs.unpublish('A-1')),
        await catchError(board.client({ retriesMax: 0 }).jobs.unpublish('A-1', { timeoutMs: 50 })),
      ]) {
        expect(error).toBeInstanceOf(TimeoutError)
        expect(error).toBeInstanceOf(ConnectionError)
        expect(error).toMatchObject({ message: expect.stringMatching(/within 50 ms$/), isUnconfirmed: true })
      }
    }
  })

  it('an AbortedError with the reason if it is aborted before, during or between attempts', async () => {
    const reason = new Error('shutting down')
    const before = await catchError(board.client().jobs.get('A-1', { signal: AbortSignal.abort(reason) }))
    expect(before).toBeInstanceOf(AbortedError)
    expect([before.cause, board.requests.length]).toEqual([reason, 0])

    const during = new AbortController()
    board.nextAnswers = [() => during.abort(reason)]
    const cutOff = await catchError(board.client().jobs.unpublish('A-1', { signal: during.signal }))
    expect(cutOff).toBeInstanceOf(AbortedError)
    // The request was sent, and the board may have carried it out.
    expect(cutOff.isUnconfirmed).toBe(true)

    const between = new AbortController()
    const sleep = (_ms: number, signal?: AbortSignal) => {
      const slept = systemClock.sleep(600_000, signal)
      between.abort(reason)
      return slept
    }
    board.requests = []
    const paused = board.client({ clock: { ...systemClock, sleep } }).jobs.get('A-1', { signal: between.signal })
    expect(await catchError(paused)).toBeInstanceOf(AbortedError)
    expect(board.requests).toHaveLength(1)
  })
})

it('a call leaves no listener on its signal, which may live as long as the process', async () => {
  board.nextAnswers = [failure(503), done]
  const { signal } = new AbortController()
  // With this random number, every pause is 0 ms long.
  await board.client({ clock: { ...systemClock, random: () => -1 } }).jobs.unpublish('A-1', { signal })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

describe('a request', () => {
  it('delivers the external id unchanged, and is not sent if a path cannot hold it', async () => {
    board.defaultAnswer = done
    for (const id of ['A/B', '50%', 'a b', 'é', '🎷', 'وظيفة', '$&', 'a?b#c', '%2e', 'link']) {
      board.requests = []
      await board.client().candidates.list(id)
      const [, , job, part, last] = board.requests[0]?.url.split('/') ?? []
      expect([job, decodeURIComponent(part ?? ''), last]).toEqual(['job', id, 'candidates'])
    }
    board.requests = []
    for (const id of ['', '.', '..', '\ud800'])
      expect(await catchError(board.client().candidates.list(id))).toBeInstanceOf(BoardwalkError)
    expect(board.requests).toEqual([])
  })

  it('has the client’s key and the headers of the client and the call, which may name a program as the user agent', async () => {
    board.defaultAnswer = done
    const client = board.client({ headers: { 'x-a': '1', 'x-b': '1', 'User-Agent': 'ats/1.0' } })
    await client.jobs.get('A-1', { headers: { 'x-b': '2', 'x-api-key': 'another' } })
    expect(board.requests[0]?.headers).toMatchObject({
      'x-a': '1',
      'x-b': '2',
      'user-agent': 'ats/1.0',
      'x-api-key': expect.stringMatching(/^bwk_/),
    })
  })
})

describe('an answer', () => {
  /** Calls the board, and returns the caching of each request. */
  const recordCaching = async () => {
    const caching: unknown[] = []
    const record = (url: string, init: RequestInit & { cache?: string }) => {
      caching.push('cache' in init ? init.cache : 'not said')
      return fetch(url, init)
    }
    board.defaultAnswer = done
    const { jobs, candidates } = board.client({ fetch: record })
    await jobs.update('A-1', {})
    await candidates.listAll()
    return caching
  }

  it('is in no cache, such as that of Next.js 13; where a runtime refuses to say so, each request is sent once without it', async () => {
    expect(await recordCaching()).toEqual(['no-store', 'no-store'])
    vi.stubGlobal('Request', function refuse(_url: string, init: RequestInit) {
      if ('cache' in init) throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.")
    })
    expect(await recordCaching()).toEqual(['not said', 'not said'])
    expect(board.requests).toHaveLength(4)
  })

  it('that Next.js wants to read at each visit is left to Next.js: its error comes through as it is, and nothing is sent again', async () => {
    const signal = Object.assign(new Error('Dynamic server usage'), { digest: 'DYNAMIC_SERVER_USAGE' })
    const fetch = vi.fn(async () => {
      throw signal
    })
    expect(await catchError(board.client({ fetch }).candidates.listAll())).toBe(signal)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

it('a value that JSON cannot hold throws an error with the reason before any request', async () => {
  const error = await catchError(board.client().jobs.create({ id: 'A-1', title: 'Comptable', extra: 1n }))
  expect(error.constructor).toBe(BoardwalkError)
  expect(error.message).toMatch(/^This cannot be sent as JSON: .*BigInt/)
  expect(board.requests).toEqual([])
})

describe('a call resolves to', () => {
  it('the members of the answer except error, and withResponse() adds the status, headers and request id', async () => {
    board.defaultAnswer = json(200, { jobId: 42, jobUrl: 'http://b/42', error: null })
    const call = board.client().jobs.create({ id: 'A-1', title: 'Comptable' })
    expect(await call).toEqual({ jobId: 42, jobUrl: 'http://b/42' })
    const { data, status, headers, requestId } = await call.withResponse()
    expect([data.jobId, status, headers.get('x-request-id'), requestId]).toEqual([42, 200, 'r-1', 'r-1'])
    expect(board.requests).toHaveLength(1)
  })

  it('one rejection only: withResponse() alone, and a list that is iterated over later, leave no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { jobs, candidates } = board.client({ retriesMax: 0 })
    await catchError(jobs.update('A-1', {}).withResponse())
    await catchError(candidates.list('A-1').withResponse())
    const later = candidates.list('A-1')
    await catchError(jobs.get('A-1').finally(() => undefined))
    await catchError(jobs.get('A-1'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(await catchError(collect(later))).toBeInstanceOf(BoardwalkError)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
