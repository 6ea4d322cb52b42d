import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk api` against the real server, and against a server in its place. */

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeAll(async () => {
  company = await server.company()
})

const settings = () => ({ HOME: cli.path('.'), ...environmentFor(server, company) })
const api = (args: string[], input = '') => runCommand(['api', ...args], { env: settings() }, input)

/** Starts a server in the board's place, and returns its address. */
async function startBetween(answer: RequestListener): Promise<string> {
  const between = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void between.close())
  await once(between, 'listening')
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(between.address() as AddressInfo).port}/api`
}

test('sends a body from the command line, a file or standard input, and prints the answer as it came', async () => {
  const job = '{"job":{"title":"Comptable & associés"}}'
  await cli.write('job.json', job)
  // PowerShell writes UTF-16 with `>`.
  await writeFile(cli.path('job16.json'), Buffer.from(`\ufeff${job}`, 'utf16le'))
  await writeFile(cli.path('job16be.json'), Buffer.from(`\ufeff${job}`, 'utf16le').swap16())
  const files = ['job.json', 'job16.json', 'job16be.json'].map((name) => [`@${cli.path(name)}`] as const)
  for (const [data, input] of [[job], ...files, ['-', job]] as const) {
    const { code, stdout, stderr } = await api(['PUT', '/job/A%2F1', '--data', data], input)
    expect({ code, stderr, answer: JSON.parse(stdout) }).toMatchObject({ code: 0, stderr: '', answer: { error: null } })
  }
  const query = ['--query', 'pageSize=1', '--query', 'changedSince=2026-03-01T00:00:00+01:00']
  const { code, stdout } = await api(['GET', 'jobs?status=PUBLISHED', ...query, '--include'])
  const [head = '', body = ''] = stdout.split('\n\n')
  expect(code).toBe(0)
  expect(head).toMatch(/^HTTP 200 OK\n(.+\n)*content-type: application\/json/)
  expect(body).toBe(JSON.stringify(JSON.parse(body)))
  expect(JSON.parse(body).jobs).toMatchObject([{ id: 'A/1', title: 'Comptable & associés' }])
})

test('on a terminal JSON is indented and has no control character', async () => {
  const url = await startBetween((_req, res) => res.end('{"title":"\\u009b2J"}'))
  const { stdout } = await runCommand(['api', 'GET', '/me', '--url', url], { env: settings(), columns: 80 })
  expect(stdout).toBe('{\n  "title": "\ufffd2J"\n}\n')
})

test('an answer that is not 2xx is printed too, and the exit status says whose it is', async () => {
  const refused = await api(['PUT', '/job/none', '--data', '{"job":{"title":"t"}}', '--header', 'if-match: *'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Error: \S/) })
  expect(JSON.parse(refused.stdout).error.code).toBe('precondition_failed')

  const env = { ...settings(), BOARDWALK_API_KEY: 'bwk_0123456789abcdefghijklmnopqrstuv' }
  const wrongKey = await runCommand(['api', 'GET', '/me'], { env })
  expect({ code: wrongKey.code, error: JSON.parse(wrongKey.stdout).error.code }).toEqual({
    code: 4,
    error: 'api_key_invalid',
  })

  const url = await startBetween((_req, res) => res.writeHead(403).end('<h1>Blocked'))
  expect(await api(['GET', '/jobs', '--url', url])).toEqual({
    code: 5,
    stdout: '<h1>Blocked',
    stderr: `Error: The answer of ${url}/jobs (status 403) is not a Boardwalk’s\n`,
  })
  const dead = await startBetween((req) => req.socket.destroy())
  expect(await api(['GET', '/me', '--url', dead])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('gave no complete answer: '),
  })
  const slow = await startBetween(() => {})
  expect(await api(['GET', '/me', '--url', slow, '--timeout', '0.05'])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('within 0.05 seconds'),
  })
})

test('a file goes to another file or a pipe, and not to a terminal', async () => {
  const url = await startBetween((_req, res) =>
    res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF\x00'),
  )
  const args = ['api', 'GET', '/candidate/1/cv', '--url', url]
  expect(await runCommand(args, { env: settings(), columns: 80 })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Error: The answer is application/pdf, which a terminal cannot show: send it to a file with > or to a pipe\n',
  })
  expect(await runCommand(args, { env: settings() })).toMatchObject({ code: 0, stdout: '%PDF\x00' })
})

test('a redirect is not followed, and a whole address is refused: the key goes to no other host', async () => {
  const asked: unknown[] = []
  const other = await startBetween((req, res) => {
    asked.push(req.headers)
    res.end()
  })
  const url = await startBetween((_req, res) => res.writeHead(302, { location: other }).end())
  expect(await api(['GET', '/me', '--url', url])).toMatchObject({ code: 5 })
  expect(await api(['GET', other])).toMatchObject({ code: 2, stderr: expect.stringContaining('Give the path below') })
  expect(asked).toEqual([])
})

test('a wrong command line is refused with 2 before anything is sent', async () => {
  for (const [args, words] of [
    [['/me'], "missing required argument 'path'"],
    [['get', '/me'], 'choices are GET, POST, PUT, DELETE'],
    [['GET', '/jobs', '--data', '{}'], 'give --query instead'],
    [['GET', 'C:/Program Files/Git/job/A-17/candidates'], 'Leave the slash out: job/A-17/candidates\n'],
    [
      ['GET', 'D:\\msys64\\jobs'],
      'Git Bash does this with a text that begins with a slash. Leave the slash out: jobs\n',
    ],
    [['GET', 'C:/candidates'], 'Leave the slash out'],
    [['GET', '/jobs', '--query', 'page'], 'such as pageSize=10'],
    [['GET', '/jobs', '--header', 'if-match'], 'is not a header such as'],
    [['POST', '/job', '--data', '-', '--api-key-stdin'], 'cannot hold both the body and the key'],
  ] as const)
    expect(await api([...args])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  expect(await api(['POST', '/job', '--data', '@none.json'])).toMatchObject({
    code: 1,
    stderr: 'Error: none.json cannot be read: there is no such file\n',
  })
})
