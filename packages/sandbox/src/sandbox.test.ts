import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox } from './sandbox.ts'

const job = { id: 'A-1', title: 'Comptable', description: 'D', country: 'Maroc' }

const pdf = Buffer.from('%PDF-1.4 of Salma')

// biome-ignore lint/suspicious/noExplicitAny: tests read any member of the body and check it themselves.
const read = async (answer: Promise<Response>): Promise<any> => (await answer).json()

type Call = [method: string, path: string, body?: object, signal?: AbortSignal]

function start(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options)
  /** A request under `url`, by the global `fetch` or the sandbox's own. */
  const call = (
    method: string,
    path: string,
    body?: object,
    { send = sandbox.fetch, signal }: { send?: typeof sandbox.fetch; signal?: AbortSignal } = {},
  ) =>
    send(`${sandbox.url}${path}`, {
      ...{ method, signal: signal ?? null },
      headers: {
        'x-api-key': sandbox.apiKey,
        'x-request-id': 'from-the-test',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { sandbox, call }
}

describe('people on the board', () => {
  it('apply with the given values, and made-up or empty ones for the rest; a key has the scopes of the test', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    expect((await start({ scopes: ['read'] }).call('POST', '/job', { job })).status).toBe(403)
    const candidate = await sandbox.apply('A-1', { firstName: 'Nadia', phone: '+212 600 000 000' })
    expect(candidate).toMatchObject({ offerId: 'A-1', firstName: 'Nadia', lastName: 'Bennani', message: '', cv: '' })
    expect(await read(call('GET', '/candidates'))).toEqual({ candidates: [candidate], total: 1, error: null })
  })

  it('apply with a CV, which the candidate’s link opens', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    const { cv, id } = await sandbox.apply('A-1', { cv: pdf })
    const download = await sandbox.fetch(cv)
    expect(download.headers.get('content-disposition')).toContain('filename="CV Salma Bennani.pdf"')
    expect(await download.text()).toBe('%PDF-1.4 of Salma')
    expect((await sandbox.fetch(cv.replace(/signature=./, 'signature='))).status).toBe(403)
    await sandbox.erase(id)
    expect((await sandbox.fetch(cv)).status).toBe(410)
  })

  it('cannot apply to a missing or unpublished job, or with values that the form refuses', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job: { ...job, status: 'UNPUBLISHED' } })
    await expect(sandbox.apply('none')).rejects.toThrow('Test Company has no job none in the sandbox')
    await expect(sandbox.apply('A-1')).rejects.toThrow('Job A-1 takes no applications: it is not published')
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    await expect(sandbox.apply(jobId, { email: 'nadia' })).rejects.toThrow('email must be an e-mail address')
    await expect(sandbox.addJob({ title: '' })).rejects.toThrow('title must not be blank')
  })

  it('set the status of a candidate, and erase what the candidate sent', async () => {
    const { sandbox, call } = start()
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    const { id } = await sandbox.apply(jobId)
    await sandbox.setStatus(id, 'SHORTLISTED')
    const candidates = async () => (await read(call('GET', '/candidates'))).candidates
    expect(await candidates()).toMatchObject([{ id, status: 'SHORTLISTED', firstName: 'Salma' }])
    // The same made-up person applies once more. That application stays.
    const again = await sandbox.apply(jobId)
    await sandbox.erase(id)
    expect(await candidates()).toMatchObject([{ id, status: 'SHORTLISTED', firstName: '', email: '' }, again])
    await expect(sandbox.setStatus('none', 'HIRED')).rejects.toThrow('no application with the id none')
  })

  it('are told of by changes, as are callers: who is new, has another status or is erased, until the erasure is confirmed', async () => {
    const { sandbox, call } = start()
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse' })
    const [{ id }, { id: hired }] = [await sandbox.apply(jobId), await sandbox.apply(jobId)]
    const update = async (sent: object) =>
      (await read(call('PUT', '/candidates', { candidates: [sent] }))).results[0].status
    let since = '1970-01-01'
    async function listChanges() {
      const answer = await call('GET', `/candidates?changes=true&since=${since}`)
      since = answer.headers.get('x-synced-through') ?? ''
      return (await read(Promise.resolve(answer))).candidates
    }
    expect(await listChanges()).toMatchObject([{ id }, { id: hired }])
    expect(await update({ id, erased: true })).toBe('failed')
    await sandbox.setStatus(id, 'SHORTLISTED')
    expect(await update({ id: hired, status: 'HIRED' })).toBe('updated')
    await sandbox.erase(id)
    expect(await listChanges()).toMatchObject([
      { id: hired, status: 'HIRED', statusChangedBy: 'api', erasedAt: null },
      { id, status: 'SHORTLISTED', statusChangedBy: 'back_office', erasedAt: expect.any(String), email: '' },
    ])
    expect([await update({ id, erased: true }), await update({ id, erased: true })]).toEqual(['updated', 'unchanged'])
    expect(await listChanges()).toEqual([])
  })
})

