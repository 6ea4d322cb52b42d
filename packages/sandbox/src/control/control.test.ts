import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { type FindRefusal, refuseForeignNames, refuseForeignPages } from '../foreign-site.ts'
import { createSandbox } from '../sandbox.ts'
import { createControl } from './control.ts'

const json = { 'content-type': 'application/json' }

async function start() {
  const sandbox = createSandbox()
  const control = createControl(sandbox)
  const url = await control.listen()
  onTestFinished(() => control.close())

  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of the body and check it themselves.
  const read = async (path: string, init?: RequestInit): Promise<any> => (await fetch(`${url}${path}`, init)).json()
  /** Calls an operation of the control port. */
  const call = (name: string, input: object) =>
    read(`/${name}`, { method: 'POST', headers: json, body: JSON.stringify(input) })
  /** Asks the board, with the newest key of a company. */
  const ask = async (path: string, company: { apiKey: string } = sandbox) =>
    (await sandbox.fetch(`${sandbox.url}${path}`, { headers: { 'x-api-key': company.apiKey } })).json()
  return { sandbox, url, read, call, ask }
}

it('does over HTTP what the methods of the sandbox do, for each company', async () => {
  const { sandbox, read, call, ask } = await start()
  const { jobId } = await call('addJob', { job: { title: 'Comptable' } })
  expect(await call('link', { platformJobId: jobId, externalJobId: 'A-1' })).toMatchObject({
    results: [{ status: 'linked' }],
  })
  expect(await call('setExternalId', { job: 'A-1', externalId: 'A-2' })).toEqual({})
  const cv = Buffer.from('%PDF-1.4 of Salma')
  const { id, cv: link } = await call('apply', { job: 'A-2', firstName: 'Salma', cv: cv.toString('base64') })
  expect(await (await sandbox.fetch(link)).text()).toBe(String(cv))
  await call('setStatus', { candidateId: id, status: 'HIRED' })
  expect(await ask(`/candidate/${id}`)).toMatchObject({ candidate: { status: 'HIRED', firstName: 'Salma' } })
  await call('erase', { candidateId: id })
  expect(await ask(`/candidate/${id}`)).toMatchObject({ candidate: { firstName: '' } })
  await call('editJob', { job: jobId, changes: { status: 'UNPUBLISHED', city: 'Rabat' } })
  expect(await ask('/job/A-2')).toMatchObject({ job: { status: 'UNPUBLISHED', city: 'Rabat' } })

  const other = await call('addCompany', { name: 'Other', scopes: ['read'] })
  const draft = await call('addJob', { job: { title: 'Vendeuse', status: 'UNPUBLISHED' }, company: other.slug })
  expect(await ask('/jobs', other)).toMatchObject({ total: 1 })
  await call('deleteDraft', { job: draft.jobId, company: other.slug })
  expect(await ask('/jobs', other)).toMatchObject({ total: 0 })

  const { apiKey } = await call('rollKey', { endsInMs: 1000 })
  const before = sandbox.now()
  const { now } = await call('moveClock', { ms: 3_600_000 })
  expect(Date.parse(now) - before).toBeGreaterThanOrEqual(3_600_000)
  const companies = [{ slug: sandbox.slug, apiKey }, other]
  expect(await read('/sandbox')).toEqual({ url: sandbox.url, now: expect.any(String), companies })
  await call('revokeKey', { company: other.slug })
  expect(await ask('/jobs', other)).toMatchObject({ error: { code: 'api_key_invalid' } })
})

it('makes the requests fail at which a test aims, and lists them', async () => {
  const { read, call, ask } = await start()
  await call('failNext', { failure: { status: 503, headers: { 'retry-after': '2' } }, operation: 'listJobs', times: 2 })
  await call('failNext', { failure: { status: 502, html: '<h1>Bad gateway</h1>' }, path: '/api/me' })
  await expect(ask('/me')).rejects.toThrow(SyntaxError)
  for (const path of ['/me', '/jobs', '/jobs', '/jobs?page=2']) await ask(path)
  const { requests } = await read('/requests')
  const seen = requests.map(({ operation, status }: Record<string, unknown>) => [operation, status])
  expect(seen).toEqual([
    ['getMe', 502],
    ['getMe', 200],
    ['listJobs', 503],
    ['listJobs', 503],
    ['listJobs', 200],
  ])
  expect((await read('/requests?last=1')).requests).toEqual(requests.slice(-1))
  await call('failNext', { failure: 'unknown values' })
  expect(await ask('/me')).toHaveProperty('tomorrow')
  await call('failNext', { failure: 'answer lost' })
  expect(await call('link', { platformJobId: 1, externalJobId: 'A-1' })).toEqual({
    error: { message: 'The request for the link failed, as failNext asked' },
  })
})

