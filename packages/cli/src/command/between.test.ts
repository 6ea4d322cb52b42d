import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { limits } from '@boardwalk/schema/limits'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
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
  test('an address without /api: 1, and the right address', async () => {
    const { error, stderr, ...told } = await push(server.url)
    expect(told).toMatchObject({ code: 1, created: 0, failed: 100, hasUnreadRows: true })
    expect(error).toMatchObject({ code: 'page_not_found', requestId: expect.any(String) })
    expect(error.message).toContain(`Did you mean ${server.url}/api?`)
    expect(stderr).toContain('Its other rows were not sent.')
  })

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

  test.each(['created', 'updated', 'unchanged'])('nor one that refuses many rows, if others are %s', async (status) => {
    const { url } = await startBetween((_req, res, body) => {
      const { jobs } = JSON.parse(body)
      const isRefused = (id: string) => !['r-99', 'r-200'].includes(id) && Number(id.slice(2)) <= 200
      if (jobs.some(({ id }: { id: string }) => isRefused(id))) return res.writeHead(403).end('Blocked by rule 949110')
      answerAll(res, body, status)
    })
    const { code, [status]: passed, failed, unsent } = await push(url)
    expect({ code, passed, failed, unsent }).toEqual({ code: 3, passed: 801, failed: 199, unsent: 0 })
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

  test('and one row alone, which the summary counts', async () => {
    const { url } = await startBetween((_req, res) => res.socket?.destroy())
    const { stdout, stderr } = await runCommand(['jobs', 'push', '-', '--url', url], { env: settings() }, rows(1))
    expect(stdout).toMatch(/^standard input: 1 row\n.*\n {2}unconfirmed +1\n$/s)
    expect(stderr).toContain('Unconfirmed rows may or may not')
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

  test('and with --fail-fast such a row ends the push, as a failed one does', async () => {
    const { url } = await startWithLostAnswer()
    const { code, created, failed, unconfirmed, hasUnreadRows, stderr } = await push(url, '--fail-fast')
    expect({ code, failed, unconfirmed, hasUnreadRows }).toEqual({
      code: 3,
      failed: 0,
      unconfirmed: 1,
      hasUnreadRows: true,
    })
    expect(stderr).toContain('Its other rows were not sent.')
    // The rows that were read already are still sent.
    expect(created).toBeLessThan(999)
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

  test('and counts a job as failed that has another id by the time it is unpublished', async () => {
    const { url } = await startBetween((req, res, body) => {
      if (req.method === 'GET') return void answerJobs(res, [{ id: 'moved', title: 't', jobId: 7 }])
      if (req.method === 'PUT') return answerAll(res, body, 'unchanged')
      const error = { message: 'No job has this id', code: 'job_not_found' }
      res.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    })
    expect(await sync(url, '--max-unpublish', '1')).toMatchObject({
      code: 3,
      done: { unchanged: 1, unpublished: 0, failed: 1 },
      failures: [{ id: 'moved', status: 'failed', error: { message: 'No job has this id' } }],
    })
  })
})

test('a download of CVs that the board refuses midway ends with 4, although a CV failed before', async () => {
  const { pageSize } = limits
  const unusable = { id: 'c', date: 'none', firstName: 'S', lastName: 'B', cv: '' }
  const { url } = await startBetween((req, res) => {
    if (req.url?.includes('page=2')) return void res.writeHead(403).end()
    const page = { candidates: Array(pageSize).fill(unusable), total: pageSize + 1, error: null }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
  const args = ['candidates', 'download-cv', '--dir', cli.path('cvs'), '--json', '--url', url]
  const { code, stdout } = await runCommand(args, { env: settings() })
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 4, failed: pageSize, error: expect.any(Object) })
})

test('a sync goes on after a page of published jobs that have no external id', async () => {
  const { pageSize } = limits
  const ours = Array.from({ length: pageSize }, (_, at) => ({ id: null, title: 't', jobId: at + 1 }))
  const { url, paths } = await startBetween((req, res, body) => {
    if (req.method === 'PUT') return answerAll(res, body, 'unchanged')
    // A sync that asks for the same page again ends.
    if (paths.length > 3) return void res.writeHead(403).end()
    answerJobs(res, req.url?.endsWith('afterJobId=0') ? ours : [])
  })
  const { code } = await runCommand(['jobs', 'sync', '-', '--yes', '--url', url], { env: settings() }, rows(1))
  const pages = paths.flatMap((path) => /^GET .*afterJobId=(\d+)$/.exec(path)?.[1] ?? [])
  expect({ code, pages }).toEqual({ code: 0, pages: ['0', String(pageSize)] })
})

test('a sync unpublishes as many jobs at once as --concurrency says', async () => {
  const missing = Array.from({ length: 6 }, (_, at) => ({ id: `gone-${at}`, title: 't', jobId: at + 1 }))
  const waiting: ServerResponse[] = []
  const { url, paths } = await startBetween((req, res, body) => {
    if (req.method === 'GET') return void answerJobs(res, missing)
    if (req.method === 'PUT') return answerAll(res, body, 'unchanged')
    // Answers none until all are here.
    if (waiting.push(res) < missing.length) return
    for (const each of waiting.splice(0))
      each.writeHead(200, { 'content-type': 'application/json' }).end('{"jobId":1,"error":null}')
  })
  const args = ['--yes', '--json', '--url', url, '--timeout', '20', '--max-unpublish', '6', '--concurrency', '6']
  const { code, stdout } = await runCommand(['jobs', 'sync', '-', ...args], { env: settings() }, rows(1))
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, done: { unpublished: 6 } })
  // None was sent again.
  expect(paths.filter((path) => path.startsWith('DELETE'))).toHaveLength(6)
})

test('a job whose unpublication had no answer is unconfirmed, not failed', async () => {
  const { url } = await startBetween((_req, res) => res.socket?.destroy())
  const { code, stdout } = await runCommand(['jobs', 'unpublish', 'r-1', '--json', '--url', url], { env: settings() })
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 5,
    jobs: [{ id: 'r-1', status: 'unconfirmed', error: { code: 'ConnectionError' } }],
  })
})

