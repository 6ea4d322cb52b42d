import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { job, open, pdf, read, start, ways } from './test/start.ts'

it('a sandbox works with fake timers, because it waits for none, and shares no data with another', async () => {
  // A long text fills the board's turn, so the next one begins with a pause.
  await start().call('POST', '/job', { job: { ...job, description: 'long '.repeat(5_000) } })
  vi.useFakeTimers()
  try {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    expect((await call('POST', '/job', { job })).status).toBe(409)
    const { cv } = await sandbox.apply('A-1', { cv: pdf })
    expect((await sandbox.fetch(cv)).status).toBe(200)
    expect((await read(call('GET', '/candidates'))).total).toBe(1)
    expect((await start().call('GET', '/job/A-1')).status).toBe(404)
  } finally {
    vi.useRealTimers()
  }
})

it('a request waits for candidates until the timer ends; with a clock of its own, the sandbox answers it at once', async () => {
  vi.useFakeTimers()
  try {
    const { call } = start()
    const waiting = call('GET', '/candidates?wait=20')
    // The request has a timer of its own from the start. Those of the wait come after work that takes real time.
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await waiting).headers.get('x-waited')).toBe('20.000')
  } finally {
    vi.useRealTimers()
  }
  const { call } = start({ now: () => Date.UTC(2026, 2, 1) })
  expect((await call('GET', '/candidates?wait=20')).headers.get('x-waited')).toBe('0.000')
})

/** Each of these tests runs in memory and over HTTP. */
describe.each(ways)('a test drives the sandbox, by %s', (way) => {
  it('a job has the address of the sandbox, and an answer the id of its request', async () => {
    const { sandbox, call } = await open(way)
    const created = await call('POST', '/job', { job })
    expect(created.headers.get('x-request-id')).toBe('from-the-test')
    const jobUrl = `${new URL(sandbox.url).origin}/fr/companies/test-company/jobs/comptable-1`
    expect(await created.json()).toEqual({ jobId: 1, jobUrl, error: null })
    expect((await call('HEAD', '/jobs')).status).toBe(200)
    // By this document, `boardwalk auth login` knows a board.
    expect((await read(call('GET', '/openapi.json'))).info.title).toMatch(/^Boardwalk/)
  })

  it('the form of a job accepts an application with a CV, and refuses an empty file', async () => {
    const { send, call } = await open(way)
    const { jobUrl } = await read(call('POST', '/job', { job }))
    const sendForm = async (cv: File) => {
      const form = new FormData()
      const filledIn = { firstName: 'Omar', lastName: 'Idrissi', email: 'omar@example.com', consent: 'yes' }
      for (const [name, value] of Object.entries(filledIn)) form.append(name, value)
      form.append('cv', cv)
      return (await send(`${jobUrl}/apply`, { method: 'POST', body: form })).status
    }
    const files = [new File(['%PDF-1.4'], 'cv.pdf'), new File([], ''), new File([], 'cv.pdf')]
    const statuses = []
    for (const file of files) statuses.push(await sendForm(file))
    expect(statuses).toEqual([201, 201, 400])
    const { candidates } = await read(call('GET', '/job/A-1/candidates'))
    expect(await (await send(candidates[0].cv)).text()).toBe('%PDF-1.4')
    const asText = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '' }
    expect([(await send(`${jobUrl}/apply`, asText)).status, (await send(`${jobUrl}/apply`)).status]).toEqual([415, 404])
  })

  it('a request that waits for candidates is answered when a person applies, and ends with its caller', async () => {
    const { sandbox, send, call } = await open(way)
    await call('POST', '/job', { job })
    const abort = new AbortController()
    const headers = { 'x-api-key': sandbox.apiKey }
    const given = send(`${sandbox.url}/candidates?wait=20`, { headers, signal: abort.signal }).catch(({ name }) => name)
    const waiting = call('GET', '/candidates?wait=20')
    await expect.poll(() => sandbox.requests).toHaveLength(3)
    abort.abort()
    expect(await given).toBe('AbortError')
    const candidate = await sandbox.apply('A-1')
    expect((await read(waiting)).candidates).toEqual([candidate])
  })

  it('`requests` has every request with the status of its answer, or none if the client gave up', async () => {
    const { sandbox, send, call } = await open(way)
    await call('POST', '/job', { job })
    sandbox.failNext('no answer')
    const abort = new AbortController()
    const unanswered = send(`${sandbox.url}/jobs?page=1`, { signal: abort.signal }).catch((error: Error) => error.name)
    await expect.poll(() => sandbox.requests).toHaveLength(2)
    abort.abort()
    expect(await unanswered).toBe('AbortError')
    await expect(send(`${sandbox.url}/jobs`, { signal: abort.signal })).rejects.toThrow('aborted')
    await send(`${sandbox.url}/job`, { method: 'POST', body: 'no JSON' })
    expect(sandbox.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/job',
        headers: { 'x-api-key': sandbox.apiKey },
        body: { job },
        status: 200,
        operation: 'createJob',
        company: 'test-company',
        answer: {
          jobId: 1,
          error: null,
        },
      },
      { method: 'GET', path: '/api/jobs?page=1', operation: 'listJobs', body: undefined, status: undefined },
      { method: 'POST', body: 'no JSON', company: undefined, status: 401, answer: { error: {} } },
    ])
    await send(`${sandbox.url}/nowhere`, { headers: { 'x-api-key': `bwk_${'x'.repeat(32)}` } })
    expect(sandbox.requests.at(-1)).toMatchObject({ operation: undefined, company: undefined, status: 404 })
  })
})

