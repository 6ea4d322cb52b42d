import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { signedInAdministrator } from './administrator.ts'
import { apply, pdf } from './form.ts'
import type { TestCompany, useServer } from './harness.ts'
import { logo } from './logo.ts'

/* Every kind of answer that the server gives, and how a test asks for it. */

/** A company with one of each thing that the answers are about. */
export interface Board {
  url: string
  company: TestCompany
  cookie: string
  jobPath: string
  cvPath: string
  applicationId: string
  logoPath: string
}

interface Answer {
  status: number
  headers: Headers
}

const FOR_EVER = 'public, max-age=31536000, immutable'
const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'

/** Asks for a path of the board as a browser would. `init` adds a key, a session or a body. */
export const ask =
  (path: string | ((board: Board) => string), init: (board: Board) => RequestInit = () => ({})) =>
  async (board: Board): Promise<Answer> => {
    const { headers, ...rest } = init(board)
    return fetch(`${board.url}${typeof path === 'string' ? path : path(board)}`, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
      ...rest,
    })
  }
const keyed = ({ company }: Board) => ({ headers: { 'x-api-key': company.key } })
const signedIn = ({ cookie }: Board) => ({ headers: { cookie } })
const sent = (body: string) => (board: Board) => ({
  method: 'POST',
  body,
  headers: {
    ...keyed(board).headers,
    ...signedIn(board).headers,
    origin: board.url,
    'content-type': 'application/json',
  },
})

/** Sends raw bytes, for an answer that none of our handlers makes. */
const raw =
  (bytes: string) =>
  async ({ url }: Board): Promise<Answer> => {
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(bytes)
    const [head = ''] = (await text(socket)).split('\r\n\r\n')
    const [status = '', ...lines] = head.split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => [line.split(': ', 1)[0] ?? '', line.replace(/^[^:]*: /, '')]),
    )
    return { status: Number(status.split(' ')[1]), headers }
  }

/** Asks for an asset that the page of the back office names. */
const backOfficeAsset = async (board: Board): Promise<Answer> => {
  const page = await (await fetch(`${board.url}/backoffice`)).text()
  const [path] = /\/backoffice\/assets\/[\w.-]+\.js/.exec(page) ?? []
  if (path === undefined) throw new Error('The back office is not built: npm run build -w @boardwalk/web')
  return ask(path)(board)
}

const referenceAsset =
  (extension: string) =>
  async (board: Board): Promise<Answer> => {
    const page = await (await fetch(`${board.url}/api/docs`)).text()
    const [path = ''] = new RegExp(`/api/docs/assets/[\\w-]+\\.${extension}`).exec(page) ?? []
    return ask(path)(board)
  }

const siteStylesheet = async (board: Board): Promise<Answer> => {
  const page = await (await fetch(`${board.url}${board.jobPath}`)).text()
  const [path = ''] = /\/site\.css\?v=[\w-]+/.exec(page) ?? []
  return ask(path)(board)
}

const applied = async (board: Board): Promise<Answer> => {
  const body = new FormData()
  const form = {
    formId: randomUUID(),
    firstName: 'Salma',
    lastName: 'Bennani',
    email: 'salma@example.com',
    consent: 'yes',
  }
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  return ask(`${board.jobPath}/apply`, () => ({ method: 'POST', body }))(board)
}

interface Kind {
  status: number
  type: string | null
  ask: (board: Board) => Promise<Answer>
  /** Its `cache-control`, if a browser may store it. */
  cacheControl?: string
  /** Whether it may be compressed: it has no secret, and nothing personal beside texts of strangers. */
  mayBeCompressed?: true
  /** Whether the scripts of other sites may read it. */
  isForOtherSites?: true
  /** Whether a page of our own may frame it. */
  isFramed?: true
  /** A directive of its security policy that allows more than the policies of the other kinds. */
  looseDirective?: string
  /** Sent byte by byte, only over http: node's own parser does not know the public address. */
  isRaw?: true
}

const large = 'x'.repeat(1024 * 1024 + 1)
const cvType = 'application/pdf'
const cvCache = 'private, no-store'

