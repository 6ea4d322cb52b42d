import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
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
import { apiKey, collect, failure, html, json, stall, useBoard } from './test/board.ts'
import { catchError } from './test/caught-error.ts'

const board = useBoard()
const done = json(200, { jobId: 42, jobUrl: 'http://b/42', results: [], jobs: [], total: 0, error: null })

describe('an answer that is not a success is thrown', () => {
  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [412, PreconditionFailedError],
    [413, PayloadTooLargeError],
    [415, UnsupportedMediaTypeError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
    [405, APIError],
  ])('%i as an error of its own class', async (status, Class) => {
    board.nextAnswers = [failure(status)]
    const error = await catchError(board.client().jobs.get('A-1', { retriesMax: 0 }))
    expect(error.constructor).toBe(Class)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status, name: Class.name, message: `Refused ${status}`, code: `code_${status}` })
  })

  it('with its issues, request id and headers', async () => {
    const issues = [{ path: 'job.title', message: 'job.title must be a text' }]
    board.nextAnswers = [json(400, { error: { message: 'Wrong', code: 'invalid_request', requestId: 'r-9', issues } })]
    const error = await catchError(board.client().jobs.update('A-1', {}))
    expect(error).toMatchObject({ issues, requestId: 'r-9', code: 'invalid_request' })
    expect(error.headers.get('x-request-id')).toBe('r-1')
  })

  it.each([
    ['<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>', '502 Bad Gateway'],
    ['<!-- nginx -->\n<style>a{}</style><p>Down &amp; out<br>soon back</p>', 'Down & out'],
    ['upstream connect error\nreset reason', 'upstream connect error'],
    ['<p>&nbsp;</p><p>&#160;</p><p>Away</p>', 'Away'],
    ['<script>document.title = "502"</script><p>Away</p>', 'Away'],
    [`<p>${'x'.repeat(1_000)}</p>`, 'x'.repeat(200)],
    ['', 'HTTP 502'],
    ['[]', 'HTTP 502'],
    ['{"candidates":[{"email":"salma@exam', 'HTTP 502'],
    ['\n {"candidates":[{"email":"salma@exam', 'HTTP 502'],
  ])('with the first line of a proxy’s page as its message: %j', async (page, message) => {
    board.nextAnswers = [html(502, page)]
    const error = await catchError(board.client({ retriesMax: 0 }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ status: 502, message, code: undefined, issues: [] })
  })

  it.each([
    ['route_not_found', json(404, { error: { message: 'No such route', code: 'route_not_found' } }), 'No such route'],
    ['page_not_found', json(404, { error: { message: 'No such page', code: 'page_not_found' } }), 'No such page'],
    [undefined, html(404, '<title>404 Not Found</title>'), '404 Not Found'],
  ])('404 %s as a PageNotFoundError, because it does not mean that the job is gone', async (code, answer, message) => {
    board.nextAnswers = [answer, answer]
    const origin = board.url.replace('/api', '')
    const wrong = await catchError(board.client({ baseUrl: origin }).jobs.get('A-1'))
    expect(wrong).toBeInstanceOf(PageNotFoundError)
    expect(wrong).not.toBeInstanceOf(NotFoundError)
    const question = `is baseUrl ${origin} an integration API? Did you mean ${origin}/api?`
    expect(wrong).toMatchObject({ status: 404, code, message: `${message}: ${question}`, isUnconfirmed: false })
    const right = await catchError(board.client().jobs.get('A-1'))
    expect(right.message).toBe(`${message}: is baseUrl ${board.url} an integration API?`)
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

  it.each([
    ['<title>Welcome to nginx!</title>', '"Welcome to nginx!"'],
    ['', 'an empty body'],
    ['{"candidates":[{"email":"salma@example.com"', '43 characters of JSON'],
    ['{"message":"Please sign in, salma@example.com"}', '47 characters of JSON'],
    ['[]', '2 characters of JSON'],
  ])('as a ConnectionError, if its status is 200 and it is not the board’s JSON: %j', async (body, said) => {
    board.nextAnswers = [html(200, body)]
    const error = await catchError(board.client({ retriesMax: 0 }).candidates.listAll())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toContain(`is not the JSON of a Boardwalk but ${said}`)
    expect(error.message).not.toContain('salma')
  })

  it('as an APIError if it is a redirect, which is not followed because that would send the key', async () => {
    board.nextAnswers = [(res) => res.writeHead(308, { location: 'http://127.0.0.1:1/elsewhere' }).end()]
    const error = await catchError(board.client().jobs.get('A-1'))
    expect(error).toMatchObject({ status: 308, message: 'The address has moved to http://127.0.0.1:1/elsewhere' })
    expect(board.requests).toHaveLength(1)
  })
})

