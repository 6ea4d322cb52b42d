import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { cacheFolder } from '@boardwalk/local-mongo/cache-folder'
import { type ServerProcess, spawnServer } from '@boardwalk/test-server/server-process'
import { startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, type Ended, shows } from '@boardwalk/test-server/vitest/program'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

/* Servers and the operator's commands as real processes. A command has only the settings that a test gives to it. */

type Settings = Record<string, string>

/** What a test has for itself: the list of servers, the folder in which its commands run, and folders of data. */
let folder: { all: string; list: string; work: string; first: string; second: string }

beforeEach(async () => {
  const all = await realpath(await mkdtemp(join(tmpdir(), 'boardwalk-known-')))
  const work = await mkdtemp(join(all, 'work-'))
  folder = { all, work, list: join(all, 'list'), first: join(all, 'first'), second: join(all, 'with a blank') }
  // Registered before the servers of the test, so it runs after they have ended.
  onTestFinished(() => rm(all, { recursive: true }))
})

async function start(settings: Settings): Promise<ServerProcess> {
  const server = await startBuiltServer({
    ...{ MONGODB_URI: '', JOURNAL_MONGODB_URI: '', PUBLIC_URL: '', SERVERS_DIR: folder.list },
    ...settings,
  })
  onTestFinished(() => server.stop())
  return server
}

function admin(settings: Settings, ...command: string[]): Promise<Ended> {
  const { PATH = '', LOCAL_MONGO = '' } = process.env
  // The installed database programs are shared. Nothing else of this machine is.
  const machine = { PATH, HOME: folder.all, LOCAL_MONGO, BOARDWALK_CACHE: cacheFolder(), SERVERS_DIR: folder.list }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('apps/api/src/admin.ts'), ...command],
      { cwd: folder.work, env: { ...machine, ...settings } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    )
  })
}

const createCompany = (settings: Settings, slug: string) =>
  admin(settings, 'company', 'create', '--name', slug, '--slug', slug)

/** Creates a job and answers the address of its page. */
async function createJob(settings: Settings, slug: string): Promise<string> {
  const { stdout, stderr } = await admin(settings, 'job', 'create', '--company', slug, '--title', 'Comptable', '--json')
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).jobUrl
}

const listFiles = () => readdir(folder.list)
const hasOwnData = () => existsSync(join(folder.work, '.data'))

it('a command without settings works on the only server that runs, and says so in one line', async () => {
  // The command runs in another folder.
  const server = await start({ DATA_DIR: relative('', folder.second), MONGODB_DATABASE: 'board' })
  const { code, stderr } = await createCompany({}, 'atlas')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `This command works on the board at ${server.url}, whose data is in ${folder.second}\n`,
  })
  const jobUrl = await createJob({}, 'atlas')
  expect(jobUrl.startsWith(`${server.url}/`)).toBe(true)
  expect((await fetch(jobUrl)).status).toBe(200)
  expect(hasOwnData()).toBe(false)
})

it('a server is in the list while it runs, in a file for its user alone, without the address of the database', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const { host } = new URL(settings.MONGODB_URI)
  const PUBLIC_URL = 'http://jobs.example.com'
  // The default folder is below the one of installed programs.
  const server = await start({ ...settings, PUBLIC_URL, BOARDWALK_CACHE: folder.all, SERVERS_DIR: '' })
  folder.list = join(folder.all, 'servers')
  const [name = '', ...others] = await listFiles()
  expect(others).toEqual([])
  expect(name).toMatch(new RegExp(`-${server.child.pid}\\.json$`))
  const path = join(folder.list, name)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    ...{ pid: server.child.pid, started: expect.any(String), url: PUBLIC_URL, port: expect.any(Number) },
    ...{ database: settings.MONGODB_DATABASE, hosts: [host], dataDir: null, journalHosts: null },
  })
  const { stderr } = await admin({ SERVERS_DIR: '', BOARDWALK_CACHE: folder.all }, 'key', 'list')
  expect(stderr).toContain(PUBLIC_URL)
  await server.stop()
  expect(await listFiles()).toEqual([])
})