it.each([
  ['POST', '/apply', '{"job":1}', 400, 'Test Company has no job 1 in the sandbox: create it first'],
  ['POST', '/apply', '{}', 400, 'job is required: it must be an external id (a text) or a job id (a number)'],
  ['POST', '/apply', '{"job":1.5}', 400, 'job must be an external id (a text) or a job id (a number), not 1.5'],
  ['POST', '/apply', '{"job":1,"firstname":""}', 400, 'There is no member "firstname": did you mean "firstName"?'],
  ['POST', '/apply', '{"job":1,"cv":"%"}', 400, 'cv must be a PDF, DOCX or ODT file in base64, not "%"'],
  ['POST', '/apply', '{"job":1,"company":"x"}', 400, 'There is no company "x": the companies are test-company'],
  ['POST', '/setExternalId', '{"job":"A-1","externalId":""}', 400, 'ID is required'],
  ['POST', '/editJob', '{"job":1,"changes":{"title":5}}', 400, 'title must be'],
  ['POST', '/editJob', '{"job":1,"changes":{"status":"x"}}', 400, 'status must be'],
  ['POST', '/rollKey', '{"endsInMs":1e20}', 400, 'endsInMs must be'],
  ['POST', '/addCompany', '{"scopes":["x"]}', 400, 'scopes'],
  ['POST', '/addCompany', '{"name":""}', 400, 'name'],
  ['POST', '/addJob', '{"job":{}}', 400, 'title is required: it must be a text'],
  ['POST', '/setStatus', '{"candidateId":"x","status":"HIRED"}', 400, 'There is no application with the id x'],
  ['POST', '/failNext', '{"failure":"answer lots"}', 400, '(did you mean "answer lost"?)'],
  ['POST', '/failNext', '{"failure":{"status":99}}', 400, 'failure.status must be from 200 to 599'],
  ['POST', '/failNext', '{"failure":{"status":503,"headers":{"a b":""}}}', 400, 'must be headers that HTTP can carry'],
  ['POST', '/failNext', '{"failure":{"delayMs":-1}}', 400, 'failure.delayMs must be from 0 to 3600000'],
  ['POST', '/failNext', '{"failure":"no answer","path":"/api/jobs?page=2"}', 400, 'without a query'],
  ['POST', '/moveClock', '{"ms":1e17}', 400, 'ms must be'],
  ['POST', '/apply', '[]', 400, 'The body must be a JSON object, such as {"job": "A-1"}'],
  ['POST', '/apply', '', 400, 'The body must be a JSON object, such as {"job": "A-1"}'],
  ['POST', '/aply', '{}', 404, 'There is no /aply: did you mean /apply?'],
  ['POST', '/constructor', '{}', 404, 'There is no /constructor: GET /openapi.json lists the operations'],
  ['GET', '/apply', undefined, 405, 'Send POST /apply, not GET'],
  ['GET', '/requests?last=x', undefined, 400, 'last must be a whole number of at least 1'],
])(
  'a request that is wrong is refused with a sentence that says what to do: %s %s with %s (%i)',
  async (method, path, body, status, message) => {
    const { url } = await start()
    const answer = await fetch(`${url}${path}`, { method, ...(body !== undefined && { body, headers: json }) })
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error: { message: expect.stringContaining(message) } },
    ])
  },
)

