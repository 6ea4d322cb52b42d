import { expect, test } from 'vitest'
import { inviteAdministrator } from '../feature/administrator/service.ts'
import { actAsOperator } from '../feature/audit/service.ts'
import { openBackOffice, password, readLinkSecret, signedInAdministrator } from '../test/administrator.ts'
import { captureLog } from '../test/capture-log.ts'
import { SECRET, whileFailing, whileReplaced } from '../test/failing-store.ts'
import { apply, pdf } from '../test/form.ts'
import { useServer } from '../test/harness.ts'

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

/** Finds the line of a request. */
const findLine = (requestId: string) => read().find((line) => line.msg === 'request' && line.requestId === requestId)

test('each request is one log line with its id, operation and status, and without a key, a body, a person or a signature', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Secret title' } })
  expect((await apply(body.jobUrl, person, pdf)).status).toBe(201)
  const { headers, body: list } = await company.call('GET', '/job/A/candidates')
  const [candidate] = list.candidates
  expect((await fetch(candidate.cv)).status).toBe(200)
  const wrong = await server.call('bwk_00000000000000000000000000000000', 'GET', '/jobs')
  await fetch(`${server.url}/healthz?key=${company.key}`)

  const log = lines.join('')
  expect(read()).toContainEqual(
    expect.objectContaining({
      requestId: headers.get('x-request-id'),
      operation: 'listCandidates',
      method: 'GET',
      path: '/api/job/A/candidates',
      status: 200,
      keyId: company.keyId,
      durationMs: expect.any(Number),
      isFinished: true,
    }),
  )
  const refused = { requestId: wrong.headers.get('x-request-id'), status: 403, code: 'api_key_invalid' }
  expect(read()).toContainEqual(expect.objectContaining(refused))
  const signature = new URL(candidate.cv).searchParams.get('signature')
  for (const secret of [company.key, 'bwk_0000', 'Secret title', signature, ...Object.values(person)]) {
    expect(log).not.toContain(secret)
  }
})

test('a request of the back office is logged with its path, and without a password, a link, a cookie, a key or a person', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Secret title' } })
  const { body: accepted } = await apply(body.jobUrl, person, pdf)
  await company.call('GET', '/candidates')
  const email = 'administrator@example.com'
  const link = readLinkSecret(await inviteAdministrator(server.deps, actAsOperator(company.id), { email }))
  const backOffice = openBackOffice(server.url)
  const { client } = backOffice
  await client.session.checkLink.query({ link })
  await client.session.setPassword.mutate({ link, password })
  const before = lines.length
  const refused = client.session.signIn.mutate({ email, password: `${password}!` })
  await expect(refused).rejects.toMatchObject({ data: { code: 'sign_in_refused' } })
  await client.session.signIn.mutate({ email, password })
  const { key } = await client.key.create.mutate({ name: 'Secret name', scopes: ['read'] })
  const { applications } = await client.application.list.query({ search: person.lastName })
  expect(applications).toMatchObject([{ id: accepted.id }])
  const headers = { cookie: backOffice.cookie ?? '' }
  expect((await fetch(`${server.url}/backoffice/cv/${accepted.id}`, { headers })).status).toBe(200)
  await fetch(`${server.url}/trpc/session.me?input=${encodeURIComponent(JSON.stringify({ email }))}`, { headers })

  await expect.poll(() => lines.slice(before).filter((line) => line.includes('"msg":"request"')).length).toBe(6)
  const told = lines.slice(before).flatMap((line) => {
    const { msg, method, path, status } = JSON.parse(line)
    return msg === 'request' ? [`${method} ${path} ${status}`] : []
  })
  expect(told).toEqual([
    'POST /trpc/session.signIn 401',
    'POST /trpc/session.signIn 200',
    'POST /trpc/key.create 200',
    'POST /trpc/application.list 200',
    `GET /backoffice/cv/${accepted.id} 200`,
    'GET /trpc/session.me 200',
  ])
  const [, cookie = ''] = /=(?:s%3A)?([^.;]{20,})/.exec(backOffice.cookie ?? '') ?? []
  expect(cookie).not.toBe('')
  const secrets = [email, password, link, key, cookie, 'Secret title', 'Secret name', ...Object.values(person)]
  for (const secret of secrets) {
    expect(lines.join('')).not.toContain(secret)
    expect(lines.join('')).not.toContain(encodeURIComponent(secret))
  }
})

