import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { apply, pdf } from '@boardwalk/api/test/form'
import { startTestServer, type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { logo } from '@boardwalk/api/test/logo'
import { password, signedInUser } from '@boardwalk/api/test/user'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

/* One answer of each part of the server that makes answers of its own. */

const server = useServer()
let company: TestCompany
let cookie: string
/** The paths of one of each thing that the answers are about. */
let paths: { job: string; cv: string; backOfficeCv: string; logo: string; asset: string }

beforeAll(async () => {
  company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })
  const { body: accepted } = await apply(body.jobUrl, {}, pdf)
  const cv = new URL((await company.call('GET', '/candidates')).body.candidates[0].cv)
  const user = await signedInUser(server, company)
  cookie = user.cookie ?? ''
  const { logoUrl } = await user.client.company.setLogo.mutate({ base64: logo.toString('base64') })
  const page = await (await fetch(`${server.url}/backoffice`)).text()
  const [asset] = /\/backoffice\/assets\/[\w.-]+\.js/.exec(page) ?? []
  if (asset === undefined) throw new Error('The back office is not built: npm run build -w @boardwalk/web')
  paths = {
    job: new URL(body.jobUrl).pathname,
    cv: `${cv.pathname}${cv.search}`,
    asset,
    logo: logoUrl ?? '/',
    backOfficeCv: `/backoffice/cv/${accepted.id}`,
  }
})

interface Kind {
  path: string | (() => string)
  init?: () => RequestInit
  /** Default: 200. */
  status?: number
  type: string
  /** Default: no browser stores it, and no proxy compresses it. */
  cacheControl?: string
  /** A directive of its security policy that allows more than the policies of the other kinds. */
  looseDirective?: string
  /** Whether the scripts of other sites may read it. */
  isForOtherSites?: true
  /** Whether a page of our own may frame it. */
  isFramed?: true
}

const FOR_EVER = 'public, max-age=31536000, immutable'
const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const withKey = () => ({ headers: { 'x-api-key': company.key } })
const compressible = { cacheControl: 'no-store' }
const ofCv = { type: 'application/pdf', cacheControl: 'private, no-store' }
const emptyForm = () => ({ method: 'POST', body: new FormData() })

const kinds: Record<string, Kind> = {
  'an answer of the API': { path: '/api/jobs', init: withKey, type: json, ...compressible },
  'the candidates of the API': { path: '/api/candidates', init: withKey, type: json },
  'a refusal of the API': { path: '/api/jobs', status: 401, type: json },
  'an unknown address of the API': { path: '/api/nothing', status: 404, type: json, ...compressible },
  // Scalar sets style attributes, which cannot have a nonce.
  'the reference': { path: '/api/docs', type: html, ...compressible, looseDirective: "style-src-attr 'unsafe-inline'" },
  'a page of the back office': { path: '/backoffice/jobs', type: html, ...compressible },
  'an asset': { path: () => paths.asset, type: 'text/javascript; charset=utf-8', cacheControl: FOR_EVER },
  'a procedure of the back office': { path: '/trpc/session.me', status: 401, type: 'application/json' },
  'a CV in the back office': {
    path: () => paths.backOfficeCv,
    init: () => ({ headers: { cookie } }),
    ...ofCv,
    isFramed: true,
  },
  'a CV by its link': { path: () => paths.cv, ...ofCv },
  'the page of a job': { path: () => paths.job, type: html, ...compressible },
  'a form with mistakes': {
    path: () => `${paths.job}/apply`,
    init: emptyForm,
    status: 400,
    type: html,
    cacheControl: 'private, no-cache',
  },
  'a redirect': { path: () => `${paths.job}/apply`, status: 303, type: html, ...compressible },
  'a logo': { path: () => paths.logo, type: 'image/png', cacheControl: 'public, max-age=300, must-revalidate' },
  'the jobs as JSON': { path: '/jobs.json', type: json, cacheControl: 'no-cache', isForOtherSites: true },
  'the health of the process': { path: '/healthz', type: json },
}

/** Asks for an answer as a browser would, and reads all of it. A server waits for unread answers when it stops. */
async function ask({ path, init = () => ({}) }: Kind, url = server.url): Promise<Response> {
  const { headers, ...rest } = init()
  const target = `${url}${typeof path === 'string' ? path : path()}`
  const answer = await fetch(target, { redirect: 'manual', headers: { accept: 'text/html', ...headers }, ...rest })
  await answer.arrayBuffer()
  return answer
}