it('a page of another site cannot drive the sandbox: the content must be JSON, for which a browser asks first', async () => {
  const { url } = await start()
  const answer = await fetch(`${url}/revokeKey`, { method: 'POST', body: '{}' })
  expect([answer.status, await answer.text()]).toEqual([
    415,
    '{"error":{"message":"Content-Type must be application/json"}}',
  ])
  expect((await fetch(`${url}/revokeKey`, { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBeNull()
})

/** Sends a request under any name of the host, as a browser does after another site has given its name this address. */
async function send(url: string, headers: Record<string, string>, method = 'GET', path = '/') {
  const sent = request(`${url}${path}`, { method, headers: { ...json, ...headers } })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
    sent.end(method === 'POST' ? '{}' : '')
  })
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

it('a site that has given its own name this address cannot drive the sandbox, and no page can frame the page of the control port', async () => {
  const { sandbox, url } = await start()
  await sandbox.listen()
  onTestFinished(() => sandbox.close())
  const { host } = new URL(url)
  for (const [method, path, answered] of [
    ['GET', '/', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/sandbox', 200],
    // Its input is wrong, so that nothing changes.
    ['POST', '/moveClock', 400],
  ] as const) {
    const own = await send(url, { host, origin: `http://${host}` }, method, path)
    expect([path, own.status, own.headers['content-security-policy'], own.headers['x-frame-options']]).toEqual([
      path,
      answered,
      "frame-ancestors 'none'",
      'DENY',
    ])
    const foreign = await send(url, { host: 'evil.example', origin: 'http://evil.example' }, method, path)
    expect([path, foreign.status, foreign.body]).toEqual([path, 403, expect.stringContaining('use its IP address')])
    const other = await send(url, { host, origin: 'http://evil.example' }, method, path)
    expect([path, other.status, other.body]).toEqual([path, 403, expect.stringContaining('call it from a program')])
  }
  const askApi = async (host: string) => (await send(sandbox.url, { host }, 'GET', '/me')).status
  expect([await askApi('evil.example'), await askApi('host.docker.internal')]).toEqual([403, 401])
})

it.each<[host: string, isOfControl: boolean, isOfApi: boolean]>([
  ...['127.0.0.1', '192.0.2.7:4011', '[::1]:4011', 'localhost:4011', 'LOCALHOST', 'sandbox.localhost'].map(
    (host): [string, boolean, boolean] => [host, true, true],
  ),
  ['Sandbox.ci.example:4011', true, true],
  // Containers reach each other and their machine by such names.
  ...['sandbox:4010', 'my_sandbox-1', 'host.docker.internal:4010'].map((host): [string, boolean, boolean] => [
    host,
    false,
    true,
  ]),
  ...[
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a@127.0.0.1',
    'internal.example',
    '',
    ':4011',
  ].map((host): [string, boolean, boolean] => [host, false, false]),
])('with the host %s, the control port answers: %s, and the API answers: %s', (host, isOfControl, isOfApi) => {
  const answers = (findRefusal: FindRefusal) => findRefusal({ host }, 'sandbox.CI.example') === undefined
  expect([answers(refuseForeignPages), answers(refuseForeignNames)]).toEqual([isOfControl, isOfApi])
})

it.each(['null', 'http://evil.example', 'http://127.0.0.1:4010', 'https://127.0.0.1:4011', 'http://localhost:4011'])(
  'a page of the origin %s cannot drive the sandbox at http://127.0.0.1:4011',
  (origin) => {
    expect(refuseForeignPages({ host: '127.0.0.1:4011', origin }, '127.0.0.1')).toContain(origin)
  },
)

it('has a document that Redocly accepts, with each method of the sandbox that a program over HTTP can use', async () => {
  const { sandbox, read } = await start()
  const document = await read('/openapi.json')
  const methods = Object.entries(sandbox).flatMap(([name, member]) =>
    typeof member === 'function' ? [`/${name}`] : [],
  )
  // A program over HTTP has its own fetch and its own process.
  const others = ['/fetch', '/listen', '/close', '/now']
  const expected = [...methods.filter((path) => !others.includes(path)), '/link', '/requests', '/sandbox']
  expect(Object.keys(document.paths).sort()).toEqual(expected.sort())
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-control-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  // It ends with 1 if the document has a fault.
  await promisify(execFile)(process.execPath, [redocly, 'lint', join(folder, 'openapi.json')], { cwd: root })
})
