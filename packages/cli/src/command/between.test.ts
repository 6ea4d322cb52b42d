import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand, startCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

/* What the commands say and how they end if something between them and the board answers, or if the address is wrong. */

const server = useServer()
const cli = useCli()
let company: TestCompany

beforeAll(async () => {
  company = await server.company()
})

const settings = () => ({ HOME: cli.path('.'), ...environmentFor(server, company) })
const rows = (count: number) => Array.from({ length: count }, (_, at) => `{"id":"r-${at}","title":"t"}`).join('\n')

/** Starts a server in the board's place. Returns its address and the requests that it got. */
async function startBetween(answer: (req: IncomingMessage, res: ServerResponse, body: string) => void) {
  const paths: string[] = []
  const between = createServer(async (req, res) => {
    paths.push(`${req.method} ${req.url}`)
    let body = ''
    for await (const chunk of req) body += chunk
    answer(req, res, body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void between.close())
  await once(between, 'listening')
  // A server that listens on a port has an address of this kind.
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}/api`
  return { url, paths, close: () => between.close() }
}

/** Answers as a board that has created each row, or done with it what `status` says. */
function answerCreated(res: ServerResponse, body: string, status = 'created'): void {
  const one = { status, jobId: 1, jobUrl: 'u', error: null }
  const results = JSON.parse(body).jobs.map(({ id }: { id: string }) => ({ id, ...one }))
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results, error: null }))
}

const answerNoJobs = (res: ServerResponse) =>
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jobs: [], total: 0, error: null }))

/** Pushes 1,000 rows, which are ten requests. */
async function push(url: string, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(
    ['jobs', 'push', '-', '-o', 'json', '--concurrency', '1', '--url', url, ...args],
    { env: settings() },
    rows(1_000),
  )
  return { code, stderr, ...JSON.parse(stdout) }
}

describe('a push ends at the first answer that every other row would get too', () => {
  test('no second batch is sent, and what was read of it is counted as not sent', async () => {
    for (const [status, headers, end, requestsOfABatch] of [
      [302, { location: 'https://sign-in.example.com' }, 5, 1],
      // A sign-in page, a 429 that asks to wait for an hour, a firewall that refuses everything, a refused key.
      [200, { 'content-type': 'text/html' }, 5, 3],
      [429, { 'retry-after': '3600' }, 5, 1],
      [403, { 'content-type': 'text/html' }, 5, 199],
      [401, { 'content-type': 'text/html' }, 5, 1],
    ] as const) {
      const { url, paths } = await startBetween((_req, res) => res.writeHead(status, headers).end('<p>Please sign in'))
      const report = cli.path(`${status}.ndjson`)
      const { code, rows, created, failed, unconfirmed, unsent } = await push(url, '--report', report)
      expect({ status, code, created, sent: failed + unconfirmed }).toEqual({
        status,
        code: end,
        created: 0,
        sent: 100,
      })
      expect(paths).toHaveLength(requestsOfABatch)
      // While the first 100 rows were sent, the next ones were read already.
      expect(unsent).toBeGreaterThanOrEqual(100)
      expect(rows).toBe(100 + unsent)
      const lines = (await readFile(report, 'utf8')).trim().split('\n')
      expect(lines.filter((line) => JSON.parse(line).status === 'unsent')).toHaveLength(unsent)
      expect(lines).toHaveLength(rows)
    }
  })

  test('and sync, as the rest of a plan that the board stops in the middle is not sent', async () => {
    // The plan goes to the board. The first batch that changes something meets a sign-in page.
    const { url } = await startBetween(async (req, res, body) => {
      const isPlan = req.method === 'GET' || JSON.parse(body).dryRun === true
      if (!isPlan) return res.writeHead(302, { location: 'https://a.test' }).end()
      const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
      const method = req.method ?? 'GET'
      const answer = await fetch(`${server.url}${req.url}`, { method, headers, ...(body !== '' && { body }) })
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const args = ['jobs', 'sync', '-', '--yes', '-o', 'json', '--concurrency', '1', '--url', url]
    const { stdout } = await runCommand(args, { env: settings() }, rows(1_000))
    expect(JSON.parse(stdout)).toMatchObject({
      plan: { rows: 1_000, created: 1_000 },
      done: { created: 0, failed: 100, unsent: 900 },
    })
  })

  test('but not a firewall that refuses one row alone: that row is named', async () => {
    const { url } = await startBetween((_req, res, body) => {
      if (body.includes('"r-37"')) return res.writeHead(403).end('Blocked by rule 949110')
      answerCreated(res, body)
    })
    const { code, created, failed, failures } = await push(url)
    expect({ code, created, failed }).toEqual({ code: 3, created: 999, failed: 1 })
    expect(failures).toMatchObject([
      { id: 'r-37', error: { message: expect.stringContaining('"Blocked by rule 949110"'), code: 'http_403' } },
    ])
  })

  test('a word of a newer board for what it did is counted, and is no failure', async () => {
    const { url } = await startBetween((_req, res, body) =>
      answerCreated(res, body, body.includes('"r-37"') ? 'queued' : undefined),
    )
    expect(await push(url)).toMatchObject({ code: 0, created: 900, queued: 100, failed: 0, stderr: '' })
  })

  test('a word of a newer board for what it would do is an update in the plan of a sync, and the row is sent', async () => {
    const { url, paths } = await startBetween((req, res, body) =>
      req.method === 'GET' ? answerNoJobs(res) : answerCreated(res, body, 'queued'),
    )
    const args = ['jobs', 'sync', '-', '--yes', '-o', 'json', '--url', url]
    const { code, stdout } = await runCommand(args, { env: settings() }, rows(1))
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, plan: { updated: 1 }, done: { updated: 1 } })
    expect(paths.filter((path) => path === 'PUT /api/jobs')).toHaveLength(2)
  })

  test('rows whose answer is lost are unconfirmed, not failed', async () => {
    const { url } = await startBetween((_req, res) => res.socket?.destroy())
    const { code, created, failed, unconfirmed, stderr } = await push(url)
    expect({ code, created, failed, unconfirmed }).toEqual({ code: 5, created: 0, failed: 0, unconfirmed: 100 })
    expect(stderr).toContain('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
  })

  test('a row whose answer was lost before a firewall refused it is unconfirmed, and the push does not end with 0', async () => {
    let lost = 0
    const { url } = await startBetween((_req, res, body) => {
      if (!body.includes('"r-37"')) return answerCreated(res, body)
      if (lost++ === 0) return res.socket?.destroy()
      res.writeHead(403).end('Blocked by rule 949110')
    })
    const { code, created, failed, unconfirmed } = await push(url)
    expect({ code, created, failed, unconfirmed }).toEqual({ code: 3, created: 999, failed: 0, unconfirmed: 1 })
  })
})

test('a page of a proxy or a firewall ends each command with 5, and is named by its status and address', async () => {
  for (const [status, headers] of [
    [403, {}],
    [404, {}],
    [302, { location: 'https://sign-in.example.com' }],
  ] as const) {
    const { url } = await startBetween((_req, res) => res.writeHead(status, headers).end('<h1>Blocked'))
    for (const line of ['jobs list', 'jobs get A', 'candidates list', 'candidates follow --once']) {
      const { code, stderr } = await runCommand([...line.split(' '), '--url', url], { env: settings() })
      expect({ line, status, code }).toEqual({ line, status, code: 5 })
      expect(stderr).toMatch(new RegExp(`The answer of ${url}/\\S+ \\(status ${status}\\) is not a Boardwalk's`))
    }
  }
})