/** Sends raw bytes, and returns the status and the headers of the answer. */
async function send(bytes: string): Promise<{ status: number; headers: Headers }> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^[^:]*: /, '')]))
  return { status: Number(status.split(' ')[1]), headers }
}

/** Fails unless an answer has the headers that every answer has. */
function checkHeaders(headers: Headers, { looseDirective, isForOtherSites, isFramed }: Partial<Kind> = {}): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const policy = headers.get('content-security-policy')?.split(/; ?/)
  const frames = isFramed ? "frame-ancestors 'self'" : "frame-ancestors 'none'"
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", frames]))
  expect(policy?.filter((directive) => directive !== looseDirective).join()).not.toMatch(/unsafe|\*|https?:/)
  expect(headers.get('access-control-allow-origin')).toBe(isForOtherSites ? '*' : null)
  for (const name of ['strict-transport-security', 'x-powered-by', 'server'])
    expect([name, headers.get(name)]).toEqual([name, null])
  // A redirect leads to this server: it names no host at all.
  expect(headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
}

it.each(Object.entries(kinds))('%s has the headers of its kind', { tags: ['headers'] }, async (_name, kind) => {
  const { status, headers } = await ask(kind)
  const { type, cacheControl = 'no-store, no-transform' } = kind
  expect([status, headers.get('content-type')]).toEqual([kind.status ?? 200, type])
  expect(headers.get('cache-control')).toBe(cacheControl)
  checkHeaders(headers, kind)
  // An old browser knows the first, and not `frame-ancestors`.
  if (type === html)
    for (const name of ['x-frame-options', 'cross-origin-opener-policy']) expect(headers.has(name)).toBe(true)
})

it('a refusal of raw bytes, of TRACE, and a redirect in the name of another host have the headers of every answer', async () => {
  const close = 'connection: close\r\n\r\n'
  const asked: [number, string][] = [
    [400, 'hello\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ...['/api/jobs', '/trpc/session.me', '/backoffice', '/', '/healthz'].map((path): [number, string] => [
      405,
      `TRACE ${path} HTTP/1.1\r\nhost: a\r\nx-secret: shown\r\n${close}`,
    ]),
    [
      303,
      `GET http://evil.test${paths.job}/apply HTTP/1.1\r\nhost: evil.test\r\nx-forwarded-host: evil.test\r\n${close}`,
    ],
  ]
  for (const [expected, bytes] of asked) {
    const { status, headers } = await send(bytes)
    expect([status, bytes.slice(0, 40)]).toEqual([expected, bytes.slice(0, 40)])
    checkHeaders(headers)
  }
})

it('on a board with https, every answer tells browsers to use https for a year, and no cookie is ever sent over http', async () => {
  const publicUrl = 'https://board.example'
  const secure = await startTestServer(server.connection, { settings: { publicUrl } })
  onTestFinished(() => secure.stop())
  for (const [name, kind] of Object.entries(kinds)) {
    const { headers } = await ask(kind, secure.boundUrl)
    expect([name, headers.get('strict-transport-security')]).toEqual([name, 'max-age=31536000; includeSubDomains'])
  }
  const form = new FormData()
  const person = { formId: randomUUID(), firstName: 'A', lastName: 'B', email: 'a@example.com', consent: 'yes' }
  for (const [name, value] of Object.entries(person)) form.append(name, value)
  const applied = await ask(
    { path: () => `${paths.job}/apply`, init: () => ({ method: 'POST', body: form }), type: html },
    secure.boundUrl,
  )
  const cookies = applied.headers.getSetCookie()
  expect([applied.status, cookies.length]).toEqual([303, 3])
  for (const cookie of cookies) expect(cookie).toMatch(/^applied=.*; HttpOnly; Secure; SameSite=Lax$/)
  const { email } = await signedInUser(server, company)
  const signedIn = await fetch(`${secure.boundUrl}/trpc/session.signIn`, {
    method: 'POST',
    headers: { origin: publicUrl, 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  await signedIn.arrayBuffer()
  expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-boardwalk=.*; Secure/)])
})
