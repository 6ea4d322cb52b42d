import { captureLog } from '@boardwalk/api/test/capture-log'
import { SECRET, whileFailing } from '@boardwalk/api/test/failing-store'
import { apply, pdf } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { password, signedInUser } from '@boardwalk/api/test/user'
import { expect, test } from 'vitest'

const { log, lines, read } = captureLog('trace')
const clock = { ms: Date.now() }
const server = useServer({ log, now: () => clock.ms })

const person = {
  firstName: 'Zoubida',
  lastName: 'Mernissi',
  email: 'zoubida.mernissi@example.com',
  phone: '+212 611 223 344',
  linkedinUrl: 'https://www.linkedin.com/in/zoubida',
  message: 'Bonjour à tous',
}

type Check = () => Promise<void>

const findLine = (requestId: string) => read().find((line) => line.msg === 'request' && line.requestId === requestId)

/** Fails if the log has one of these texts, as it is or encoded for an address. */
function checkAbsent(secrets: (string | null)[]): void {
  const log = lines.join('')
  for (const secret of secrets)
    for (const text of [secret ?? '', encodeURIComponent(secret ?? '')])
      expect([text, text === '' || log.includes(text)]).toEqual([text, false])
}

test('each request is one log line with its id, operation and status, and without a key, a body, a person or a signature', {
  tags: ['logs'],
}, async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Secret title' } })
  expect((await apply(body.jobUrl, person, pdf)).status).toBe(201)
  const { headers, body: list } = await company.call('GET', '/job/A/candidates')
  const [candidate] = list.candidates
  expect((await fetch(candidate.cv)).status).toBe(200)
  const wrong = await server.call('bwk_00000000000000000000000000000000', 'GET', '/jobs')
  // An ATS that mixes up its fields sends what a person typed.
  for (const id of [person.email, encodeURIComponent(person.email), person.lastName]) {
    await company.call('GET', `/candidate/${id}`)
    await fetch(`${server.url}/api/candidate/${id}/cv`)
  }
  await fetch(`${server.url}/api/candidates/${person.email}`)
  await fetch(`${server.url}/healthz?key=${company.key}`)
  await expect
    .poll(() => findLine(headers.get('x-request-id') ?? ''))
    .toMatchObject({
      operation: 'listCandidates',
      method: 'GET',
      path: '/api/job/A/candidates',
      status: 200,
      keyId: company.keyId,
      userAgent: 'node',
      durationMs: expect.any(Number),
      isFinished: true,
    })
  expect(lines.filter((line) => line.includes('/apply') && line.includes('userAgent'))).toEqual([])
  const refused = { status: 403, code: 'api_key_invalid' }
  await expect.poll(() => findLine(wrong.headers.get('x-request-id') ?? '')).toMatchObject(refused)
  const signature = new URL(candidate.cv).searchParams.get('signature')
  checkAbsent([company.key, 'bwk_0000', 'Secret title', signature, ...Object.values(person)])
})

test('a request of the back office is logged with its path, and without a password, a link, a cookie, a key or a person', async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob('Secret title')
  const { body: accepted } = await apply(jobUrl, person, pdf)
  await company.call('GET', '/candidates')
  const backOffice = await signedInUser(server, company, 'user@example.com')
  const { client, email } = backOffice
  const refused = client.session.signIn.mutate({ email, password: `${password}!` })
  await expect(refused).rejects.toMatchObject({ data: { code: 'sign_in_refused' } })
  const { key } = await client.key.create.mutate({ name: 'Secret name', scopes: ['read'] })
  await client.application.list.query({ search: person.lastName })
  const headers = { cookie: backOffice.cookie ?? '' }
  expect((await fetch(`${server.url}/backoffice/cv/${accepted.id}`, { headers })).status).toBe(200)
  await fetch(`${server.url}/trpc/session.me?input=${encodeURIComponent(JSON.stringify({ email }))}`, { headers })
  const readRequests = () => read().map(({ method, path, status }) => `${method} ${path} ${status}`)
  for (const line of ['POST /trpc/session.signIn 401', 'POST /trpc/key.create 200', 'GET /trpc/session.me 200'])
    await expect.poll(readRequests).toContain(line)
  const [, cookie = ''] = /=(?:s%3A)?([^.;]{20,})/.exec(backOffice.cookie ?? '') ?? []
  checkAbsent([email, password, key, cookie, 'Secret title', 'Secret name', ...Object.values(person)])
})

test('an internal error of the API, a page or the back office is logged once with its cause and request id', async () => {
  const company = await server.company()
  const { client } = await signedInUser(server, company)
  const { jobUrl } = await company.boardJob()
  const failures = () => read().filter(({ msg }) => msg === 'request failed')
  const cause = { message: SECRET, stack: expect.stringContaining('Error: ') }
  for (const [name, ask, said] of [
    ['list', () => company.call('GET', '/jobs'), { operation: 'listJobs' }],
    ['findById', () => fetch(jobUrl), {}],
    ['lookUp', () => client.job.list.query({}).catch(() => {}), {}],
  ] as const) {
    const before = failures().length
    await whileFailing(server.deps.jobs, name, async () => void (await ask()))
    const line = { ...said, requestId: expect.any(String), code: 'internal', err: cause }
    expect([name, failures().slice(before)]).toMatchObject([name, [line]])
    // The line of the request has the code too.
    const { requestId } = failures().at(-1) ?? {}
    await expect.poll(() => findLine(requestId)).toMatchObject({ status: 500, code: 'internal' })
  }
})

test('a 503 tells the caller whether a change is in doubt, and the operator why: in the log and the metrics', async () => {
  const company = await server.company()
  await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
  const busy = Object.assign(new Error(SECRET), { name: 'MongoWaitQueueTimeoutError' })
  const change = { job: { city: 'Fès' } }
  // No process has read the key of this one, so that the first thing to fail is the search for it.
  const unread = await server.company()
  const { jobs, apiKeys } = server.deps
  for (const [code, caller, method, fail] of [
    ['unavailable', company, 'GET', (ask: Check) => whileFailing(jobs, 'findByExternalId', ask, busy)],
    ['unconfirmed', company, 'PUT', (ask: Check) => whileFailing(jobs, 'replace', ask, busy)],
    ['unavailable', unread, 'PUT', (ask: Check) => whileFailing(apiKeys, 'findByHash', ask, busy)],
  ] as const) {
    await fail(async () => {
      const answer = await caller.call(method, '/job/A', method === 'PUT' ? change : undefined)
      expect(answer).toMatchObject({ status: 503, body: { error: { code } } })
      const requestId = answer.headers.get('x-request-id') ?? ''
      await expect.poll(() => findLine(requestId)).toMatchObject({ status: 503, code, reason: 'database_busy' })
    })
  }
  expect(await server.deps.metrics.text()).toContain('boardwalk_http_failures_total{code="database_busy"} 3')
})

test('a request keeps the id that its caller gave it if that id is well-formed; otherwise it gets a new one', async () => {
  const fetchId = async (given: string) => {
    const answer = await fetch(`${server.url}/api/jobs`, { headers: { 'x-request-id': given } })
    const id = answer.headers.get('x-request-id')
    expect(await answer.json()).toMatchObject({ error: { requestId: id } })
    return id
  }
  for (const id of ['a', 'A-1.b:c_d', 'x'.repeat(128)]) expect(await fetchId(id)).toBe(id)
  for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', '<b>', 'a,b', 'é'])
    expect(await fetchId(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
})