it('a command needs MONGODB_URI if the only server has it, and then prints the address of that server', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const server = await start(settings)
  const { code, stderr } = await createCompany({}, 'atlas')
  expect(code).toBe(1)
  expect(stderr).toContain(`MONGODB_URI=… (as the server has it; its hosts: ${new URL(settings.MONGODB_URI).host})`)
  expect(stderr).toContain(`MONGODB_DATABASE=${settings.MONGODB_DATABASE}`)
  expect(hasOwnData()).toBe(false)
  expect(await createCompany(settings, 'atlas')).toMatchObject({ code: 0, stderr: '' })
  expect(new URL(await createJob(settings, 'atlas')).origin).toBe(server.url)
  // PUBLIC_URL is what people use, whatever the server has.
  const PUBLIC_URL = 'https://jobs.example.com'
  expect(new URL(await createJob({ ...settings, PUBLIC_URL }, 'atlas')).origin).toBe(PUBLIC_URL)
})

it('with two servers on one database, a command prints the address of the one with its PORT', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const servers = [await start(settings), await start(settings)]
  // Both are one board, so there is nothing to choose.
  const { stderr } = await createCompany({}, 'atlas')
  expect(stderr).toMatch(/^The board that runs has a database .*\n( {2}\S+ {2}MONGODB_URI=….*\n){2}$/)
  expect(await createCompany(settings, 'atlas')).toMatchObject({ code: 0 })
  for (const { url } of servers)
    expect(new URL(await createJob({ ...settings, PORT: new URL(url).port }, 'atlas')).origin).toBe(url)
})

it('a command needs JOURNAL_MONGODB_URI if the only server has it, so that no entry is in another journal', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const { MONGODB_URI: JOURNAL_MONGODB_URI, MONGODB_DATABASE } = settings
  await start({ DATA_DIR: folder.first, JOURNAL_MONGODB_URI, MONGODB_DATABASE })
  const { code, stderr } = await createCompany({}, 'atlas')
  expect(code).toBe(1)
  const { host } = new URL(JOURNAL_MONGODB_URI)
  expect(stderr).toContain(`JOURNAL_MONGODB_URI=… (as the server has it; its hosts: ${host})`)
  expect(await createCompany({ JOURNAL_MONGODB_URI }, 'atlas')).toMatchObject({ code: 0 })
})

it('with several servers a command is refused, and each of the settings that it prints chooses a server', async () => {
  const servers = [await start({ DATA_DIR: folder.first }), await start({ DATA_DIR: folder.second })]
  const { code, stdout, stderr } = await createCompany({}, 'atlas')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const listed = [...stderr.matchAll(/^ {2}(\S+) {2}DATA_DIR='?(.*?)'?$/gm)].map(([, url, dataDir]) => ({
    url,
    dataDir,
  }))
  expect(new Set(listed)).toEqual(
    new Set([
      { url: servers[0]?.url, dataDir: folder.first },
      { url: servers[1]?.url, dataDir: folder.second },
    ]),
  )
  for (const { url, dataDir = '' } of listed) {
    expect(await createCompany({ DATA_DIR: dataDir }, 'atlas')).toMatchObject({ code: 0, stderr: '' })
    expect(new URL(await createJob({ DATA_DIR: dataDir }, 'atlas')).origin).toBe(url)
    expect(new URL(await createJob({ PORT: new URL(url ?? '').port }, 'atlas')).origin).toBe(url)
  }
  expect(hasOwnData()).toBe(false)
})

it('a killed server of this machine is forgotten, and a command finds the one that took its place on another port', async () => {
  const killed = await start({ DATA_DIR: folder.first })
  expect(await createCompany({}, 'atlas')).toMatchObject({ code: 0 })
  await killed.end('SIGKILL')
  const [left = '', ...others] = await listFiles()
  expect(others).toEqual([])
  // A machine with the same home folder has processes of its own.
  const ofOther = `other-machine-${killed.child.pid}.json`
  await copyFile(join(folder.list, left), join(folder.list, ofOther))
  expect(await admin({}, 'key', 'list')).toMatchObject({ code: 1 })
  expect(await listFiles()).toEqual([ofOther])
  const restarted = await start({ DATA_DIR: folder.first })
  expect(restarted.url).not.toBe(killed.url)
  expect(new URL(await createJob({}, 'atlas')).origin).toBe(restarted.url)
})

