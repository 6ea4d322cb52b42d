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

/** Answers as a board that has created each row. */
const answerCreated = (res: ServerResponse, body: string) => answerAll(res, body, 'created')

/** Answers with the same status for each row. */
function answerAll(res: ServerResponse, body: string, status: string): void {
  const one = { status, jobId: 1, jobUrl: 'u', error: null }
  const results = JSON.parse(body).jobs.map(({ id }: { id: string }) => ({ id, ...one }))
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results, error: null }))
}

/** Answers with a page of published jobs. */
const answerJobs = (res: ServerResponse, jobs: object[]) =>
  res
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jobs, total: jobs.length, error: null }))

/** Pushes 1,000 rows, which are ten requests. */
async function push(url: string, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(
    ['jobs', 'push', '-', '--json', '--concurrency', '1', '--url', url, ...args],
    { env: settings() },
    rows(1_000),
  )
  return { code, stderr, ...JSON.parse(stdout) }
}

describe('a push ends at the first answer that every other row would get too', () => {
  test.each([
    ['a redirect', 302, { location: 'https://sign-in.example.com' }, 1, 1],
    ['a sign-in page', 200, { 'content-type': 'text/html' }, 5, 3],
    ['a 429 that asks to wait for an hour', 429, { 'retry-after': '3600' }, 5, 1],
    ['a firewall that refuses everything', 403, { 'content-type': 'text/html' }, 4, 199],
    ['a refused key', 401, { 'content-type': 'text/html' }, 4, 1],
  ])(
    '%s: no second batch is sent, and what was read of it is counted as not sent',
    async (_what, status, headers, end, requestsOfABatch) => {
      const { url, paths } = await startBetween((_req, res) => res.writeHead(status, headers).end('<p>Please sign in'))
      const report = cli.path(`${status}.ndjson`)
      const { code, rows, created, failed, unconfirmed, unsent } = await push(url, '--report', report)
      expect({ code, created, sent: failed + unconfirmed }).toEqual({ code: end, created: 0, sent: 100 })
      expect(paths).toHaveLength(requestsOfABatch)
      // While the first 100 rows were sent, the next ones were read already.
      expect(unsent).toBeGreaterThanOrEqual(100)
      expect(rows).toBe(100 + unsent)
      const lines = (await readFile(report, 'utf8')).trim().split('\n')
      expect(lines.filter((line) => JSON.parse(line).status === 'unsent')).toHaveLength(unsent)
      expect(lines).toHaveLength(rows)
    },
  )

  test('and sync, which then carries nothing out, as the rest of a plan that the board stops in the middle is not sent', async () => {
    const { url, paths } = await startBetween((_req, res) => res.writeHead(302, { location: 'https://a.test' }).end())
    const sync = (...args: string[]) =>
      runCommand(
        ['jobs', 'sync', '-', '--yes', '--json', '--concurrency', '1', ...args],
        { env: settings() },
        rows(1_000),
      )
    const { code, stdout } = await sync('--url', url)
    expect({ code, paths, ...JSON.parse(stdout) }).toMatchObject({
      code: 1,
      paths: ['PUT /api/jobs'],
      plan: null,
      done: null,
    })

    // The plan goes to the board. The first batch that changes something meets a sign-in page.
    const middle = await startBetween(async (req, res, body) => {
      const isPlan = req.method === 'GET' || JSON.parse(body).dryRun === true
      if (!isPlan) return res.writeHead(302, { location: 'https://a.test' }).end()
      const headers = { 'x-api-key': company.key, 'content-type': 'application/json' }
      const method = req.method ?? 'GET'
      const answer = await fetch(`${server.url}${req.url}`, { method, headers, ...(body !== '' && { body }) })
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const stopped = await sync('--url', middle.url)
    expect(JSON.parse(stopped.stdout)).toMatchObject({
      plan: { rows: 1_000, created: 1_000 },
      done: { created: 0, failed: 100, unsent: 900 },
    })
    const written = await runCommand(
      ['jobs', 'sync', '-', '--yes', '--url', middle.url],
      { env: settings() },
      rows(1_000),
    )
    expect(written.stdout).toContain('\n  not sent ')
  })

  test('but not a firewall that refuses one row alone: that row is named', async () => {
    const { url } = await startBetween((_req, res, body) => {
      if (body.includes('"r-37"')) return res.writeHead(403).end('Blocked by rule 949110')
      answerCreated(res, body)
    })
    const { code, created, failed, failures } = await push(url)
    expect({ code, created, failed }).toEqual({ code: 3, created: 999, failed: 1 })
    expect(failures).toMatchObject([{ id: 'r-37', error: { message: 'Blocked by rule 949110', code: 'http_403' } }])
  })

  test('rows are failed and not unconfirmed if nothing listens at the address', async () => {
    const { url, close } = await startBetween(() => {})
    close()
    const { code, failed, unconfirmed, stderr } = await push(url)
    expect({ code, failed, unconfirmed }).toEqual({ code: 5, failed: 100, unconfirmed: 0 })
    expect(stderr).toContain('nothing listens there; check that the server runs, and the port')
  })

  test('rows whose answer is lost are unconfirmed, not failed', async () => {
    const { url } = await startBetween((_req, res) => res.socket?.destroy())
    const { code, created, failed, unconfirmed, stderr } = await push(url)
    expect({ code, created, failed, unconfirmed }).toEqual({ code: 5, created: 0, failed: 0, unconfirmed: 100 })
    expect(stderr).toContain('Unconfirmed rows may or may not be on the board. Run the command again to make sure.')
  })

  /** Starts a server that gives no answer to the first request with the row `r-37`, and refuses the others with this row. */
  function startWithLostAnswer() {
    let lost = 0
    return startBetween((_req, res, body) => {
      if (!body.includes('"r-37"')) return answerCreated(res, body)
      if (lost++ === 0) return res.socket?.destroy()
      res.writeHead(403).end('Blocked by rule 949110')
    })
  }

  test('a row whose answer was lost before a firewall refused it is unconfirmed, and the push does not end with 0', async () => {
    const { url } = await startWithLostAnswer()
    const { code, created, failed, unconfirmed } = await push(url)
    expect({ code, created, failed, unconfirmed }).toEqual({ code: 3, created: 999, failed: 0, unconfirmed: 1 })
  })
})

describe('a sync ends with 3', () => {
  const sync = async (url: string, ...args: string[]) => {
    const { code, stdout } = await runCommand(
      ['jobs', 'sync', '-', '--yes', '--json', '--url', url, ...args],
      { env: settings() },
      rows(1),
    )
    return { code, ...JSON.parse(stdout) }
  }

  test('and counts a row as unconfirmed whose answer was lost before a firewall refused it', async () => {
    let lost = 0
    const { url } = await startBetween((req, res, body) => {
      if (req.method === 'GET') return void answerJobs(res, [])
      if (JSON.parse(body).dryRun === true) return answerCreated(res, body)
      if (lost++ === 0) return res.socket?.destroy()
      res.writeHead(403).end('Blocked by rule 949110')
    })
    expect(await sync(url)).toMatchObject({ code: 3, done: { created: 0, failed: 0, unconfirmed: 1 } })
  })
})

test('a job whose unpublication had no answer is unconfirmed, not failed', async () => {
  const { url } = await startBetween((_req, res) => res.socket?.destroy())
  const { code, stdout } = await runCommand(['jobs', 'unpublish', 'r-1', '--json', '--url', url], { env: settings() })
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 5,
    jobs: [{ id: 'r-1', status: 'unconfirmed', error: { code: 'ConnectionError' } }],
  })
})