it('a sandbox works with fake timers, because it waits for none, and shares no data with another', async () => {
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
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await waiting).headers.get('x-waited')).toBe('20.000')
  } finally {
    vi.useRealTimers()
  }
  const { call } = start({ now: () => Date.UTC(2026, 2, 1) })
  expect((await call('GET', '/candidates?wait=20')).headers.get('x-waited')).toBe('0.000')
})

/** Each of these tests runs in memory and over HTTP. */
describe.each(['fetch', 'HTTP'])('by %s', (way) => {
  async function open(options = {}) {
    const { sandbox, call } = start(options)
    const send = way === 'fetch' ? sandbox.fetch : fetch
    if (way === 'HTTP') {
      await sandbox.listen()
      onTestFinished(() => sandbox.close())
    }
    return {
      sandbox,
      send,
      call: (...[method, path, body, signal]: Call) => call(method, path, body, { send, ...(signal && { signal }) }),
    }
  }

  it('a job has the address of the sandbox, and an answer the id of its request', async () => {
    const { sandbox, call } = await open()
    const created = await call('POST', '/job', { job })
    expect(created.headers.get('x-request-id')).toBe('from-the-test')
    const jobUrl = `${new URL(sandbox.url).origin}/fr/companies/test-company/jobs/comptable-1`
    expect(await created.json()).toEqual({ jobId: 1, jobUrl, error: null })
    expect((await call('HEAD', '/jobs')).status).toBe(200)
    // By this document, `boardwalk auth login` knows a board.
    expect((await read(call('GET', '/openapi.json'))).info.title).toMatch(/^Boardwalk/)
  })

  it('the form of a job accepts an application with a CV, and refuses an empty file', async () => {
    const { send, call } = await open()
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

  it('a lost request was not carried out; one whose answer was lost or truncated was', async () => {
    const { sandbox, call } = await open()
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
    const { sandbox, call } = await open()
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
    const { sandbox, call } = await open()
    sandbox.failNext({ status: 500 }, { times: 0 })
    sandbox.failNext({ status: 503 }, { times: 2 })
    sandbox.failNext({ status: 429 })
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await call('GET', '/jobs')).status)
    expect(statuses).toEqual([503, 503, 429, 200])
  })

  it('a failure waits for the requests of its aim, and those before and between them pass', async () => {
    const { sandbox, send, call } = await open()
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
    const { sandbox, call } = await open()
    sandbox.failNext({ delayMs: 60_000 }, { operation: 'createJob' })
    sandbox.failNext({ delayMs: 10 }, { operation: 'listJobs' })
    const abort = new AbortController()
    const given = call('POST', '/job', { job }, abort.signal).catch((error: Error) => error.name)
    await expect.poll(async () => (await read(call('GET', '/jobs'))).total).toBe(1)
    abort.abort()
    expect(await given).toBe('AbortError')
  })

  it('a request that waits for candidates is answered when a person applies, and ends with its caller', async () => {
    const { sandbox, send, call } = await open()
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
    const { sandbox, send, call } = await open()
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
        ...{ method: 'POST', path: '/api/job', headers: { 'x-api-key': sandbox.apiKey }, body: { job }, status: 200 },
        ...{ operation: 'createJob', company: 'test-company', answer: { jobId: 1, error: null } },
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
