import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from './client.ts'
import { BoardwalkError, ServerError } from './error.ts'
import type { FollowOptions } from './follow-candidates.ts'
import type { LogRecord } from './http.ts'
import type { CallOptions } from './options.ts'
import type { UpsertManyOptions } from './resource/jobs.ts'
import { apiKey, cut, failure, json, useBoard } from './test/board.ts'

const board = useBoard()
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('a client', () => {
  it('takes the key and the address from the environment if no option gives them', async () => {
    vi.stubEnv('BOARDWALK_API_KEY', apiKey)
    vi.stubEnv('BOARDWALK_URL', `${board.url}//`)
    board.defaultAnswer = json(200, { job: { id: 'A-1' }, error: null })
    const client = new Boardwalk()
    expect(client.baseUrl).toBe(board.url)
    expect(await client.jobs.get('A-1')).toEqual({ job: { id: 'A-1' } })
    expect(board.requests[0]).toMatchObject({ url: '/api/job/A-1', headers: { 'x-api-key': apiKey } })
  })

  it('refuses a key or an address that cannot be right', () => {
    const address = 'without user, "?" and "#"'
    for (const [options, message] of [
      [{ apiKey: '' }, 'BOARDWALK_API_KEY'],
      [{ apiKey: `${apiKey}\n` }, 'a line break at its end'],
      [{ apiKey: `${apiKey} ` }, 'such as a blank'],
      [{ baseUrl: '' }, 'BOARDWALK_URL'],
      ...['jobs.example.com/api', 'file:///etc', 'https://me:secret@b.example', 'https://me@b.example'].map(
        (baseUrl) => [{ baseUrl }, address],
      ),
      ...['https://b.example/api?key=1', 'https://b.example/api#top'].map((baseUrl) => [{ baseUrl }, address]),
    ] as [BoardwalkOptions, string][]) {
      const make = () => new Boardwalk({ apiKey, baseUrl: board.url, ...options })
      expect(make).toThrow(BoardwalkError)
      expect(make).toThrow(message)
    }
  })

  it('refuses to run in a browser unless allowBrowser is true', () => {
    vi.stubGlobal('window', {})
    // Some servers have this name, too.
    expect(board.client()).toBeInstanceOf(Boardwalk)
    expect(board.client({ baseUrl: 'HTTPS://Jobs.example.com/api' })).toBeInstanceOf(Boardwalk)
    vi.stubGlobal('document', {})
    expect(() => board.client()).toThrow('In a browser')
    expect(() => board.client({ allowBrowser: false })).toThrow('In a browser')
    expect(board.client({ allowBrowser: true })).toBeInstanceOf(Boardwalk)
  })

  it('refuses an option that does not exist, by its name, and a value that cannot be right, also of a call', async () => {
    for (const [options, message] of [
      [{ maxRetries: 3 }, 'There is no option maxRetries; did you mean retriesMax?'],
      [{ timeout: 3 }, 'There is no option timeout; did you mean timeoutMs?'],
      [{ timeoutMs: 0 }, 'timeoutMs must be a number of at least 1, not 0'],
      [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number of at least 1, not NaN'],
      [{ retriesMax: -1 }, 'retriesMax must be a number of at least 0, not -1'],
    ] as const) {
      expect(() => board.client(options as BoardwalkOptions)).toThrow(message)
      await expect(board.client().jobs.get('A-1', options as CallOptions)).rejects.toThrow(
        Object.keys(options)[0] ?? '',
      )
    }
    const { jobs, candidates } = board.client()
    expect(() => candidates.followPages({ interval: 5 } as FollowOptions)).toThrow('There is no option interval')
    expect(() => candidates.followPages({ intervalMs: -1 })).toThrow('intervalMs must be a number of at least 0')
    expect(() => jobs.upsertMany([], { concurrency: 0 })).toThrow('concurrency must be a number of at least 1, not 0')
    expect(() => jobs.upsertMany([], { retries: 5 } as UpsertManyOptions)).toThrow('There is no option retries')
    expect(board.requests).toEqual([])
  })

  it('with other options keeps those that are not given', async () => {
    board.defaultAnswer = json(200, { job: { id: 'A-1' }, error: null })
    const client = board.client({ headers: { 'x-a': '1' } })
    await client.withOptions({ apiKey: 'bwk_other' }).jobs.get('A-1')
    await client.jobs.get('A-1')
    expect(board.requests.map(({ headers }) => [headers['x-api-key'], headers['x-a']])).toEqual([
      ['bwk_other', '1'],
      [apiKey, '1'],
    ])
  })

  it('calls an address that has no method', async () => {
    const client = board.client()
    board.nextAnswers = [failure(503), json(200, { boards: [1], error: null })]
    expect(await client.request('GET', '/boards', { query: { page: 2 } })).toEqual({ boards: [1] })
    // A POST that may have had an effect is not sent again.
    const options = { body: { name: 'A' }, headers: { 'x-a': '1' } }
    await expect(client.request('POST', '/boards', options)).rejects.toThrow(ServerError)
    const sent = { method: 'GET', url: '/api/boards?page=2', headers: { 'x-api-key': apiKey } }
    expect(board.requests).toMatchObject([sent, sent, { method: 'POST', url: '/api/boards', ...options }])
    await expect(client.request('GET', 'boards')).rejects.toThrow('A path begins with "/", unlike "boards"')
  })

  it('sends a key that a function returns, and an error of that function ends the call', async () => {
    board.defaultAnswer = json(200, { job: { id: 'A-1' }, error: null })
    await board.client({ apiKey: () => 'bwk_from_a_vault' }).jobs.get('A-1')
    expect(board.requests[0]?.headers['x-api-key']).toBe('bwk_from_a_vault')
    const broken = board.client({ apiKey: () => Promise.reject(new Error('the vault is closed')) })
    await expect(broken.jobs.get('A-1')).rejects.toThrow('the vault is closed')
    await expect(board.client({ apiKey: () => '' }).jobs.get('A-1')).rejects.toThrow('Give an apiKey')
    expect(board.requests).toHaveLength(1)
  })

  it('sends its requests with the given fetch, or with the global one of that moment', async () => {
    const answer = () => Promise.resolve(Response.json({ jobId: 7, error: null }))
    expect(await board.client({ fetch: answer }).jobs.unpublish('A-1')).toEqual({ jobId: 7 })
    const client = board.client()
    vi.stubGlobal('fetch', answer)
    expect(await client.jobs.unpublish('A-1')).toEqual({ jobId: 7 })
    expect(board.requests).toEqual([])
  })
})

describe('the key does not appear', () => {
  it('in a printed client, or in the error for an invalid key', () => {
    const client = board.client()
    expect(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client) + String(client)).not.toContain(
      apiKey,
    )
    expect(() => board.client({ apiKey: `${apiKey}\n` })).not.toThrow(apiKey)
  })

  it('in the error of a connection', async () => {
    board.nextAnswers = [cut]
    const error: unknown = await board
      .client({ retriesMax: 0 })
      .jobs.get('A-1')
      .catch((thrown) => thrown)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(apiKey)
  })

  it('in the records of the log, which has only warnings unless logLevel is debug', async () => {
    const records: [string, LogRecord][] = []
    const logger = {
      debug: (_: string, record: LogRecord) => void records.push(['debug', record]),
      warn: (_: string, record: LogRecord) => void records.push(['warn', record]),
    }
    for (const logLevel of [undefined, 'debug'] as const) {
      board.nextAnswers = [failure(503), json(200, { jobId: 42, error: null })]
      await board.client({ logger, logLevel }).jobs.unpublish('A-1')
    }
    const call = { method: 'DELETE', path: '/job/A-1' }
    const warning = ['warn', { ...call, retry: 0, error: expect.any(ServerError), pauseMs: 375 }]
    const answered = (retry: number, status: number) => ['debug', { ...call, retry, status, ms: 0, requestId: 'r-1' }]
    expect(records).toEqual([warning, answered(0, 503), warning, answered(1, 200)])
    expect(inspect(records, { depth: 9 })).not.toContain(apiKey)
  })
})
