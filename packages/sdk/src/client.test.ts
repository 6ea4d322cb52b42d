import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Boardwalk } from './client.ts'
import { BoardwalkError } from './error.ts'
import { apiKey, cut, failure, html, json, useBoard } from './test/board.ts'

const board = useBoard()
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('a client', () => {
  it('takes the key and the address from the environment if no option gives them', async () => {
    vi.stubEnv('BOARDWALK_API_KEY', apiKey)
    vi.stubEnv('BOARDWALK_URL', `${board.url}/`)
    board.defaultAnswer = json(200, { job: { id: 'A-1' }, error: null })
    expect(await new Boardwalk().jobs.get('A-1')).toEqual({ job: { id: 'A-1' } })
    expect(board.requests[0]).toMatchObject({ url: '/api/job/A-1', headers: { 'x-api-key': apiKey } })
  })

  it('prefers the key and the address of its options to those of the environment', async () => {
    vi.stubEnv('BOARDWALK_API_KEY', 'bwk_of_the_environment')
    vi.stubEnv('BOARDWALK_URL', 'http://127.0.0.1:1/api')
    board.defaultAnswer = json(200, { job: { id: 'A-1' }, error: null })
    await board.client({ retriesMax: 0 }).jobs.get('A-1')
    expect(board.requests[0]).toMatchObject({ headers: { 'x-api-key': apiKey } })
  })

  it.each([
    [{ apiKey: '' }, 'BOARDWALK_API_KEY'],
    [{ apiKey: `${apiKey}\n` }, 'a line break at its end'],
    [{ baseUrl: '' }, 'BOARDWALK_URL'],
    [{ baseUrl: 'jobs.example.com/api' }, 'not "jobs.example.com/api"'],
    [{ baseUrl: 'file:///etc' }, 'must be an address'],
    [{ baseUrl: 'https://me:secret@jobs.example.com' }, 'neither user nor password'],
    [{ baseUrl: 'https://me@jobs.example.com' }, 'neither user nor password'],
    [{ baseUrl: 'https://jobs.example.com/api?key=1' }, 'nor password, "?" nor "#"'],
    [{ baseUrl: 'https://jobs.example.com/api#top' }, 'nor password, "?" nor "#"'],
  ])('refuses %j', (options, message) => {
    const make = () => new Boardwalk({ apiKey, baseUrl: board.url, ...options })
    expect(make).toThrow(BoardwalkError)
    expect(make).toThrow(message)
  })

  it('refuses to run in a browser unless allowBrowser is true', () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    expect(() => board.client()).toThrow('This is a browser')
    expect(() => board.client({ allowBrowser: false })).toThrow('This is a browser')
    expect(board.client({ allowBrowser: true })).toBeInstanceOf(Boardwalk)
  })

  it('sends its requests with the given fetch', async () => {
    const answer = () => Promise.resolve(Response.json({ jobId: 7, error: null }))
    expect(await board.client({ fetch: answer }).jobs.unpublish('A-1')).toEqual({ jobId: 7 })
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

  it('in an error, even if a proxy’s page repeats the request', async () => {
    board.nextAnswers = [html(403, `x-api-key: ${apiKey} is banned`)]
    await expect(board.client().jobs.get('A-1')).rejects.toThrow('x-api-key: [key] is banned')
    board.nextAnswers = [cut]
    const error: unknown = await board
      .client({ retriesMax: 0 })
      .jobs.get('A-1')
      .catch((thrown) => thrown)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(apiKey)
  })

  it('in the log, which has a line for each answer and each retry', async () => {
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    board.nextAnswers = [failure(503), cut, json(200, { jobId: 42, error: null })]
    await board.client({ logger: { debug: log, warn: log } }).jobs.unpublish('A-1')
    expect(lines).toEqual([
      'DELETE /job/A-1 503 in 0 ms, request r-1',
      'DELETE /job/A-1 failed (503), again in 375 ms',
      'DELETE /job/A-1 failed (ConnectionError), again in 750 ms',
      'DELETE /job/A-1 200 in 0 ms, request r-1',
    ])
  })
})
