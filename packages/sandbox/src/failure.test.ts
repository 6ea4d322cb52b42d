import { describe, expect, it } from 'vitest'
import { job, open, pdf, read, ways } from './test/start.ts'

/* The failures that a test asks for. Each of these tests runs in memory and over HTTP. */

describe.each(ways)('a test makes requests fail, by %s', (way) => {
  it('a lost request was not carried out; one whose answer was lost or truncated was', async () => {
    const { sandbox, call } = await open(way)
    const lost = ['request lost', 'answer lost'] as const
    for (const failure of lost) {
      sandbox.failNext(failure)
      await expect(call('POST', '/job', { job: { ...job, id: failure } })).rejects.toThrow('fetch failed')
    }
    sandbox.failNext('truncated')
    const created = await call('POST', '/job', { job })
    expect(created.status).toBe(200)
    await expect(created.text()).rejects.toThrow('terminated')
    const statuses = []
    for (const id of [...lost, job.id]) statuses.push((await call('GET', `/job/${encodeURIComponent(id)}`)).status)
    expect(statuses).toEqual([404, 200, 200])
  })

  it('a failure with a status has the error body of that address, or HTML, and the test’s message, code and headers', async () => {
    const { sandbox, call } = await open(way)
    const headers = { 'retry-after': '2', 'cache-control': 'max-age=1' }
    sandbox.failNext({ status: 503, headers })
    const refused = await call('POST', '/job', { job })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(refused.headers.get('cache-control')).toBe('max-age=1')
    const message = 'Failed with 503, as the test asked'
    expect(await refused.json()).toEqual({ jobId: null, error: { message, requestId: 'from-the-test' } })
    sandbox.failNext({ status: 429, code: 'rate_limited', message: 'Slow down' })
    const limited = { jobs: null, error: { code: 'rate_limited', message: 'Slow down' } }
    expect(await read(call('GET', '/jobs'))).toMatchObject(limited)
    sandbox.failNext({ status: 200, html: '<h1>Sign in</h1>' })
    const page = await call('GET', '/jobs')
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      'text/html; charset=utf-8',
      '<h1>Sign in</h1>',
    ])
    sandbox.failNext({ status: 500, headers: { 'content-type': 'text/plain' } })
    expect((await call('HEAD', '/jobs')).headers.get('content-type')).toBe('text/plain')
    expect((await read(call('GET', '/jobs'))).total).toBe(0)
  })

  it('as many requests fail as the test asked, one after another, and none for 0', async () => {
    const { sandbox, call } = await open(way)
    sandbox.failNext({ status: 500 }, { times: 0 })
    sandbox.failNext({ status: 503 }, { times: 2 })
    sandbox.failNext({ status: 429 })
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await call('GET', '/jobs')).status)
    expect(statuses).toEqual([503, 503, 429, 200])
  })

  it('a failure waits for the requests of its aim, and those before and between them pass', async () => {
    const { sandbox, send, call } = await open(way)
    sandbox.failNext({ status: 500 }, { path: '/api/job/A%2FB' })
    sandbox.failNext(
      { status: 429 },
      { operation: 'upsertJobs', when: ({ body }) => JSON.stringify(body).includes('A-2') },
    )
    sandbox.failNext({ status: 418 }, { operation: 'apply', times: Number.POSITIVE_INFINITY })
    sandbox.failNext({ status: 400 }, { operation: 'cvLink' })
    const push = (id: string) => call('PUT', '/jobs', { jobs: [{ id, title: 'Comptable' }] })
    const answers = [await push('A-1'), await push('A-2'), await push('A-2'), await call('GET', '/job/A%2FB?x')]
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200, 500])
    const { jobUrl } = (await read(call('GET', '/job/A-1'))).job
    for (let count = 0; count < 2; count++)
      expect((await send(`${jobUrl}/apply`, { method: 'POST', body: new FormData() })).status).toBe(418)
    // No form was carried out.
    expect((await read(call('GET', '/job/A-1/candidates'))).total).toBe(0)
    const { cv } = await sandbox.apply('A-1', { cv: pdf })
    expect([(await send(cv)).status, (await send(cv)).status]).toEqual([400, 200])
  })

  it('a late answer comes after its delay, and its request was carried out at once', async () => {
    const { sandbox, call } = await open(way)
    sandbox.failNext({ delayMs: 60_000 }, { operation: 'createJob' })
    sandbox.failNext({ delayMs: 10 }, { operation: 'listJobs' })
    const abort = new AbortController()
    const given = call('POST', '/job', { job }, abort.signal).catch((error: Error) => error.name)
    await expect.poll(async () => (await read(call('GET', '/jobs'))).total).toBe(1)
    abort.abort()
    expect(await given).toBe('AbortError')
  })

  it('an answer with unknown values has a header, members and values more, and is the board’s in all else', async () => {
    const { sandbox, call } = await open(way)
    await call('POST', '/job', { job: { ...job, languages: ['fr', 'en'], tools: { used: 'X' } } })
    await sandbox.apply('A-1')
    const asked = ['/job/A-1', '/candidates', '/job/none', '/openapi.json']
    for (const path of asked) {
      const known = await read(call('GET', path))
      sandbox.failNext('unknown values')
      const answer = await call('GET', path)
      expect(answer.headers.get('x-tomorrow')).toBe('yes')
      expect(await answer.json()).toMatchObject(withUnknownValues[path]?.(known) ?? known)
    }
  })
})

const tomorrow = 'TOMORROW'
/** What the answer to a path is then, by the board's own answer. */
// biome-ignore lint/suspicious/noExplicitAny: the test reads any member of the answers.
const withUnknownValues: Record<string, (known: any) => object> = {
  '/job/A-1': ({ job }) => ({
    error: null,
    tomorrow,
    job: {
      ...job,
      languages: ['fr', 'en', tomorrow],
      status: tomorrow,
      changedBy: tomorrow,
      tomorrow,
      tools: { used: 'X' },
    },
  }),
  '/candidates': ({ candidates: [candidate] }) => ({
    total: 1,
    error: null,
    tomorrow,
    candidates: [
      {
        ...candidate,
        status: tomorrow,
        statusChangedBy: tomorrow,
        tomorrow,
      },
    ],
  }),
  '/job/none': ({ error }) => ({ job: null, tomorrow, error: { ...error, tomorrow } }),
}