it('the board’s clock moves forward and back, and a link to a CV ends by it', async () => {
  const { sandbox, call } = start({ now: () => Date.UTC(2026, 2, 1) })
  await call('POST', '/job', { job })
  const { cv, date } = await sandbox.apply('A-1', { cv: pdf })
  expect(date).toMatch(/^2026-03-01T00:00:00/)
  sandbox.moveClock(40 * 24 * 60 * 60 * 1000)
  expect(new Date(sandbox.now()).toISOString()).toBe('2026-04-10T00:00:00.000Z')
  expect((await sandbox.fetch(cv)).status).toBe(403)
  expect((await sandbox.apply('A-1')).date).toMatch(/^2026-04-10T00:00:00/)
  sandbox.moveClock(-40 * 24 * 60 * 60 * 1000)
  expect((await sandbox.fetch(cv)).status).toBe(200)
  expect(sandbox.requests.map(({ at }) => new Date(at).getUTCMonth())).toEqual([2, 3, 2])
})

it('a job closes by the board’s clock: it takes no applications, and the list of changes has it', async () => {
  const { sandbox, call } = start({ now: () => Date.UTC(2026, 2, 1) })
  const closing = { ...job, boardwalk: { closesAt: '2026-03-31' } }
  const { jobUrl } = await (await call('POST', '/job', { job: closing })).json()
  await sandbox.apply('A-1')
  const listChanges = async () => (await (await call('GET', '/jobs?changedSince=2026-03-02')).json()).jobs
  expect(await listChanges()).toEqual([])
  sandbox.moveClock(31 * 24 * 60 * 60 * 1000)
  await expect(sandbox.apply('A-1')).rejects.toThrow('Job A-1 takes no applications: its closing date has passed')
  const form = await sandbox.fetch(`${jobUrl}/apply`, { method: 'POST', body: new FormData() })
  expect([form.status, (await form.json()).error.code]).toEqual([410, 'job_closed'])
  expect(await listChanges()).toMatchObject([{ id: 'A-1', status: 'PUBLISHED' }])
  await call('PUT', '/job/A-1', { job: { boardwalk: { closesAt: '2026-04-30' } } })
  await sandbox.apply('A-1')
})

describe('over HTTP', () => {
  it('a request that is cut off within its body ends alone', async () => {
    const { sandbox, call } = start()
    await sandbox.listen()
    const failures: unknown[] = []
    const note = (reason: unknown) => failures.push(reason)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const cut = request(`${sandbox.url}/job`, { method: 'POST', headers: { 'content-length': '9' } })
    cut.write('{', () => cut.destroy())
    await once(cut, 'error')
    expect((await call('GET', '/jobs', undefined, { send: fetch })).status).toBe(200)
    await sandbox.close()
    await new Promise((resolve) => setImmediate(resolve))
    expect([failures, sandbox.requests.length]).toEqual([[], 1])
  })

  it('close ends a request that waits for its answer, and does nothing if the sandbox does not listen', async () => {
    const { sandbox, call } = start()
    await sandbox.close()
    await sandbox.listen()
    sandbox.failNext('no answer')
    const asked = call('GET', '/jobs', undefined, { send: fetch }).catch((error: Error) => error.message)
    await expect.poll(() => sandbox.requests).toHaveLength(1)
    await sandbox.close()
    expect(await asked).toBe('fetch failed')
    await expect(call('GET', '/jobs', undefined, { send: fetch })).rejects.toThrow('fetch failed')
    await sandbox.close()
  })
})