test('each request names the command and its version', async () => {
  const names: unknown[] = []
  const { url } = await startBetween((req, res) => {
    names.push(req.headers['user-agent'])
    res.end('{"jobs":[],"total":0,"error":null}')
  })
  for (const line of ['jobs list', 'api GET /jobs', 'doctor'])
    await runCommand([...line.split(' '), '--url', url], { env: settings() })
  expect(new Set(names)).toEqual(new Set([expect.stringMatching(/^boardwalk-cli\/\d+\.\d+\.\d+$/)]))
})

test('an extra field of a feed is sent with its digits, by push and by both parts of a sync', async () => {
  const bodies: string[] = []
  const { url } = await startBetween((req, res, body) => {
    if (req.method === 'GET') return res.writeHead(200).end('{"jobs":[],"total":0,"error":null}')
    bodies.push(body)
    answerCreated(res, body)
  })
  const row = '{"id":"A","title":"t","ref":9007199254740993,"more":[1e400,"1e400"]}'
  for (const args of [['push'], ['sync', '--yes']])
    await runCommand(['jobs', ...args, '-', '--format', 'ndjson', '--url', url], { env: settings() }, row)
  expect(bodies).toHaveLength(3)
  for (const body of bodies) expect(body).toContain('"ref":9007199254740993,"more":[1e400,"1e400"]')
})