/** Starts a command, presses Ctrl-C twice when one of its requests is `waiting` for an answer, and returns its exit status. */
async function interruptTwice(args: string[], input: string, waiting: ServerResponse[]) {
  const { stdin, said, interrupt, result } = startCommand([...args, '--json', '--timeout', '20'], { env: settings() })
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
  ['jobs publish', ['A']],
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

describe('an error', () => {
  test('has in JSON the code and the request id of the board, and each issue its path', async () => {
    const input = '{"id":"bad","title":5}\n{"id":'
    const run = (...args: string[]) => runCommand([...args, '--json'], { env: settings() }, input)
    const { stdout } = await run('jobs', 'get', 'none')
    expect(JSON.parse(stdout).error).toEqual({
      message: expect.any(String),
      code: 'job_not_found',
      requestId: expect.any(String),
    })
    const pushed = JSON.parse((await run('jobs', 'push', '-')).stdout)
    const paths = pushed.failures.map(({ error }: { error: { issues: { path: string }[] } }) =>
      error.issues.map(({ path }) => path),
    )
    // As the board says it of a job as a whole.
    expect(paths).toEqual([['job.title'], ['job']])
  })

  test('says in words why the board cannot be reached', async () => {
    const { code, stderr } = await runCommand(['jobs', 'list', '--url', 'http://no-such-host.invalid/api'], {
      env: settings(),
    })
    expect(code).toBe(5)
    expect(stderr).toMatch(/^Error: GET \/jobs got no answer: (no host has this name|host names cannot be resolved)/m)
    const plain = (await startBetween(() => {})).url.replace('http:', 'https:')
    expect(await runCommand(['jobs', 'list', '--url', plain], { env: settings() })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('it does not speak TLS; did you mean http://?'),
    })
  })
})

