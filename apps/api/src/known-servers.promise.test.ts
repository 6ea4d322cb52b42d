import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { cacheFolder } from '@boardwalk/local-mongo/cache-folder'
import type { ServerProcess } from '@boardwalk/test-server/server-process'
import { startBuiltServer } from '@boardwalk/test-server/vitest/built-server'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { builtProgram, type Ended } from '@boardwalk/test-server/vitest/program'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

/* Servers and the operator's commands as real processes. */

type Settings = Record<string, string>

/** What a test has for itself: the list of servers, the folder in which its commands run, and a folder of data. */
let folder: { all: string; list: string; work: string; data: string }

beforeEach(async () => {
  const all = await realpath(await mkdtemp(join(tmpdir(), 'boardwalk-known-')))
  folder = { all, work: await mkdtemp(join(all, 'work-')), list: join(all, 'list'), data: join(all, 'with a blank') }
  // Registered before the servers of the test, so it runs after they have ended.
  onTestFinished(() => rm(all, { recursive: true }))
})

async function start(settings: Settings): Promise<ServerProcess> {
  const unset = { MONGODB_URI: '', JOURNAL_MONGODB_URI: '', PUBLIC_URL: '' }
  const server = await startBuiltServer({ ...unset, SERVERS_DIR: folder.list, ...settings })
  onTestFinished(() => server.stop())
  return server
}

/** Runs a command that has only these settings. */
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

const createCompany = (settings: Settings) => admin(settings, 'company', 'create', '--name', 'Atlas', '--slug', 'atlas')
const createJob = ['job', 'create', '--company', 'atlas', '--title', 'Comptable', '--json']
const hasOwnData = () => existsSync(join(folder.work, '.data'))

it('a command without settings works on the only server that runs, and says so in one line; a killed server is forgotten', async () => {
  // The command runs in another folder.
  const server = await start({ DATA_DIR: relative('', folder.data), MONGODB_DATABASE: 'board' })
  const [name = '', ...others] = await readdir(folder.list)
  expect(others).toEqual([])
  const path = join(folder.list, name)
  const content = JSON.parse(await readFile(path, 'utf8'))
  const file = (pid: number) => join(folder.list, name.replace(`${server.child.pid}`, `${pid}`))
  // A process that got the pid of a killed server, a file that is broken, and one of another version.
  await writeFile(file(process.pid), JSON.stringify({ ...content, pid: process.pid, url: 'http://other.example' }))
  await writeFile(file(1), '{"pid":')
  await writeFile(file(2), JSON.stringify({ pid: content.pid, started: content.started, address: server.url }))
  expect(await createCompany({})).toMatchObject({
    code: 0,
    stderr: `This command works on the board at ${server.url}, whose data is in ${folder.data}\n`,
  })
  const { jobUrl } = JSON.parse((await admin({}, ...createJob)).stdout)
  expect([new URL(jobUrl).origin, (await fetch(jobUrl)).status]).toEqual([server.url, 200])
  expect(hasOwnData()).toBe(false)
  await server.end('SIGKILL')
  // A machine with the same home folder has processes of its own.
  const ofOther = join(folder.list, `other-machine-${server.child.pid}.json`)
  await copyFile(path, ofOther)
  expect(await admin({}, 'key', 'list')).toMatchObject({ code: 1 })
  expect([existsSync(path), existsSync(ofOther)]).toEqual([false, true])
})

it('a server is in the list while it runs, in a file for its user alone, without the address of the database, which a command then needs', async () => {
  const { settings, drop } = newDatabase()
  onTestFinished(drop)
  const { host } = new URL(settings.MONGODB_URI)
  const server = await start(settings)
  const [name = '', ...others] = await readdir(folder.list)
  expect(others).toEqual([])
  expect(name).toMatch(new RegExp(`-${server.child.pid}\\.json$`))
  const path = join(folder.list, name)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    ...{ pid: server.child.pid, started: expect.any(String), url: server.url, port: Number(new URL(server.url).port) },
    ...{ database: settings.MONGODB_DATABASE, hosts: [host], dataDir: null, journalHosts: null },
  })
  const { code, stderr } = await createCompany({})
  expect([code, hasOwnData()]).toEqual([1, false])
  expect(stderr).toContain(`MONGODB_URI=… (as the server has it; its hosts: ${host})`)
  expect(stderr).toContain(`MONGODB_DATABASE=${settings.MONGODB_DATABASE}`)
  expect(await createCompany(settings)).toMatchObject({ code: 0, stderr: '' })
  const { stdout } = await admin(settings, ...createJob)
  expect(new URL(JSON.parse(stdout).jobUrl).origin).toBe(server.url)
  await server.stop()
  expect(await readdir(folder.list)).toEqual([])
})
