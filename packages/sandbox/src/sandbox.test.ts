import { once } from 'node:events'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox } from './sandbox.ts'

const job = { id: 'A-1', title: 'Comptable' }

const pdf = Buffer.from('%PDF-1.4 of Salma')

// biome-ignore lint/suspicious/noExplicitAny: tests read any member of the body and check it themselves.
const read = async (answer: Promise<Response>): Promise<any> => (await answer).json()

function start(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options)
  /** A request under `url`, by the global `fetch` or the sandbox's own. */
  const call = (method: string, path: string, body?: object, send: typeof sandbox.fetch = sandbox.fetch) =>
    send(`${sandbox.url}${path}`, {
      method,
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
  it('apply with the given values, and made-up or empty ones for the rest', async () => {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
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
    await expect(sandbox.apply('none')).rejects.toThrow('The sandbox has no job none')
    await expect(sandbox.apply('A-1')).rejects.toThrow('Nobody can apply to job A-1: it is not published')
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
})

it('jobs, candidates and the cursor use the clock of the test', async () => {
  let nowMs = Date.UTC(2026, 2, 1)
  const { sandbox, call } = start({ now: () => nowMs })
  await call('POST', '/job', { job })
  nowMs += 60_000
  expect(await sandbox.apply('A-1')).toMatchObject({ date: '2026-03-01T00:01:00.000Z' })
  expect((await read(call('GET', '/job/A-1'))).job.createdAt).toBe('2026-03-01T00:00:00.000Z')
  nowMs += 60_000
  expect((await call('GET', '/candidates')).headers.get('x-synced-through')).toBe('2026-03-01T00:02:00.200Z')
})

it('two sandboxes share no data', async () => {
  const [one, another] = [start(), start()]
  await one.call('POST', '/job', { job })
  expect((await another.call('GET', '/job/A-1')).status).toBe(404)
  expect(another.sandbox.requests).toHaveLength(1)
})

it('a sandbox works with fake timers, because it waits for none', async () => {
  vi.useFakeTimers()
  try {
    const { sandbox, call } = start()
    await call('POST', '/job', { job })
    expect((await call('POST', '/job', { job })).status).toBe(409)
    const { cv } = await sandbox.apply('A-1', { cv: pdf })
    expect((await sandbox.fetch(cv)).status).toBe(200)
    expect((await read(call('GET', '/candidates'))).total).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

it('an aborted request is rejected, before and while it waits for its answer', async () => {
  const { sandbox } = start()
  const abort = new AbortController()
  const asked = sandbox.fetch(`${sandbox.url}/jobs`, { signal: abort.signal })
  abort.abort()
  await expect(asked).rejects.toThrow('aborted')
  await expect(sandbox.fetch(`${sandbox.url}/jobs`, { signal: abort.signal })).rejects.toThrow('aborted')
  expect(sandbox.requests).toHaveLength(1)
})

/** Each of these tests runs in memory and over HTTP. */
describe.each(['fetch', 'HTTP'])('by %s', (way) => {
  async function open(options = {}) {
    const { sandbox, call } = start(options)
    if (way === 'fetch') return { sandbox, call, close: async () => {} }
    await sandbox.listen()
    return {
      sandbox,
      call: (method: string, path: string, body?: object) => call(method, path, body, fetch),
      close: () => sandbox.close(),
    }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const using = (work: (opened: Opened) => Promise<void>, options?: object) => async () => {
    const opened = await open(options)
    await work(opened).finally(opened.close)
  }

  it(
    'a job is created under the address of the sandbox, and read',
    using(async ({ sandbox, call }) => {
      const created = await call('POST', '/job', { job })
      const origin = new URL(sandbox.url).origin
      expect(created.headers.get('x-request-id')).toBe('from-the-test')
      expect(await created.json()).toEqual({
        jobId: 1,
        jobUrl: `${origin}/fr/companies/test-company/jobs/comptable-1`,
        error: null,
      })
      expect((await read(call('GET', '/job/A-1'))).job).toMatchObject(job)
      expect((await call('HEAD', '/jobs')).status).toBe(200)
    }),
  )

  it(
    'a refusal has the status and message of the server',
    using(async ({ call }) => {
      expect(await read(call('POST', '/job', { job: { id: 'A-1' } }))).toMatchObject({
        jobId: null,
        error: { message: 'job.title is required: it must be a text', requestId: 'from-the-test' },
      })
      expect((await call('PATCH', '/job')).headers.get('allow')).toBe('POST')
      expect(await read(call('GET', '/nothing'))).toMatchObject({ error: { code: 'route_not_found' } })
    }),
  )

  it(
    'a key without the scope is refused, and the board says what it knows of the key',
    using(
      async ({ sandbox, call }) => {
        expect((await call('GET', '/jobs')).status).toBe(200)
        expect((await call('POST', '/job', { job })).status).toBe(403)
        const { key } = await read(call('GET', '/me'))
        expect(key).toMatchObject({ ending: sandbox.apiKey.slice(-4), scopes: ['read'], endsAt: null })
      },
      { scopes: ['read'] },
    ),
  )

  it(
    'the form of a job accepts an application, as on a real board',
    using(async ({ sandbox, call }) => {
      const { jobUrl } = await read(call('POST', '/job', { job }))
      const form = new FormData()
      const filledIn = { firstName: 'Omar', lastName: 'Idrissi', email: 'omar@example.com', consent: 'yes' }
      for (const [name, value] of Object.entries(filledIn)) form.append(name, value)
      form.append('cv', new File(['%PDF-1.4'], 'cv.pdf'))
      const send = way === 'fetch' ? sandbox.fetch : fetch
      const sent = await send(`${jobUrl}/apply`, { method: 'POST', body: form })
      expect([sent.status, await sent.json()]).toMatchObject([201, { id: expect.any(String) }])
      const { candidates } = await read(call('GET', '/job/A-1/candidates'))
      expect(candidates).toMatchObject([{ firstName: 'Omar' }])
      expect(await (await send(candidates[0].cv)).text()).toBe('%PDF-1.4')
      form.set('cv', new File([], ''))
      expect((await send(`${jobUrl}/apply`, { method: 'POST', body: form })).status).toBe(201)
      form.set('cv', new File([], 'cv.pdf'))
      const empty = await send(`${jobUrl}/apply`, { method: 'POST', body: form })
      expect([empty.status, await empty.json()]).toMatchObject([400, { error: { issues: [{ path: 'cv' }] } }])
      const asJson = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      const unsupported = await send(`${jobUrl}/apply`, asJson)
      expect([unsupported.status, await unsupported.json()]).toMatchObject([
        415,
        { error: { code: 'body_unsupported' } },
      ])
      const opened = await send(`${jobUrl}/apply`)
      expect([opened.status, await opened.json()]).toMatchObject([404, { error: { code: 'page_not_found' } }])
      const again = await send(`${jobUrl}/apply`, { method: 'POST', body: new FormData() })
      expect([again.status, await again.json()]).toMatchObject([400, { error: { code: 'invalid_request' } }])
    }),
  )

  it(
    'a request whose answer is lost was carried out, and a lost request was not',
    using(async ({ sandbox, call }) => {
      sandbox.failNext('request lost')
      await expect(call('POST', '/job', { job })).rejects.toThrow('fetch failed')
      sandbox.failNext('answer lost')
      await expect(call('POST', '/job', { job })).rejects.toThrow('fetch failed')
      expect((await call('POST', '/job', { job })).status).toBe(409)
    }),
  )

  it(
    'a truncated answer ends early without an error',
    using(async ({ sandbox, call }) => {
      sandbox.failNext('truncated')
      const created = await call('POST', '/job', { job })
      expect([created.status, await created.text()]).toEqual([200, expect.stringMatching(/^\{"jobId":1,"jobUrl":/)])
      expect((await call('POST', '/job', { job })).status).toBe(409)
      sandbox.failNext('truncated')
      await expect((await call('GET', '/jobs')).json()).rejects.toThrow(SyntaxError)
    }),
  )

  it(
    'a failure with a status has the error body of that address, with the test’s message and code',
    using(async ({ sandbox, call }) => {
      sandbox.failNext({ status: 503, headers: { 'retry-after': '2' } })
      const refused = await call('POST', '/job', { job })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await refused.json()).toEqual({
        jobId: null,
        error: { message: 'Failed with 503, as the test asked', requestId: 'from-the-test' },
      })
      sandbox.failNext({ status: 429, code: 'rate_limited', message: 'Slow down' })
      expect(await read(call('GET', '/jobs'))).toMatchObject({
        jobs: null,
        error: { code: 'rate_limited', message: 'Slow down' },
      })
      sandbox.failNext({ status: 500 })
      expect((await call('HEAD', '/jobs')).status).toBe(500)
      expect((await read(call('GET', '/jobs'))).total).toBe(0)
    }),
  )

  it(
    'the headers of a failure replace those that the board would send',
    using(async ({ sandbox, call }) => {
      for (const failure of [{ status: 503 }, { status: 503, html: '<h1>Away</h1>' }]) {
        sandbox.failNext({ ...failure, headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=1' } })
        const { headers } = await call('GET', '/jobs')
        expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/plain', 'max-age=1'])
      }
    }),
  )

  it(
    'as many requests fail as the test asked, one after another, and none for 0',
    using(async ({ sandbox, call }) => {
      sandbox.failNext({ status: 500 }, 0)
      sandbox.failNext({ status: 503 }, 2)
      sandbox.failNext({ status: 429 })
      const statuses: number[] = []
      for (let count = 0; count < 4; count++) statuses.push((await call('GET', '/jobs')).status)
      expect(statuses).toEqual([503, 503, 429, 200])
    }),
  )

  it(
    'a page of HTML comes with its status',
    using(async ({ sandbox, call }) => {
      sandbox.failNext({ status: 200, html: '<h1>Sign in</h1>' })
      const page = await call('GET', '/jobs')
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await page.text()).toBe('<h1>Sign in</h1>')
    }),
  )

  it(
    'a client without an answer waits until it gives up',
    using(async ({ sandbox }) => {
      sandbox.failNext('no answer')
      const send = way === 'fetch' ? sandbox.fetch : fetch
      await expect(send(`${sandbox.url}/jobs`, { signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout')
    }),
  )

  it(
    '`requests` has every request with the status of its answer',
    using(async ({ sandbox, call }) => {
      await call('POST', '/job', { job })
      sandbox.failNext('answer lost')
      await call('GET', '/jobs?page=1').catch(() => {})
      expect(sandbox.requests).toMatchObject([
        { method: 'POST', path: '/api/job', headers: { 'x-api-key': sandbox.apiKey }, body: { job }, status: 200 },
        { method: 'GET', path: '/api/jobs?page=1', body: undefined, status: undefined },
      ])
      const send = way === 'fetch' ? sandbox.fetch : fetch
      await send(`${sandbox.url}/job`, { method: 'POST', body: 'no JSON' })
      expect(sandbox.requests.at(-1)).toMatchObject({ method: 'POST', body: 'no JSON', status: 401 })
    }),
  )
})

describe('over HTTP', () => {
  // Containers often have no IPv6.
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some((one) => one.address === '::1'),
  )

  it.skipIf(!hasIpv6)('the address of a host of IPv6 has it in brackets', async () => {
    const { sandbox, call } = start()
    await sandbox.listen(0, '::1')
    expect(sandbox.url).toMatch(/^http:\/\/\[::1\]:\d+\/api$/)
    expect((await call('GET', '/jobs', undefined, fetch)).status).toBe(200)
    await sandbox.close()
  })

  it('a port that is in use causes an error', async () => {
    const [one, another] = [createSandbox(), createSandbox()]
    await one.listen()
    await expect(another.listen(Number(new URL(one.url).port))).rejects.toThrow('EADDRINUSE')
    await one.close()
  })

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
    expect((await call('GET', '/jobs', undefined, fetch)).status).toBe(200)
    await sandbox.close()
    await new Promise((resolve) => setImmediate(resolve))
    expect([failures, sandbox.requests.length]).toEqual([[], 1])
  })

  it('requests get no answer after close', async () => {
    const { sandbox, call } = start()
    await sandbox.listen()
    await sandbox.close()
    await expect(call('GET', '/jobs', undefined, fetch)).rejects.toThrow('fetch failed')
  })

  it('close ends a request that waits for its answer, and does nothing if the sandbox does not listen', async () => {
    const { sandbox, call } = start()
    await sandbox.close()
    await sandbox.listen()
    sandbox.failNext('no answer')
    const asked = call('GET', '/jobs', undefined, fetch).catch((error: Error) => error.message)
    await expect.poll(() => sandbox.requests).toHaveLength(1)
    await sandbox.close()
    expect(await asked).toBe('fetch failed')
    await sandbox.close()
  })

  it('answers with the document of the API, by which boardwalk auth login knows a board', async () => {
    const { url, fetch } = createSandbox()
    const answer = await fetch(`${url}/openapi.json`)
    const document = JSON.parse(await answer.text())
    expect([answer.status, document.info.title]).toEqual([200, expect.stringMatching(/^Boardwalk/)])
    expect(Object.keys(document.paths)).toContain('/candidates')
  })
})