describe('a call without a complete answer throws', () => {
  it('a ConnectionError with the reason and without a status if no server listens', async () => {
    const error = await catchError(board.client({ baseUrl: 'http://127.0.0.1:1/api' }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/^GET \/job\/A-1 got no answer: .+/)
    // The cause has no message if several addresses of a host were tried.
    const tried = new TypeError('fetch failed', { cause: new AggregateError([]) })
    const failing = board.client({ fetch: () => Promise.reject(tried), retriesMax: 0 })
    expect((await catchError(failing.jobs.get('A-1'))).message).toBe('GET /job/A-1 got no answer: fetch failed')
    expect('status' in error).toBe(false)
  })

  it('a TimeoutError after the timeoutMs of the client or of the call', async () => {
    board.defaultAnswer = stall
    const client = board.client({ retriesMax: 0, timeoutMs: 50 })
    const error = await catchError(client.jobs.get('A-1'))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toBeInstanceOf(ConnectionError)
    const slow = board.client({ retriesMax: 0 })
    expect(await catchError(slow.jobs.get('A-1', { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError)
    const one = await catchError(client.jobs.get('A-1', { timeoutMs: 1 }))
    expect(one).toMatchObject({ message: expect.stringMatching(/within 1 ms$/), isUnconfirmed: true })
  })

  it('a TimeoutError if the answer begins in time but does not end', async () => {
    board.defaultAnswer = (res) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const error = await catchError(board.client({ retriesMax: 0, timeoutMs: 50 }).jobs.get('A-1'))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  it('no TimeoutError if the limit is longer than a timer can be', async () => {
    board.defaultAnswer = (res, request) => setImmediate(() => done(res, request))
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY])
      await board.client({ retriesMax: 0, timeoutMs }).jobs.unpublish('A-1')
  })

  it('an AbortedError with the reason if it is aborted before, during or between attempts', async () => {
    const reason = new Error('shutting down')
    const before = await catchError(board.client().jobs.get('A-1', { signal: AbortSignal.abort(reason) }))
    expect(before).toBeInstanceOf(AbortedError)
    expect([before.cause, board.requests.length]).toEqual([reason, 0])

    const whileKeyIsRead = new AbortController()
    const readKey = async () => {
      whileKeyIsRead.abort(reason)
      return apiKey
    }
    const early = board.client({ apiKey: readKey }).jobs.get('A-1', { signal: whileKeyIsRead.signal })
    expect(await catchError(early)).toBeInstanceOf(AbortedError)
    expect(board.requests).toEqual([])

    const during = new AbortController()
    board.nextAnswers = [() => during.abort(reason)]
    const cutOff = await catchError(board.client().jobs.unpublish('A-1', { signal: during.signal }))
    expect(cutOff).toBeInstanceOf(AbortedError)
    // The request was sent, and the board may have carried it out.
    expect(cutOff.isUnconfirmed).toBe(true)

    const withoutRetries = new AbortController()
    board.nextAnswers = [() => withoutRetries.abort(reason)]
    const call = board.client({ retriesMax: 0 }).jobs.get('A-1', { signal: withoutRetries.signal })
    expect(await catchError(call)).toBeInstanceOf(AbortedError)

    const between = new AbortController()
    let sleptWith: AbortSignal | undefined
    const clock = {
      ...systemClock,
      random: () => 0,
      sleep: (_: number, signal?: AbortSignal) => {
        sleptWith = signal
        // Without a signal, nothing would end this pause.
        if (signal === undefined) return Promise.resolve()
        const slept = systemClock.sleep(600_000, signal)
        between.abort(reason)
        return slept
      },
    }
    board.requests = []
    const error = await catchError(board.client({ clock }).jobs.get('A-1', { signal: between.signal }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(board.requests).toHaveLength(1)
    expect(sleptWith).toBe(between.signal)
  })
})

describe('a call leaves', () => {
  it('no listener on its signal, which may live as long as the process', async () => {
    board.nextAnswers = [failure(503), done]
    const { signal } = new AbortController()
    // With this random number, every pause is 0 ms long.
    await board.client({ clock: { ...systemClock, random: () => -1 } }).jobs.unpublish('A-1', { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a request', () => {
  it.each(['A/B', '50%', 'a b', 'é', '🎷', 'وظيفة', '$&', 'a?b#c', '%2e', 'link'])(
    'delivers the external id unchanged: %s',
    async (id) => {
      board.defaultAnswer = done
      await board.client().candidates.list(id)
      const [, , job, part, last] = board.requests[0]?.url.split('/') ?? []
      expect([job, decodeURIComponent(part ?? ''), last]).toEqual(['job', id, 'candidates'])
    },
  )

  it.each(['', '.', '..', '\ud800'])('is not sent if a path cannot hold the external id: %j', async (id) => {
    expect(await catchError(board.client().candidates.list(id))).toBeInstanceOf(BoardwalkError)
    expect(board.requests).toEqual([])
  })

  it('has the client’s key and the headers of the client and the call', async () => {
    board.defaultAnswer = done
    const client = board.client({ headers: { 'x-a': '1', 'x-b': '1' } })
    await client.jobs.get('A-1', { headers: { 'x-b': '2', 'x-api-key': 'another' } })
    expect(board.requests[0]?.headers).toMatchObject({
      'x-a': '1',
      'x-b': '2',
      'x-api-key': expect.stringMatching(/^bwk_/),
    })
  })
})

describe('a value that JSON cannot hold', () => {
  it('throws an error with the reason before any request: a BigInt, a cycle', async () => {
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
    expect(board.requests).toEqual([])
  })
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
