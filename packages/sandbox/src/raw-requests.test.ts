import { once } from 'node:events'
import { connect } from 'node:net'
import { useServer } from '@boardwalk/api/test/harness'
import { beforeAll, expect, it } from 'vitest'
import { createSandbox } from './sandbox.ts'
import { pdf } from './test/start.ts'

/* The sandbox speaks HTTP as the server does. This test sends the same bytes to both, and compares what comes back until they close. */

const server = useServer()

/** A board with one candidate, who sent a CV. */
interface Place {
  url: string
  key: string
  candidateId: string
}

const places: Place[] = []

beforeAll(async () => {
  const company = await server.company()
  const sandbox = createSandbox()
  await sandbox.listen()
  for (const { url, users } of [
    { url: server.url, users: company.users },
    { url: sandbox.url, users: sandbox },
  ]) {
    const { jobId } = await users.addJob({ title: 'Comptable' })
    const { id } = await users.apply(jobId, { cv: pdf })
    places.push({ url, key: users.apiKey, candidateId: id })
  }
  return () => sandbox.close()
})

/** Sends bytes, each further part after bytes have come back. Returns all that comes back until the board closes the connection. */
async function converse({ url, key, candidateId }: Place, [first, ...parts]: string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const fill = (text: string) => text.replaceAll('[key]', key).replaceAll('[id]', candidateId)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  let answers = ''
  socket.on('data', (text) => {
    answers += text
    const next = parts.shift()
    if (next !== undefined) socket.write(fill(next))
  })
  socket.write(fill(first ?? ''))
  await once(socket, 'end')
  return answers
}

/** Reads what tells two boards' answers apart: the status lines, the headers without dates, the bodies without the company's id. */
const readAnswers = (bytes: string) =>
  bytes.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [head = '', ...body] = answer.split('\r\n\r\n')
    const [status, ...headers] = head.split('\r\n')
    const named = headers.map((line) =>
      line.replace(/^[^:]+/, (name) => name.toLowerCase()).replace(/^date:.*/, 'date'),
    )
    return { status, headers: named.toSorted(), body: body.join('\r\n\r\n').replace(/cmp_\w+/g, 'company') }
  })

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const ask = (start: string, ...headers: string[]) =>
  lines(start, 'Host: localhost', 'x-api-key: [key]', 'x-request-id: r-1', ...headers, '')
const GET = 'GET /api/jobs?status=UNPUBLISHED HTTP/1.1'
const POST = 'POST /api/job HTTP/1.1'
const JSON_BODY = 'Content-Type: application/json'

/** A last request, after which each board closes. It is answered only on a connection that is still open after the one before. */
const last = ask('GET /api/job/last HTTP/1.1', 'Connection: close')

const kept = 'kept after'
const closed = 'closed after'

it.each<[end: typeof kept | typeof closed, what: string, parts: string[]]>([
  [kept, 'HTTP/1.1', [ask(GET), last]],
  [closed, 'Connection: close', [ask(GET, 'Connection: close')]],
  [closed, 'Connection: Close among others', [ask(GET, 'Connection: te, Close')]],
  [kept, 'two requests at once', [`${ask(GET)}${ask(GET)}${last}`]],
  [closed, 'a request after one that says close', [`${ask(GET)}${ask(GET, 'Connection: close')}${last}`]],
  [kept, 'a request that comes in pieces', [`${ask(GET)}GET /api/jobs?page`, `=7${ask(' HTTP/1.1')}${last}`]],
  [closed, 'HTTP/1.0', [ask('GET /api/jobs?status=UNPUBLISHED HTTP/1.0')]],
  [closed, 'HTTP/1.0 without Host', [lines('GET /api/jobs?status=UNPUBLISHED HTTP/1.0', 'x-request-id: r-1', '')]],
  [
    kept,
    'HTTP/1.0 with keep-alive',
    [ask('GET /api/jobs?status=UNPUBLISHED HTTP/1.0', 'Connection: keep-alive'), last],
  ],
  [
    closed,
    'the CV for HTTP/1.0 with keep-alive',
    [ask('GET /api/candidate/[id]/cv HTTP/1.0', 'Connection: keep-alive')],
  ],
  [kept, 'the CV', [ask('GET /api/candidate/[id]/cv HTTP/1.1'), last]],
  [kept, 'HEAD for the CV', [ask('HEAD /api/candidate/[id]/cv HTTP/1.1'), last]],
  [kept, 'HEAD', [ask(GET.replace('GET', 'HEAD')), last]],
  [kept, 'another method', [ask('TRACE /api/jobs HTTP/1.1'), last]],
  [kept, 'the whole address', [ask(GET.replace('/', 'http://localhost/')), last]],
  [kept, 'an upgrade', [ask(GET, 'Connection: upgrade', 'Upgrade: h2c'), last]],
  [kept, 'a body', [`${ask(POST, JSON_BODY, 'Content-Length: 2')}{}${last}`]],
  [kept, 'a body in chunks', [`${ask(POST, JSON_BODY, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n${last}`]],
  [kept, 'Expect: 100-continue', [ask(POST, JSON_BODY, 'Content-Length: 2', 'Expect: 100-continue'), '{}', last]],
  [kept, 'another Expect', [ask(GET, 'Expect: the best'), last]],
  [closed, 'a body longer than its Content-Length', [`${ask(POST, JSON_BODY, 'Content-Length: 2')}{}}${last}`]],
  [closed, 'a broken chunk', [`${ask(POST, JSON_BODY, 'Transfer-Encoding: chunked')}2\r\n{}broken${last}`]],
  [closed, 'a length and chunks', [ask(POST, 'Content-Length: 2', 'Transfer-Encoding: chunked')]],
  [closed, 'a body over the limit', [`${ask(POST, JSON_BODY, 'Content-Length: 1048577')}${' '.repeat(1_048_577)}`]],
  [closed, 'HTTP/1.1 without Host', [lines(GET, '')]],
  [closed, 'two Hosts', [ask(GET, 'Host: localhost')]],
  [closed, 'headers over 16 KiB', [ask(GET, `x-long: ${'x'.repeat(20_000)}`)]],
  [closed, 'what is no HTTP', ['hello\r\n\r\n']],
])(
  'the sandbox answers the same bytes with the status line, headers and body of the server, and closes the connection when it does: %s %s',
  async (end, _what, parts) => {
    const [ofServer, ofSandbox] = await Promise.all(places.map((place) => converse(place, parts)))
    expect(readAnswers(ofSandbox ?? '')).toEqual(readAnswers(ofServer ?? ''))
    expect(/External id last/.test(ofServer ?? '')).toBe(end === kept)
  },
)