test('links that a firewall refuses fail, and those of the next request are still set', async () => {
  const { url, paths } = await startBetween((_req, res, body) => {
    if (paths.length === 1) return res.writeHead(403).end('Blocked by rule 949110')
    const results = JSON.parse(body).links.map((link: object) => ({ ...link, status: 'linked' }))
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results, error: null }))
  })
  const links = Array.from({ length: 101 }, (_, at) => `${at + 1}=A-${at}`)
  const { code, stdout, stderr } = await runCommand(['links', 'set', ...links, '--json', '--url', url], {
    env: settings(),
  })
  const told = JSON.parse(stdout)
  expect({ code, error: told.error, stderr }).toEqual({ code: 3, error: null, stderr: '100 links were not set\n' })
  expect(told.links.map(({ status }: { status: string }) => status)).toEqual([...Array(100).fill('failed'), 'linked'])
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

test.each([
  ['looks at the published jobs', 'GET'],
  ['unpublishes one', 'DELETE'],
])('a second interrupt ends jobs sync with 130 while it %s', async (_what, held) => {
  const waiting: ServerResponse[] = []
  const { url, paths } = await startBetween((req, res, body) => {
    if (req.method === held) return void waiting.push(res)
    if (req.method === 'PUT') return answerAll(res, body, 'unchanged')
    answerJobs(res, [{ id: 'gone', title: 't', jobId: 7 }])
  })
  const args = ['jobs', 'sync', '-', '--yes', '--max-unpublish', '1', '--url', url]
  const code = await interruptTwice(args, rows(1), waiting)
  expect({ code, requests: paths.filter((path) => path.startsWith(held)) }).toEqual({
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

test('candidates follow fits a terminal, which no text of a candidate can make do anything', async () => {
  const candidate = { id: 'c', date: '2026-03-02T09:30:00.000Z', firstName: '\u009b2J', lastName: 'B'.repeat(80) }
  const { url } = await startBetween((req, res) => {
    const found = { candidates: [{ ...candidate, email: 'e', offerId: 'A' }], total: 1 }
    const body = req.url === '/api/me' ? { key: { company: { id: 'cmp_1' } } } : found
    res.writeHead(200, { 'content-type': 'application/json', 'x-synced-through': candidate.date })
    res.end(JSON.stringify({ ...body, error: null }))
  })
  const follow = async (format: string) => {
    const args = ['candidates', 'follow', '--once', '-o', format, '--url', url]
    return (await runCommand(args, { env: settings(), columns: 70 })).stdout
  }
  expect(JSON.parse(await follow('ndjson'))).toMatchObject({ firstName: '\ufffd2J' })
  const [head = '', line = ''] = (await follow('table')).split('\n')
  expect(head).toMatch(/^DATE +NAME +EMAIL +JOB$/)
  expect(line).toMatch(/ \ufffd2J B+… +e +A$/)
  expect(line.length).toBeLessThanOrEqual(70)
})

test('a list of several pages shows on a terminal how many it has so far', async () => {
  let hold = (_answer: () => void) => {}
  const held = new Promise<() => void>((resolve) => {
    hold = resolve
  })
  const { url } = await startBetween((req, res) => {
    const isFirst = !req.url?.includes('page=2')
    const job = { id: null, title: 't', status: 'PUBLISHED', jobId: 1, updatedAt: '2026-03-01T09:30:00.000Z' }
    const body = JSON.stringify({ jobs: Array(isFirst ? 100 : 1).fill(job), total: 101, error: null })
    const answer = () => res.writeHead(200, { 'content-type': 'application/json' }).end(body)
    if (isFirst) answer()
    else hold(answer)
  })
  const { said, result } = startCommand(['jobs', 'list', '--url', url], { env: settings(), isTerminal: true })
  await said('100 jobs')
  const answer = await held
  answer()
  expect((await result).stdout.trim().split('\n')).toHaveLength(102)
})

test.each([
  ['jobs list', []],
  ['jobs push', ['-']],
  ['jobs sync', ['-', '--yes']],
])('after its end %s draws no progress, which would keep the process running', async (name, args) => {
  const { setInterval, clearInterval } = globalThis
  const drawing = new Set<unknown>()
  let drawn = 0
  vi.stubGlobal('setInterval', (draw: () => void, ms: number) => {
    const timer = setInterval(draw, ms)
    // The server of this test has intervals too, which are longer.
    if (ms <= 100) drawn = drawing.add(timer).size
    return timer
  })
  vi.stubGlobal('clearInterval', (timer: NodeJS.Timeout) => {
    drawing.delete(timer)
    clearInterval(timer)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { code } = await runCommand([...name.split(' '), ...args], { env: settings(), isTerminal: true }, rows(1))
  expect({ code, drawn, drawing: [...drawing] }).toEqual({ code: 0, drawn: 1, drawing: [] })
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

  test('tries the address before it asks for the key', async () => {
    const { url } = await startBetween((_req, res) => res.writeHead(404).end('Not found'))
    const { code, stderr } = await runCommand(['auth', 'login', '--url', url], { env: { HOME: cli.path('.') } })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not the API of a Boardwalk'),
    })
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

  const broken = '[{"id":"bad","title":5},{"id":'
  test.each<[string, string[], number, string, string]>([
    ['jobs push', ['-'], 2, broken, ''],
    ['jobs sync', ['-', '--yes'], 2, broken, ''],
    ['links set', ['1=A'], 2, '', 'bwk_wrong'],
    ['auth status', [], 1, '', 'bwk_wrong'],
    ['candidates download-cv', ['--dir', 'quiet'], 2, '', ''],
  ])('--quiet leaves all that %s says of its failure', async (name, args, lines, input, key) => {
    const unusable = { id: 'c', date: 'none', firstName: 'S', lastName: 'B', cv: '' }
    const { url } = await startBetween((req, res) => {
      if (req.url?.includes('page=2')) return void res.writeHead(403).end()
      const page = { candidates: Array(limits.pageSize).fill(unusable), total: limits.pageSize + 1, error: null }
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
    })
    const words = [...name.split(' '), ...args.map((arg) => (arg === 'quiet' ? cli.path(arg) : arg))]
    if (name.startsWith('candidates')) words.push('--url', url)
    const env = { ...settings(), ...(key !== '' && { BOARDWALK_API_KEY: key }) }
    const loud = await runCommand(words, { env }, input)
    expect(loud.stderr.trimEnd().split('\n').length).toBeGreaterThanOrEqual(lines)
    expect(await runCommand([...words, '--quiet'], { env }, input)).toEqual(loud)
  })

  test('an error is red if standard error is a terminal, whatever standard output is', async () => {
    const fail = async (surroundings: { isTerminal?: boolean; columns?: number }) =>
      (await runCommand(['jobs', 'get', 'none'], { env: settings(), ...surroundings })).stderr
    // It begins on a line of its own, where a bar may have been.
    expect(await fail({ isTerminal: true })).toContain('\r\u001b[K\u001b[31mError: ')
    expect(await fail({ columns: 80 })).toMatch(/^Error: /)
  })

  test.each([
    ['CI', { CI: '1' }],
    ['a terminal that cannot move its cursor', { TERM: 'dumb' }],
  ])('--verbose draws no bar over its lines in %s', async (_where, env) => {
    const { code, stderr } = await runCommand(
      ['jobs', 'push', '-', '--verbose'],
      { env: { ...settings(), ...env }, isTerminal: true },
      rows(2),
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^PUT \/jobs 200 /) })
    expect(stderr).not.toContain('\r')
  })

  test('--limit ends a list early, and asks for no page after it', async () => {
    await push(`${server.url}/api`)
    const { stdout, stderr } = await runCommand(['jobs', 'list', '-o', 'ndjson', '--limit', '100', '--verbose'], {
      env: settings(),
    })
    expect([stdout.split('\n').length - 1, stderr.split('\n').length - 1]).toEqual([100, 1])
    for (const number of ['0', '1.5'])
      expect(await runCommand(['jobs', 'list', '--limit', number], { env: settings() })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('It must be a whole'),
      })
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

  test.each(['9999999', '20.0005'])('--timeout takes %s, whatever times a timer of Node takes', async (seconds) => {
    const { code, stderr } = await runCommand(['doctor', '--timeout', seconds], { env: settings() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
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

  test.each([
    ['auth status', 5, 'Error: GET /me had no complete answer within 50 ms\n'],
    ['auth login --api-key-stdin', 5, 'cannot be reached: no answer within 0.05 seconds\n'],
    ['doctor', 5, ''],
  ])('--timeout ends %s too, whose first request gets no answer', async (name, ends, said) => {
    const { url } = await startBetween(() => {})
    const args = [...name.split(' '), '--url', url, '--timeout', '0.05']
    const { code, stdout, stderr } = await runCommand(args, { env: settings() }, company.key)
    expect({ code, stderr }).toEqual({ code: ends, stderr: expect.stringContaining(said) })
    if (name === 'doctor') expect(stdout).toMatch(/^failed +address .* no answer within 0.05 seconds$/m)
  })

  test.each([['auth status'], ['auth login --api-key-stdin'], ['doctor']])(
    '--verbose prints the request with which %s tries the key',
    async (name) => {
      const args = [...name.split(' '), '--url', `${server.url}/api`, '--verbose']
      const { code, stderr } = await runCommand(args, { env: settings() }, company.key)
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/^GET \/me 200 in \d+ ms, request \S+$/m),
      })
      expect(stderr).not.toContain(company.key)
    },
  )
})
