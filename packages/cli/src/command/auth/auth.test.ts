import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { builtProgram, type Ended } from '@boardwalk/test-server/vitest/program'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

/* `boardwalk auth`, against the real server. */

const server = useServer({ settings: { keyRequestsPerMinute: 100_000, addressRequestsPerMinute: 200_000 } })
const cli = useCli()
let company: TestCompany
const said: string[] = []

beforeAll(async () => {
  company = await server.company()
})
beforeEach(() => rm(cli.path('.config'), { recursive: true, force: true }))

const profile = () => cli.path('.config/boardwalk/config.json')
const kept = async () => JSON.parse(await readFile(profile(), 'utf8'))
const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const url = () => `${server.url}/api`
const storedCompany = () => ({ id: company.id, name: expect.any(String), slug: company.slug })

async function keep(content: object) {
  await mkdir(dirname(profile()), { recursive: true })
  await writeFile(profile(), JSON.stringify(content))
  await chmod(profile(), 0o600)
}

async function auth(args: string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const ended = await runCommand(['auth', ...args], { env: { HOME: cli.path('.'), ...env } }, input)
  said.push(ended.stdout, ended.stderr)
  return ended
}
const login = (args: string[], input = `${company.key}\n`) => auth(['login', '--api-key-stdin', ...args], {}, input)
const status = async (args: string[] = [], env: Record<string, string> = {}, input = '') =>
  JSON.parse((await auth(['status', '-o', 'json', ...args], env, input)).stdout)

afterEach(() => {
  expect(said.join('')).not.toContain(company.key)
})

describe('auth login', () => {
  test('stores a key that works so that only its owner can read it, and later commands need nothing else', async () => {
    const { code, stdout, stderr } = await login(['--url', `${url()}//`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`bwk_…${company.key.slice(-4)} (read, write)`)
    expect(await kept()).toEqual({ url: url(), apiKey: company.key, company: storedCompany() })
    expect([await readMode(profile()), await readMode(dirname(profile()))]).toEqual(['600', '700'])
    expect(await readdir(dirname(profile()))).toEqual(['config.json'])
    expect((await cli.run(['jobs', 'list', '-o', 'json'], {})).code).toBe(0)
  })

  test('stores no key that the board refuses or could not check, and leaves the stored one', async () => {
    await keep({ url: url(), apiKey: 'bwk_before' })
    expect((await login([], 'bwk_wrong')).code).toBe(4)
    expect((await login([], '')).code).toBe(4)
    expect((await login(['--url', 'http://127.0.0.1:9/api'])).code).toBe(5)
    expect(await kept()).toEqual({ url: url(), apiKey: 'bwk_before' })
  })

  test('asks for nothing without a terminal: it says what to give instead, and ends with 2', async () => {
    for (const [env, words] of [
      [{}, '--url'],
      [{ BOARDWALK_URL: url() }, '--api-key-stdin'],
    ] as const)
      expect(await auth(['login'], env, company.key)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(words),
      })
  })

  test.runIf(existsSync('/usr/bin/script'))(
    'asks for address and key on a terminal, and the key is not shown',
    async () => {
      const words = [process.execPath, builtProgram('packages/cli/src/main.ts'), 'auth', 'login']
      const command = `stty cols 80 rows 24; ${words.join(' ')}`
      const terminal = cli.startProgram('script', ['-qefc', command, '/dev/null'], { TERM: 'xterm' })
      const shown = watchScreen(terminal.stdout)
      await shown('Address')
      terminal.stdin.write('jobs.example.com\r')
      await shown('is not the address of a board')
      // Ctrl-U empties the line.
      terminal.stdin.write(`\x15${url()}\r`)
      await shown(`API key for ${url()}`)
      terminal.stdin.write(`${company.key}\r`)
      const { code, stdout } = await terminal.result
      said.push(stdout)
      expect(code).toBe(0)
      expect(await kept()).toEqual({ url: url(), apiKey: company.key, company: storedCompany() })
    },
  )

  test('makes a file and a folder private that others could read, and keeps other members of the file', async () => {
    await keep({ url: url(), apiKey: company.key, later: true })
    await chmod(dirname(profile()), 0o755)
    for (const mode of [0o644, 0o640, 0o604]) {
      await chmod(profile(), mode)
      expect(await auth(['status'])).toMatchObject({ code: 1, stderr: expect.stringContaining('chmod 600') })
    }
    expect((await login([])).code).toBe(0)
    expect([await readMode(profile()), await readMode(dirname(profile()))]).toEqual(['600', '700'])
    expect(await kept()).toEqual({ url: url(), apiKey: company.key, company: storedCompany(), later: true })
  })

  test('refuses a file that is damaged, and does not replace it: it may hold the keys of other companies', async () => {
    await mkdir(dirname(profile()), { recursive: true })
    for (const damaged of ['{"url":', '{"apiKey":5}', '[]']) {
      await writeFile(profile(), damaged, { mode: 0o600 })
      for (const { code, stderr } of [await login(['--url', url()]), await auth(['status']), await auth(['logout'])])
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('correct it, or remove it') })
      expect(await readFile(profile(), 'utf8')).toBe(damaged)
    }
  })
})

