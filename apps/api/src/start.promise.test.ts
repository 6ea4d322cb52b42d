import { spawn as spawnProgram } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { type Command, createGate, type Outcome, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, shows, spawnBuiltServer, usePrograms } from '@boardwalk/test-server/vitest/program'
import { Long } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { openBackOffice } from './test/user.ts'

/* How a server process starts and ends. Here is what only a process can show; start.test.ts and stop.promise.test.ts have the rest. */

const programs = usePrograms()

type Settings = Record<string, string>

/** Starts a server over a new database and a proxy. */
async function spawn(rule?: Rule, changes: Settings = {}, logFile?: string) {
  const { settings, drop } = newDatabase()
  const proxy = await startMongoProxy(settings.MONGODB_URI)
  proxy.rule = rule
  const starting = spawnBuiltServer({ ...settings, MONGODB_URI: proxy.uri, ...changes }, logFile)
  onTestFinished(async () => {
    await starting.end('SIGKILL')
    await proxy.stop()
    await drop()
  })
  const closed = once(starting.child, 'close')
  let printed = ''
  starting.child.stderr?.on('data', (data) => {
    printed += data
  })
  /** Waits until the process ends by itself. */
  const ended = async () => {
    const [code] = await closed
    return { code, printed: printed.replaceAll(settings.MONGODB_DATABASE, 'board') }
  }
  return { ...starting, settings, proxy, ended }
}

const refused: Outcome = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized' }
const neverAnswer = () => new Promise<never>(() => {})

const isOf =
  (...names: string[]) =>
  ({ name, collection }: Command) =>
    names.includes([name, collection].join(' '))

test('a server whose start fails says why, ends with 1, and has not answered a single request, not even that it is alive', async () => {
  const PORT = String(await freePort())
  const answers: string[] = []
  const isAlive = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      () => 'answered',
      ({ cause }) => cause.code,
    )
  const { ended } = await spawn(
    async (command, carryOut) => {
      if (command.name === 'find') answers.push(await isAlive())
      // The start reads the companies last.
      return isOf('find companies')(command) ? refused : carryOut()
    },
    { PORT },
  )
  expect(await ended()).toEqual({ code: 1, printed: 'The database cannot be read: not authorized\n' })
  expect(new Set(answers)).toEqual(new Set(['ECONNREFUSED']))
})

test('a server serves with its settings, says where it is, logs how it was started and stopped, and ends on SIGHUP', async () => {
  const PUBLIC_URL = 'https://jobs.example.com'
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@example.com' }
  const { child, url, ended } = await spawn(undefined, { PUBLIC_URL, LOG_LEVEL: 'info', ...mail }, programs.path('log'))
  const boundUrl = await url
  expect(await openBackOffice(boundUrl).client.session.board.query()).toEqual({ sendsMail: true })
  child.kill('SIGHUP')
  expect((await ended()).code).toBe(0)
  const lines = (await readFile(programs.path('log'), 'utf8')).split('\n').filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'the server has started', boundUrl, url: PUBLIC_URL, version: manifest.version, node: process.version },
    { msg: 'request' },
    { msg: 'the server was told to stop', signal: 'SIGHUP' },
    { msg: 'the server has stopped' },
  ])
})

test('a stop while the database does not answer ends in seconds, and says so', async () => {
  const { url, proxy, end, ended } = await spawn()
  const site = await url
  const isReading = createGate()
  proxy.rule = (command) => {
    // The sitemap has an open cursor when the server stops. The driver wants to close it on the database.
    if (isOf('find companies')(command))
      return Promise.resolve({
        ok: 1,
        cursor: { id: Long.fromNumber(1), ns: `${command.database}.companies`, firstBatch: [] },
      })
    if (!isOf('getMore companies', 'killCursors companies')(command)) return undefined
    isReading.open()
    return neverAnswer()
  }
  const gone = new AbortController()
  const asked = fetch(`${site}/sitemap.xml`, { signal: gone.signal })
  await isReading.opened
  gone.abort()
  await expect(asked).rejects.toThrow('aborted')
  await end('SIGTERM')
  const { code, printed } = await ended()
  expect(code).toBe(1)
  expect(printed).toContain('The connections to the databases did not close in 5 s: the server ends without it\n')
})

test('npm start names a misspelt setting, the address that is bound and PUBLIC_URL, and ends with its server on Ctrl-C', async () => {
  const { settings, drop } = newDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-npm-'))
  const { scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
  await mkdir(join(folder, 'apps/api'), { recursive: true })
  await symlink(dirname(builtProgram('apps/api/src/main.ts')), join(folder, 'apps/api/dist'))
  const PUBLIC_URL = 'https://jobs.example.com'
  const own = { PORT: '0', LOG_LEVEL: 'silent', npm_config_update_notifier: 'false' }
  // It has a process group of its own.
  const npm = spawnProgram('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...own,
      ...settings,
      PUBLIC_URL,
      KEY_REQUEST_PER_MINUTE: '600',
    },
  })
  onTestFinished(async () => {
    // After a good end the group has no process.
    expect(() => process.kill(-Number(npm.pid), 'SIGKILL')).toThrow('ESRCH')
    await rm(folder, { recursive: true })
    await drop()
  })
  // Standard error is closed when neither npm nor the server has it any more.
  const closed = once(npm, 'close')
  const [lines, url = ''] = await shows(npm.stderr, /^[\s\S]*^Boardwalk is at (http:\S+) .*\n/m)
  expect(lines.split('\n')).toEqual([
    'KEY_REQUEST_PER_MINUTE is not a setting and has no effect: did you mean KEY_REQUESTS_PER_MINUTE?',
    `Boardwalk is at ${url} and for people at ${PUBLIC_URL} (PUBLIC_URL), with its API reference at ${PUBLIC_URL}/api/docs; Ctrl-C stops it`,
    '',
  ])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  // The terminal sends it to the whole group, so the server gets it twice: from the terminal and from npm.
  process.kill(-Number(npm.pid), 'SIGINT')
  expect(await closed).toEqual([0, null])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})