test.each([
  ['push', [], ['25% | 100 rows']],
  ['sync', ['--yes'], ['25% | 100 rows', '25% | 100 of 400 rows']],
])('a bar shows on a terminal how many rows of a %s have their outcome', async (name, args, shown) => {
  const held: [ServerResponse, string][] = []
  const { url } = await startBetween((req, res, body) => {
    if (req.method === 'GET') answerJobs(res, [])
    else held.push([res, body])
  })
  await cli.write('bar.ndjson', rows(400))
  const words = ['jobs', name, cli.path('bar.ndjson'), '--url', url, ...args]
  const { said, result } = startCommand(words, { env: settings(), isTerminal: true })
  for (const bar of shown) {
    // All requests are here, so all rows were read.
    await expect.poll(() => held).toHaveLength(4)
    const answers = held.splice(0).map((request) => () => answerCreated(...request))
    answers.pop()?.()
    await said(`${'█'.repeat(7)}${'░'.repeat(23)} ${bar}`)
    for (const answer of answers) answer()
  }
  expect((await result).code).toBe(0)
})

describe('auth login', () => {
  const login = (url: string) =>
    runCommand(['auth', 'login', '--url', url, '--api-key-stdin'], { env: { HOME: cli.path('.') } }, company.key)

  test('takes the address under /api if the board is there', async () => {
    const { code, stdout, stderr } = await login(server.url)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `The board’s API is at ${server.url}/api, so this address is used.\n`,
    })
    expect(stdout).toContain(`Logged in to ${server.url}/api`)
  })
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

  test('an error is red if standard error is a terminal, whatever standard output is', async () => {
    const fail = async (surroundings: { isTerminal?: boolean; columns?: number }) =>
      (await runCommand(['jobs', 'get', 'none'], { env: settings(), ...surroundings })).stderr
    // It begins on a line of its own, where a bar may have been.
    expect(await fail({ isTerminal: true })).toContain('\r\u001b[K\u001b[31mError: ')
    expect(await fail({ columns: 80 })).toMatch(/^Error: /)
  })

  test('no flag is needed to be told on a terminal how long a command waits for a busy board', async () => {
    const waitForBoard = async (isTerminal: boolean, ...flags: string[]) => {
      const { url, paths } = await startBetween((_req, res) => {
        if (paths.length === 1) res.writeHead(429, { 'retry-after': '2', 'content-type': 'application/json' }).end('{}')
        else answerJobs(res, [])
      })
      const args = ['jobs', 'list', '--url', url, '--json', ...flags]
      const { code, stderr } = await runCommand(args, { env: settings(), isTerminal })
      return { code, stderr }
    }
    const [watched, unwatched, verbose] = await Promise.all([
      waitForBoard(true),
      waitForBoard(false),
      waitForBoard(false, '--verbose'),
    ])
    expect(watched).toEqual({ code: 0, stderr: expect.stringContaining('Waiting 2 seconds …') })
    expect(unwatched).toEqual({ code: 0, stderr: '' })
    expect(verbose).toEqual({ code: 0, stderr: expect.stringMatching(/^GET \/jobs failed .*again in 2\d{3} ms$/m) })
  })

  test('--timeout ends a request that gets no answer', async () => {
    const { url } = await startBetween(() => {})
    const { code, stderr } = await runCommand(['jobs', 'list', '--url', url, '--timeout', '0.05'], { env: settings() })
    expect({ code, stderr }).toEqual({ code: 5, stderr: 'Error: GET /jobs had no complete answer within 50 ms\n' })
    const watched = await runCommand(['jobs', 'list', '--url', url, '--timeout', '0.05'], {
      env: settings(),
      isTerminal: true,
    })
    expect(watched.stderr).toContain('GET /jobs had no complete answer within 50 ms. Trying again …')
  })
})