test('an internal error of the API, a page or the back office is logged once with its cause and request id', async () => {
  const company = await server.company()
  const { client } = await signedInAdministrator(server, company)
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
  const { jobs } = server.deps
  const failures = () => read().filter(({ msg }) => msg === 'request failed')
  const cause = { message: SECRET, stack: expect.stringContaining('Error: ') }
  const asked = [
    ['list', () => company.call('GET', '/jobs'), { operation: 'listJobs' }],
    ['findById', () => fetch(body.jobUrl), {}],
    ['lookUp', () => client.job.list.query({}).catch(() => {}), {}],
  ] as const
  for (const [name, ask, said] of asked) {
    const before = failures().length
    await whileFailing(jobs, name, async () => void (await ask()))
    expect([name, failures().slice(before)]).toMatchObject([
      name,
      [{ ...said, requestId: expect.any(String), code: 'internal', err: cause }],
    ])
    expect([name, failures().length]).toEqual([name, before + 1])
    // The line of the request has the code too.
    const { requestId } = failures().at(-1) ?? {}
    await expect.poll(() => findLine(requestId)).toMatchObject({ status: 500, code: 'internal' })
  }
})

test('a request keeps the id that its caller gave it if that id is well-formed; otherwise it gets a new one', async () => {
  const fetchId = async (given: string) =>
    (await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  for (const id of ['a', 'A-1.b:c_d', 'x'.repeat(128)]) expect(await fetchId(id)).toBe(id)
  for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', '<b>', 'a,b', 'é'])
    expect(await fetchId(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
})

test('the company’s record has the time at which a request arrived, not the time of its answer', async () => {
  const company = await server.company()
  const { jobs } = server.deps
  const { list } = jobs
  const cameMs = clock.ms
  const slow: typeof list = (...args) => {
    clock.ms += 60_000
    return list(...args)
  }
  Object.assign(jobs, { list: slow })
  await company.call('GET', '/jobs')
  Object.assign(jobs, { list })
  const requests = async () => {
    await server.deps.recorder.flush()
    return (await server.deps.requests.list(company.id, {}, 10)).requests
  }
  // The request is recorded after the answer has been sent.
  await expect.poll(requests).toMatchObject([{ operation: 'listJobs', at: new Date(cameMs) }])
})

test('an application that cannot be delivered at once is logged with the reason, and without the person’s data', async () => {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })
  const { applications } = server.deps
  const reason = { code: 14031, writeErrors: [{ op: person }] }
  const failure = Object.assign(new Error('no disk', { cause: new Error('the device is full') }), reason)
  const accepted = async () => expect((await apply(body.jobUrl, person)).status).toBe(201)
  await whileFailing(applications, 'insertNew', accepted, failure)
  const told = read().filter(({ err }) => err?.message === 'no disk')
  expect(told).toMatchObject([{ err: { name: 'Error', code: 14031, cause: { message: 'the device is full' } } }])
  expect(lines.join('')).not.toContain(person.email)
})

test('a probe that succeeds is logged for debugging only', async () => {
  await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': 'a-probe' } })
  await fetch(`${server.url}/robots.txt`, { headers: { 'x-request-id': 'a-page' } })
  await expect.poll(() => [findLine('a-probe')?.level, findLine('a-page')?.level]).toEqual([20, 30])
})

test('a probe that fails is logged like any request', async () => {
  await whileReplaced(
    server.deps.metrics,
    {
      readinessFound: () => {
        throw new Error('broken')
      },
    },
    async () => {
      const answer = await fetch(`${server.url}/readyz`, { headers: { 'x-request-id': 'a-failing-probe' } })
      expect(answer.status).toBe(500)
    },
  )
  await expect.poll(() => findLine('a-failing-probe')?.level).toBe(30)
})