/** Starts a command, presses Ctrl-C twice when one of its requests is `waiting` for an answer, and returns its exit status. */
async function interruptTwice(args: string[], input: string, waiting: ServerResponse[]) {
  const { stdin, said, interrupt, result } = startCommand([...args, '-o', 'json', '--timeout', '20'], {
    env: settings(),
  })
  stdin.end(input)
  await expect.poll(() => waiting).not.toHaveLength(0)
  interrupt()
  await said('Press Ctrl-C again')
  interrupt()
  const { code, stdout } = await result
  // It waited for no time limit.
  expect(stdout).not.toContain('no complete answer')
  return code
}

test.each([
  ['jobs push', ['-']],
  ['jobs unpublish', ['A']],
  ['links set', ['1=A']],
  ['candidates download-cv', ['--dir', 'cut']],
])('a second interrupt ends %s with 130, without waiting for the answer under way', async (name, args) => {
  const candidate = { id: 'c', date: '2026-03-02T09:30:00.000Z', firstName: 'S', lastName: 'B' }
  const waiting: ServerResponse[] = []
  const { url, paths } = await startBetween((req, res) => {
    if (!req.url?.startsWith('/api/candidates')) return void waiting.push(res)
    const candidates = [{ ...candidate, cv: `http://${req.headers.host}/cv` }]
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ candidates, total: 1, error: null }))
  })
  const where = args.map((arg) => (arg === 'cut' ? cli.path(arg) : arg))
  const code = await interruptTwice([...name.split(' '), ...where, '--url', url], rows(2), waiting)
  expect({ code, requests: paths.filter((path) => !path.includes('candidates')) }).toEqual({
    code: 130,
    requests: [expect.any(String)],
  })
})

test('an error has in JSON the code and the request id of the board, and each issue its path', async () => {
  const input = '{"id":"bad","title":5}\n{"id":\n'
  const run = (...args: string[]) => runCommand([...args, '-o', 'json'], { env: settings() }, input)
  expect(JSON.parse((await run('jobs', 'get', 'none')).stdout).error).toEqual({
    message: expect.any(String),
    code: 'job_not_found',
    requestId: expect.any(String),
  })
  // As the board says it of a job as a whole.
  expect(JSON.parse((await run('jobs', 'push', '-')).stdout).failures).toMatchObject([
    { error: { issues: [{ path: 'job.title' }] } },
    { error: { issues: [{ path: 'job' }] } },
  ])
})

describe('a flag', () => {
  test('--verbose prints a line for each request, without the key', async () => {
    const { stderr } = await runCommand(['jobs', 'list', '--verbose'], { env: settings() })
    expect(stderr).toMatch(/^GET \/jobs 200 in \d+ ms, request \S+\n$/)
    expect(stderr).not.toContain(company.key)
  })

  test('--quiet prints nothing but the result and errors', async () => {
    const quiet = (...args: string[]) =>
      runCommand([...args, '--quiet'], { env: settings(), isTerminal: true }, rows(2))
    expect(await quiet('jobs', 'push', '-')).toMatchObject({ code: 0, stderr: '' })
    expect(await quiet('jobs', 'get', 'none')).toMatchObject({ code: 1, stderr: expect.stringContaining('Error: ') })
  })
})