describe('auth status', () => {
  test('names the limits of requests, as doctor does', async () => {
    const env = { BOARDWALK_URL: url(), BOARDWALK_API_KEY: company.key }
    const rates = ['100000 requests a minute', '200000 requests a minute from this network address']
    const { stdout } = await auth(['status'], env)
    for (const rate of rates) expect(stdout).toContain(`limit    ${rate}`)
    expect((await status([], env)).limits).toMatchObject({ requestsPerMinute: 100_000, jobsPerRequest: 100 })
    const doctor = await runCommand(['doctor'], { env: { HOME: cli.path('.'), ...env } })
    for (const rate of rates) expect(doctor.stdout).toContain(`at most ${rate}`)
  })

  test('says that the operator has suspended the company, as doctor does, and a push ends with 4', async () => {
    const suspended = await server.company()
    await server.deps.companies.setSuspension(suspended.id, new Date())
    const env = { HOME: cli.path('.'), BOARDWALK_URL: url(), BOARDWALK_API_KEY: suspended.key }
    expect((await auth(['status'], env)).stdout).toContain(
      'warning  the operator of the board has suspended the company',
    )
    expect((await status([], env)).company.suspended).toBe(true)
    const doctor = await runCommand(['doctor'], { env })
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringMatching(/^warning +company +the operator/m) })
    const push = await runCommand(['jobs', 'push', '-', '--format', 'json'], { env }, '[{"id":"A","title":"x"}]')
    expect(push).toMatchObject({ code: 4, stderr: expect.stringContaining('has suspended the company') })
  })

  test('the stored key goes only to the host that it was tried with, and the message says what to do', {
    tags: ['stored-key'],
  }, async () => {
    await keep({ url: url(), apiKey: company.key })
    const asked: unknown[] = []
    const other = createServer((req, res) => {
      asked.push(req.headers['x-api-key'])
      res.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    // A server that listens on a port has an address of this kind.
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api`
    const home = { HOME: cli.path('.') }
    const ways: [string[], Record<string, string>][] = [
      [['--url', elsewhere], home],
      [[], { ...home, BOARDWALK_URL: elsewhere }],
    ]
    for (const [args, env] of ways) {
      for (const command of [['auth', 'status'], ['doctor']])
        expect((await runCommand([...command, ...args], { env })).code).not.toBe(0)
      expect(await runCommand(['jobs', 'list', ...args], { env })).toMatchObject({
        code: 4,
        stderr: `Error: The API key in ~/.config/boardwalk/config.json is for ${url()}, and is not sent to ${elsewhere}. Run boardwalk auth login --url ${elsewhere}, or set BOARDWALK_API_KEY.\n`,
      })
    }
    expect(asked.filter((key) => key !== undefined)).toEqual([])
    // So is the key of an encrypted address, which would travel unencrypted.
    await keep({ url: url().replace('http:', 'https:'), apiKey: company.key })
    expect((await status(['--url', url()])).error?.message).toContain(`is not sent to ${url()}`)
    await keep({ url: url(), apiKey: company.key })
    // Another path on the same host is the same board's.
    expect((await status(['--url', `${server.url}//api`])).error?.message).not.toContain('is not sent to')
    // A key of the environment is for every address that the user names.
    expect((await status(['--url', url()], { BOARDWALK_API_KEY: company.key })).error).toBe(null)
  })

  test('warns once that plain http beyond this machine can be read, and not on this machine', async () => {
    // An address of this machine that does not say so.
    const plain = url().replace('127.0.0.1', '0.0.0.0')
    const warning = `${plain} is not encrypted: others on the network can read the key and the candidates. Use https.\n`
    const env = { HOME: cli.path('.'), BOARDWALK_API_KEY: company.key }
    expect(await runCommand(['jobs', 'list', '--url', plain], { env })).toMatchObject({ code: 0, stderr: warning })
    expect((await auth(['status', '--url', plain], env)).stderr).toBe(warning)
    expect((await login(['--url', plain])).stderr).toBe(warning)
    expect((await auth(['status', '--url', url()], env)).stderr).toBe('')
    const { stderr } = await auth(['status', '--url', 'http://127.evil.invalid/api'], env)
    expect(stderr).toContain('http://127.evil.invalid/api is not encrypted')
  })
})

test('auth logout removes the key and keeps the address; a second logout is no error', async () => {
  await keep({ url: url(), apiKey: company.key })
  expect((await auth(['logout'])).stderr).toMatch(/^The board still accepts the key\./)
  expect(await kept()).toEqual({ url: url() })
  expect(await auth(['logout'])).toMatchObject({ code: 0, stderr: '' })
})

test('a key that was typed as an option, a command or an address is refused and not printed', async () => {
  for (const args of [['login', `--api-key=${company.key}`], [company.key], ['status', '--url', company.key]])
    expect((await auth(args)).code).toBe(2)
})

/** Creates a function that waits until a terminal shows a text, after the text of the last call. */
function watchScreen(stream: NodeJS.ReadableStream) {
  let text = ''
  let look = () => {}
  stream.on('data', (chunk) => {
    text += chunk
    look()
  })
  return (wanted: string) =>
    new Promise<void>((resolve) => {
      look = () => {
        const at = text.indexOf(wanted)
        if (at === -1) return
        text = text.slice(at + wanted.length)
        look = () => {}
        resolve()
      }
      look()
    })
}