/** Each kind of answer, by its name. */
export const answerKinds: Record<string, Kind> = {
  'an answer of the API': { status: 200, type: json, mayBeCompressed: true, ask: ask('/api/jobs', keyed) },
  'the candidates of the API': { status: 200, type: json, ask: ask('/api/candidates', keyed) },
  'an answer to HEAD': {
    mayBeCompressed: true,
    status: 200,
    type: json,
    ask: ask('/api/jobs', (board) => ({ ...keyed(board), method: 'HEAD' })),
  },
  'the API without a key': { status: 401, type: json, ask: ask('/api/jobs') },
  'the API with a wrong key': {
    status: 403,
    type: json,
    ask: ask('/api/jobs', () => ({ headers: { 'x-api-key': `bwk_${'x'.repeat(32)}` } })),
  },
  'a bad request of the API': { status: 400, type: json, ask: ask('/api/jobs?page=0', keyed) },
  'an unknown job of the API': { status: 404, type: json, ask: ask('/api/job/none', keyed) },
  'an unknown address of the API': { mayBeCompressed: true, status: 404, type: json, ask: ask('/api/nothing') },
  'a wrong method of the API': { status: 405, type: json, ask: ask('/api/jobs', () => ({ method: 'DELETE' })) },
  'a body that is too large': { status: 413, type: json, ask: ask('/api/job', sent(large)) },
  'a body that is no JSON': {
    status: 415,
    type: json,
    ask: ask('/api/job', (board) => ({ ...keyed(board), method: 'POST', body: 'x' })),
  },
  'the OpenAPI document': { mayBeCompressed: true, status: 200, type: json, ask: ask('/api/openapi.json') },
  'the reference': {
    mayBeCompressed: true,
    status: 200,
    type: html,
    // Scalar sets style attributes, which cannot have a nonce.
    looseDirective: "style-src-attr 'unsafe-inline'",
    ask: ask('/api/docs'),
  },
  'a guide': { mayBeCompressed: true, status: 200, type: html, ask: ask('/api/docs/guides/first-job') },
  'an unknown guide': { mayBeCompressed: true, status: 404, type: json, ask: ask('/api/docs/guides/none') },
  'a script of the reference': {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    cacheControl: FOR_EVER,
    ask: referenceAsset('js'),
  },
  'the stylesheet of the reference': {
    status: 200,
    type: 'text/css; charset=utf-8',
    cacheControl: FOR_EVER,
    ask: referenceAsset('css'),
  },
  'an unknown asset of the reference': {
    mayBeCompressed: true,
    status: 404,
    type: json,
    ask: ask('/api/docs/assets/none.js'),
  },
  'a procedure of the back office': { status: 200, type: 'application/json', ask: ask('/trpc/session.me', signedIn) },
  'a procedure without a session': { status: 401, type: 'application/json', ask: ask('/trpc/session.me') },
  'an unknown procedure': { status: 400, type: 'application/json', ask: ask('/trpc/nothing', signedIn) },
  'a procedure’s body that is too large': {
    status: 413,
    type: 'application/json',
    ask: ask('/trpc/company.update', sent(JSON.stringify({ name: large }))),
  },
  'a page of the back office': {
    mayBeCompressed: true,
    status: 200,
    type: html,
    ask: ask('/backoffice/jobs', signedIn),
  },
  'an asset of the back office': {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    cacheControl: FOR_EVER,
    ask: backOfficeAsset,
  },
  'an unknown asset': { status: 404, type: html, ask: ask('/backoffice/assets/none.js') },
  'a CV in the back office': {
    status: 200,
    type: cvType,
    cacheControl: cvCache,
    isFramed: true,
    ask: ask(({ applicationId }) => `/backoffice/cv/${applicationId}`, signedIn),
  },
  'a CV without a session': {
    status: 401,
    type: html,
    ask: ask(({ applicationId }) => `/backoffice/cv/${applicationId}`),
  },
  'a CV by its link': { status: 200, type: cvType, cacheControl: cvCache, ask: ask(({ cvPath }) => cvPath) },
  'a CV by a forged link': { mayBeCompressed: true, status: 403, type: html, ask: ask(({ cvPath }) => `${cvPath}x`) },
  'the root': {
    mayBeCompressed: true,
    status: 302,
    type: 'text/plain; charset=utf-8',
    ask: ask('/', () => ({ headers: { accept: '*/*' } })),
  },
  'the home page': { mayBeCompressed: true, status: 200, type: html, ask: ask('/fr') },
  'the directory of companies': { mayBeCompressed: true, status: 200, type: html, ask: ask('/fr/companies') },
  'the page of a company': {
    mayBeCompressed: true,
    status: 200,
    type: html,
    ask: ask(({ company }) => `/fr/companies/${company.slug}`),
  },
  'the page of a job': { mayBeCompressed: true, status: 200, type: html, ask: ask(({ jobPath }) => jobPath) },
  'a form that is accepted': { mayBeCompressed: true, status: 303, type: html, ask: applied },
  'a confirmation': { mayBeCompressed: true, status: 200, type: html, ask: ask(({ jobPath }) => `${jobPath}/applied`) },
  'a form with mistakes': {
    mayBeCompressed: true,
    status: 400,
    type: html,
    cacheControl: 'private, no-cache',
    ask: ask(
      ({ jobPath }) => `${jobPath}/apply`,
      () => ({ method: 'POST', body: new FormData() }),
    ),
  },
  'a redirect': {
    mayBeCompressed: true,
    status: 303,
    type: 'text/plain; charset=utf-8',
    ask: ask(
      ({ jobPath }) => `${jobPath}/apply`,
      () => ({ headers: { accept: '*/*' } }),
    ),
  },
  'an unknown page': { mayBeCompressed: true, status: 404, type: html, ask: ask('/nothing') },
  'a malformed address': { mayBeCompressed: true, status: 404, type: html, ask: ask('/fr/companies/%ZZ') },
  'a wrong method of a page': {
    mayBeCompressed: true,
    status: 405,
    type: html,
    ask: ask(
      ({ jobPath }) => jobPath,
      () => ({ method: 'DELETE' }),
    ),
  },
  'the stylesheet of this version': {
    status: 200,
    type: 'text/css; charset=utf-8',
    cacheControl: FOR_EVER,
    ask: siteStylesheet,
  },
  'the stylesheet of another version': {
    mayBeCompressed: true,
    status: 200,
    type: 'text/css; charset=utf-8',
    ask: ask('/site.css?v=old'),
  },
  'a logo': { status: 200, type: 'image/png', cacheControl: FOR_EVER, ask: ask(({ logoPath }) => logoPath) },
  'the feed': { mayBeCompressed: true, status: 200, type: 'application/xml; charset=utf-8', ask: ask('/feed.xml') },
  'the jobs as JSON': {
    status: 200,
    type: json,
    cacheControl: 'no-cache',
    isForOtherSites: true,
    ask: ask('/jobs.json'),
  },
  'the sitemap': {
    mayBeCompressed: true,
    status: 200,
    type: 'application/xml; charset=utf-8',
    ask: ask('/sitemap.xml'),
  },
  'robots.txt': { mayBeCompressed: true, status: 200, type: 'text/plain; charset=utf-8', ask: ask('/robots.txt') },
  'the health of the process': { status: 200, type: json, ask: ask('/healthz') },
  'the readiness of the process': { status: 200, type: json, ask: ask('/readyz') },
  'the refusal of bytes that are no request': { status: 400, type: json, isRaw: true, ask: raw('hello\r\n\r\n') },
  ...Object.fromEntries(
    Object.entries({
      ...{ '/api/jobs': json, '/api/docs': json, '/trpc/session.me': json, '/backoffice': html, '/': html },
      ...{ '/fr/companies/atlas': html, '/feed.xml': html, '/healthz': html, '/nothing': html },
    }).map(([path, type]): [string, Kind] => [
      `TRACE ${path}, which asks to see the request`,
      {
        status: 405,
        type,
        isRaw: true,
        ask: raw(`TRACE ${path} HTTP/1.1\r\nhost: a\r\nx-secret: shown\r\nconnection: close\r\n\r\n`),
      },
    ]),
  ),
  'a redirect, asked for in the name of another host': {
    mayBeCompressed: true,
    status: 303,
    type: 'text/plain; charset=utf-8',
    isRaw: true,
    ask: (board) =>
      raw(
        `GET http://evil.test${board.jobPath}/apply HTTP/1.1\r\nhost: evil.test\r\nx-forwarded-host: evil.test\r\nconnection: close\r\n\r\n`,
      )(board),
  },
  'a folder of the back office, asked for in the name of another host': {
    status: 404,
    type: html,
    isRaw: true,
    ask: raw('GET http://evil.test/backoffice/assets HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n'),
  },
  'headers that are too large': {
    status: 431,
    type: json,
    isRaw: true,
    ask: raw(`GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`),
  },
}

/** Makes a company with one of each thing, and an administrator who is signed in. */
export async function makeBoard(server: ReturnType<typeof useServer>): Promise<Board> {
  const company = await server.company()
  const { body } = await company.call('POST', '/job', { job: { id: 'A', title: 'Comptable' } })
  const jobPath = new URL(body.jobUrl).pathname
  const { body: accepted } = await apply(`${server.url}${jobPath}`, {}, pdf)
  const { body: list } = await company.call('GET', '/candidates')
  const cv = new URL(list.candidates[0].cv)
  const { client, cookie = '' } = await signedInAdministrator(server, company)
  const { logoUrl } = await client.company.setLogo.mutate({ base64: logo.toString('base64') })
  return {
    ...{ url: server.url, company, cookie, jobPath, applicationId: accepted.id, logoPath: logoUrl ?? '/' },
    cvPath: `${cv.pathname}${cv.search}`,
  }
}
