import { spawn as spawnProgram } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@boardwalk/local-mongo/free-port'
import { type Command, createGate, type Outcome, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import { runBuiltAdmin, spawnBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { Long, MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { openBackOffice } from './test/administrator.ts'

const programs = usePrograms()

type Settings = Record<string, string>

/** Starts a server over a new database and a proxy. */
async function spawn(rule: Rule | undefined, changes: Settings = {}) {
  const { settings, drop } = newDatabase()
  const proxy = await startMongoProxy(settings.MONGODB_URI)
  proxy.rule = rule
  const starting = spawnBuiltServer({ ...settings, MONGODB_URI: proxy.uri, ...changes })
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
    return {
      code,
      printed: printed.replaceAll(settings.MONGODB_DATABASE, 'board').replace(/^Boardwalk is at .*\n/, ''),
    }
  }
  return { ...starting, proxy, ended }
}

const refuse = async (): Promise<Outcome> => ({ ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized' })
const neverAnswer = () => new Promise<never>(() => {})

const isOf =
  (...names: string[]) =>
  ({ name, collection }: Command) =>
    names.includes([name, collection].join(' '))
const isOfJournal = ({ database }: Command) => database.endsWith('_journal')

/** Takes a free port until the test ends. */
async function takePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return String(typeof address === 'object' ? address?.port : undefined)
}

test('a server that cannot prepare its database ends, and has no command under way that could go without an answer', async () => {
  const toJournal: string[] = []
  const { ended } = await spawn((command) => {
    if (isOf('createIndexes sessions')(command)) return refuse()
    if (!isOfJournal(command)) return undefined
    toJournal.push(command.name)
    return neverAnswer()
  })
  const printed = 'The collection sessions of board cannot get its indexes: not authorized\n'
  expect(await ended()).toEqual({ code: 1, printed })
  expect(toJournal).toEqual([])
})

test('a server whose start fails has not answered a single request, not even that it is alive', async () => {
  const PORT = String(await freePort())
  const answers: string[] = []
  const isAlive = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      () => 'answered',
      ({ cause }) => cause.code,
    )
  const { ended } = await spawn(
    (command, carryOut) => {
      if (command.name !== 'find') return undefined
      return isAlive().then((answer) => {
        answers.push(`${command.collection} ${answer}`)
        // The start reads the companies last.
        return isOf('find companies')(command) ? refuse() : carryOut()
      })
    },
    { PORT },
  )
  expect(await ended()).toEqual({ code: 1, printed: 'The database cannot be read: not authorized\n' })
  expect(answers.at(-1)).toBe('companies ECONNREFUSED')
  expect(answers.filter((answer) => !answer.endsWith('ECONNREFUSED'))).toEqual([])
})

test.each([
  ['METRICS_PORT', 'Metrics cannot be served', 'METRICS_PORT'],
  ['PORT', 'The board cannot be served', 'PORT or HOST'],
])('a start on a taken %s ends the process, and names the setting', async (name, what, settings) => {
  const port = await takePort()
  const { ended } = await spawn(undefined, { [name]: port })
  const printed = `${what} on 127.0.0.1:${port}, because the port is in use (EADDRINUSE): set another ${settings}\n`
  expect(await ended()).toEqual({ code: 1, printed })
})

test.each([
  [
    // This machine does not have the address: see http/metrics.test.ts.
    { HOST: '192.0.2.1', METRICS_PORT: '0' },
    /^Metrics cannot be served on 192\.0\.2\.1:0, .* \(EADDRNOTAVAIL\): set another METRICS_PORT\n$/,
  ],
  [{ SPOOL_DIR: devNull }, /^Files cannot be written to \/dev\/null \(ENOTDIR: .*\): set another SPOOL_DIR\n$/],
  [
    { MONGODB_URI: '', DATA_DIR: `${devNull}/data` },
    /^The local database cannot write to \/dev\/null\/data \(ENOTDIR: .*\): set another DATA_DIR\n$/,
  ],
  [
    { MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=3000' },
    /^The database at MONGODB_URI does not answer: .*ECONNREFUSED 127.0.0.1:1\n$/,
  ],
  [{ MONGODB_URI: '', LOCAL_MONGO: '', NODE_ENV: 'production' }, /^Settings are wrong .*\n {2}MONGODB_URI is required/],
])('a start with %o ends the process, and says what to change', async (settings: Settings, printed) => {
  const { ended } = await spawn(undefined, settings)
  expect(await ended()).toEqual({ code: 1, printed: expect.stringMatching(printed) })
})

test('a start over rows that a unique index forbids names the collection and two of the rows, and not what is in them', async () => {
  const { settings, drop } = newDatabase()
  const client = await MongoClient.connect(settings.MONGODB_URI)
  onTestFinished(async () => {
    await client.close()
    await drop()
  })
  const rows = ['usr_1', 'usr_2'].map((_id) => ({ _id, companyId: 'cmp_1', email: 'salma@example.com' }))
  await client.db(settings.MONGODB_DATABASE).collection<{ _id: string }>('users').insertMany(rows)
  const { child, end } = spawnBuiltServer(settings)
  onTestFinished(() => end('SIGKILL'))
  let printed = ''
  child.stderr?.on('data', (data) => {
    printed += data
  })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(printed).toBe(
    `The collection users of ${settings.MONGODB_DATABASE} cannot get its indexes: several rows have the same email and companyId, ` +
      'for example those with the _id "usr_1" and "usr_2". Keep one of them, delete the others, and start again\n',
  )
})

test.each(['SIGTERM', 'SIGHUP'] as const)('%s during the start ends the process at once', async (signal) => {
  const isPreparing = createGate()
  const { child, ended } = await spawn(({ name }) => {
    if (name !== 'createIndexes') return undefined
    isPreparing.open()
    return neverAnswer()
  })
  await isPreparing.opened
  child.kill(signal)
  expect(await ended()).toEqual({ code: 0, printed: '' })
})

test('a server measures its database if it has a port for metrics, and serves on for STOP_DELAY_SECONDS when it is told to stop', async () => {
  const METRICS_PORT = String(await freePort())
  const SERVERS_DIR = await mkdtemp(join(tmpdir(), 'boardwalk-servers-'))
  onTestFinished(() => rm(SERVERS_DIR, { recursive: true }))
  const { url, child } = await spawn(undefined, { METRICS_PORT, SERVERS_DIR, STOP_DELAY_SECONDS: '300' })
  const site = await url
  expect(await readdir(SERVERS_DIR)).toHaveLength(1)
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  expect(metrics).toMatch(/^boardwalk_database_command_duration_seconds_count\{command="find",.*\} [1-9]/m)
  // The server's own figures are there too.
  expect(metrics).toMatch(/^boardwalk_http_requests_at_once_max 500$/m)
  const ask = () =>
    fetch(`${site}/readyz`).then(
      ({ status }) => status,
      () => 'gone',
    )
  child.kill('SIGTERM')
  await expect.poll(ask).not.toBe(200)
  expect(await ask()).toBe(503)
  // No command of the operator joins it any more.
  expect(await readdir(SERVERS_DIR)).toEqual([])
})

test('a server with SIGNING_SECRETS signs with no secret of the database, and with SMTP_URL and MAIL_FROM it sends mail', async () => {
  const secrets = new Set<string>()
  const { url } = await spawn(
    (command) => {
      if (isOf('find secrets')(command)) secrets.add(command.body.filter._id)
      return undefined
    },
    { SIGNING_SECRETS: 's'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@example.com' },
  )
  const { client } = openBackOffice(await url)
  expect({ secrets: [...secrets], board: await client.session.board.query() }).toEqual({
    // It hides the addresses of callers in the limits, and signs nothing.
    secrets: ['limits'],
    board: { sendsMail: true },
  })
})

test('a server whose board has a company says where its back office is, logs how it was started and stopped, and ends on SIGHUP', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  await runBuiltAdmin(settings, 'company', 'create', '--name', 'Atlas', '--slug', 'atlas')
  const PUBLIC_URL = 'https://jobs.example.com'
  const { child, url, end } = spawnBuiltServer({ ...settings, PUBLIC_URL, LOG_LEVEL: 'info' }, programs.path('log'))
  onTestFinished(() => end('SIGKILL'))
  const boundUrl = await url
  await expect
    .poll(() => readFile(programs.path('log'), 'utf8'))
    .toContain(`\nThe back office is at ${PUBLIC_URL}/backoffice\n`)
  const closed = once(child, 'close')
  child.kill('SIGHUP')
  expect(await closed).toEqual([0, null])
  const printed = await readFile(programs.path('log'), 'utf8')
  expect(printed).not.toContain('The board is empty')
  const lines = printed.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  expect(lines).toMatchObject([
    { msg: 'the server has started', boundUrl, url: PUBLIC_URL, version: manifest.version, node: process.version },
    { msg: 'the server was told to stop', signal: 'SIGHUP' },
    { msg: 'the server has stopped' },
  ])
})

test('a stop while the database does not answer ends in seconds, and says so', async () => {
  const { url, proxy, end, ended } = await spawn(undefined)
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

/** Runs `npm start` in a folder that has the built server and the script of package.json, and its own process group. */
async function npmStart(settings: Settings) {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-npm-'))
  const { scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start, built: 'true' } }))
  await mkdir(join(folder, 'apps/api'), { recursive: true })
  await symlink(dirname(builtProgram('apps/api/src/main.ts')), join(folder, 'apps/api/dist'))
  const npm = spawnProgram('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      SERVERS_DIR: devNull,
      LOG_LEVEL: 'silent',
      npm_config_update_notifier: 'false',
      ...settings,
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = (signal: NodeJS.Signals) => process.kill(-Number(npm.pid), signal)
  onTestFinished(async () => {
    // Whatever is left of the group; after a good end there is nothing.
    expect(() => end('SIGKILL')).toThrow('ESRCH')
    await rm(folder, { recursive: true })
  })
  const [lines, url = ''] = await shows(npm.stderr, /^[\s\S]*^Boardwalk is at (http:\S+) .*\n/m)
  return { npm, url, lines, end }
}

test('npm start names a misspelt setting, the address that is bound and PUBLIC_URL, and ends with its server when it gets SIGTERM', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const PUBLIC_URL = 'https://jobs.example.com'
  const { npm, url, lines } = await npmStart({ ...settings, PUBLIC_URL, KEY_REQUEST_PER_MINUTE: '600' })
  expect(lines.split('\n')).toEqual([
    'KEY_REQUEST_PER_MINUTE is not a setting and has no effect: did you mean KEY_REQUESTS_PER_MINUTE?',
    `Boardwalk is at ${url} and for people at ${PUBLIC_URL} (PUBLIC_URL), with its API reference at ${PUBLIC_URL}/api/docs; Ctrl-C stops it`,
    '',
  ])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  // Standard error is closed when nobody has it any more: neither npm nor the server.
  const closed = once(npm, 'close')
  npm.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})

test('npm start ends with its server on Ctrl-C, which the server gets twice: from the terminal and from npm', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const { npm, end } = await npmStart(settings)
  const closed = once(npm, 'close')
  end('SIGINT')
  expect(await closed).toEqual([0, null])
})