it('a process that got the pid of a killed server is not taken for it', async () => {
  const server = await start({ DATA_DIR: folder.first })
  const [name = ''] = await listFiles()
  const path = join(folder.list, name)
  const content = JSON.parse(await readFile(path, 'utf8'))
  const other = name.replace(`${server.child.pid}`, `${process.pid}`)
  await writeFile(
    join(folder.list, other),
    JSON.stringify({ ...content, pid: process.pid, url: 'http://other.example' }),
  )
  expect(await createCompany({}, 'atlas')).toMatchObject({ code: 0, stderr: expect.stringContaining(server.url) })
  expect(await listFiles()).toEqual([name])
})

it('a file that is broken or of another version does not stop a command', async () => {
  const server = await start({ DATA_DIR: folder.first })
  const [name = ''] = await listFiles()
  const content = JSON.parse(await readFile(join(folder.list, name), 'utf8'))
  const other = (number: number) => join(folder.list, name.replace(`${server.child.pid}`, `${number}`))
  await writeFile(other(1), '{"pid":')
  await writeFile(other(2), JSON.stringify({ pid: content.pid, started: content.started, address: server.url }))
  expect(await createCompany({}, 'atlas')).toMatchObject({ code: 0, stderr: expect.stringContaining(server.url) })
})

it('a command with another DATA_DIR works there, and prints the address of the server there, if one runs', async () => {
  const first = await start({ DATA_DIR: folder.first })
  const settings = { DATA_DIR: folder.second, PORT: '3999' }
  expect(await createCompany(settings, 'atlas')).toMatchObject({ code: 0 })
  expect(new URL(await createJob(settings, 'atlas')).origin).toBe('http://127.0.0.1:3999')
  const second = await start({ DATA_DIR: folder.second })
  const jobUrl = await createJob(settings, 'atlas')
  expect(new URL(jobUrl).origin).toBe(second.url)
  const path = new URL(jobUrl).pathname
  expect((await fetch(`${second.url}${path}`)).status).toBe(200)
  expect((await fetch(`${first.url}${path}`)).status).toBe(404)
})

it('with a PORT that no server has, the only server is not taken', async () => {
  const server = await start({ DATA_DIR: folder.first })
  // Nor with another address or database.
  const others: Settings[] = [{ PORT: '1' }, { PUBLIC_URL: 'https://jobs.example.com' }, { MONGODB_DATABASE: 'other' }]
  for (const setting of others) {
    const { code, stderr } = await admin(setting, 'key', 'list')
    expect(code).toBe(1)
    expect(stderr).toContain(`no server runs with the ${Object.keys(setting)} of this command`)
    expect(stderr).toContain(`${server.url}  DATA_DIR=${folder.first}`)
    expect(hasOwnData()).toBe(false)
  }
})

it('without a server and without a database, only "company create" makes one; then every command opens it', async () => {
  for (const command of [
    ['key', 'list'],
    ['user', 'create', '--company', 'atlas', '--email', 'salma@example.com'],
    ['database', 'recover'],
  ]) {
    const { code, stdout, stderr } = await admin({}, ...command)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^There is no database in \.data, and no server was found that runs\.\n/)
  }
  expect(hasOwnData()).toBe(false)
  expect(await createCompany({}, 'atlas')).toMatchObject({ code: 0 })
  expect(await createJob({}, 'atlas')).toMatch(/^http:\/\/127\.0\.0\.1:3000\//)
})

it('a server that cannot write the list serves, and says which settings a command needs', async () => {
  const SERVERS_DIR = join(folder.all, 'file')
  await writeFile(SERVERS_DIR, '')
  const settings = { MONGODB_URI: '', PUBLIC_URL: '', DATA_DIR: folder.first, SERVERS_DIR, LOG_LEVEL: 'silent' }
  const starting = spawnServer({ settings, program: builtProgram('apps/api/src/main.ts') })
  onTestFinished(() => starting.stop())
  const { stderr } = starting.child
  if (stderr === null) throw new Error('the server has no standard error')
  const [lines] = await shows(stderr, /^[\s\S]*The operator's commands need this server's PORT and DATA_DIR/)
  // Its new board has no company, so it says how to make one.
  expect(lines).toContain('The board is empty.')
  for (const command of ['company create', 'user create'])
    expect(lines).toContain(`npm run --silent admin -- ${command}`)
  expect(lines).not.toContain('The back office is at')
  expect((await fetch(`${await starting.url}/healthz`)).status).toBe(200)
})
