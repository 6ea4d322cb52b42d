import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSourceFolder, openDataFolder, readRecord, type ServerRecord } from './data-folder.ts'
import { endServer, parsePort } from './database-server.ts'
import { readStartTime } from './live-process.ts'
import { findLocalMongo, type LocalMongo, parseSource, startLocalMongo } from './local-mongo.ts'
import { createSteps } from './start-server.ts'

const source = parseSource(process.env.LOCAL_MONGO)
const lines: string[] = []
const log = (line: string) => lines.push(line)

let dataDir = ''
/** Functions to call after a test, the last one first. */
let cleanups: (() => unknown)[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-mongo-'))
  lines.length = 0
  cleanups = [() => rmSync(dataDir, { recursive: true })]
})

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** Starts a database that this process owns. */
async function start(): Promise<LocalMongo> {
  const mongo = await startLocalMongo({ dataDir, source, log })
  cleanups.push(mongo.stop)
  return mongo
}

/** Starts another process as the owner: `npm run mongo` or a script. Answers its output line by line. */
function spawnOwner(...script: string[]): { owner: ChildProcess; said: AsyncIterator<string>; errors: string[] } {
  const args = script.length > 0 ? script : [fileURLToPath(new URL('./main.ts', import.meta.url))]
  const owner = spawn(process.execPath, ['--import', 'tsx', ...args], { env: { ...process.env, DATA_DIR: dataDir } })
  const errors: string[] = []
  createInterface(owner.stderr).on('line', (line) => errors.push(line))
  cleanups.push(() => end(owner, 'SIGKILL'))
  return { owner, said: createInterface(owner.stdout)[Symbol.asyncIterator](), errors }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Reads the record of the running server, which is ended after the test in any case. */
function recorded(): ServerRecord {
  const folder = openDataFolder(dataDir)
  const record = readRecord(folder)
  if (record === undefined) throw new Error('there is no mongo.json')
  const { data } = findSourceFolder(folder, record.source)
  cleanups.push(() => endServer({ pid: record.serverPid, port: parsePort(record.uri), data }))
  return record
}

async function withItems<T>(uri: string, work: (items: ReturnType<typeof openItems>) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri)
  try {
    return await work(openItems(client))
  } finally {
    await client.close()
  }
}

const openItems = (client: MongoClient) => client.db('test').collection<{ _id: number }>('items')
const put = (uri: string, _id: number) => withItems(uri, (items) => items.insertOne({ _id }))
const ids = (uri: string) =>
  withItems(uri, async (items) => (await items.find().sort({ _id: 1 }).toArray()).map((item) => item._id))

test('data survives stop and start, one line names its folder, and other users cannot read it', async () => {
  const first = await start()
  await put(first.uri, 1)
  const { source: taken, serverPid } = recorded()
  expect(lines.filter((line) => !line.startsWith('installing'))).toEqual([
    `Database: ${taken}, data in ${findSourceFolder(openDataFolder(dataDir), taken).path}`,
  ])
  await first.stop()
  expect(readStartTime(serverPid)).toBeUndefined()
  expect(existsSync(join(dataDir, 'mongo.json'))).toBe(false)
  const second = await start()
  expect(await ids(second.uri)).toEqual([1])
  expect(lines.at(-1)).toContain('with the data already in')
  expect(statSync(join(dataDir, 'mongo')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'mongo.json')).mode & 0o777).toBe(0o600)
})

test("a second owner of one data folder is refused with the first one's pid", async () => {
  const { owner, said } = spawnOwner()
  await said.next()
  await expect(start()).rejects.toThrow(`in use by process ${owner.pid}: stop it or set another DATA_DIR`)
  const { serverPid } = recorded()
  await end(owner, 'SIGTERM')
  expect(readStartTime(serverPid)).toBeUndefined()
  await start()
})

test('if several processes start at the same time, exactly one wins', async () => {
  const owners = [spawnOwner(), spawnOwner(), spawnOwner()]
  const said = await Promise.all(owners.map(({ said }) => said.next()))
  expect(said.filter(({ value }) => value?.startsWith('mongodb://'))).toHaveLength(1)
  recorded()
  for (const [index, { owner, errors }] of owners.entries()) {
    if (said[index]?.value !== undefined) continue
    if (owner.exitCode === null) await once(owner, 'exit')
    expect(errors.join('\n')).toContain('is in use by process')
  }
  const here = await Promise.allSettled([start(), start()])
  expect(here.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('after the owner was killed, the next start takes over its server with the data, and can end it', async () => {
  const { owner, said } = spawnOwner()
  const { value: uri } = await said.next()
  await put(uri, 1)
  const { serverPid } = recorded()
  await end(owner, 'SIGKILL')
  expect(await findLocalMongo(dataDir)).toBe(uri)
  const next = await start()
  expect(recorded()).toMatchObject({ uri, ownerPid: process.pid, serverPid })
  expect(await ids(next.uri)).toEqual([1])
  await next.stop()
  expect(readStartTime(serverPid)).toBeUndefined()
  expect(await findLocalMongo(dataDir)).toBeUndefined()
})

test('a killed database server loses no acknowledged write, and its owner logs its end', async () => {
  const first = await start()
  const { serverPid } = recorded()
  const acknowledged: number[] = []
  await withItems(first.uri, async (items) => {
    let next = 0
    const write = async () => {
      for (;;) {
        const _id = next++
        await items.insertOne({ _id }, { writeConcern: { w: 'majority' } })
        acknowledged.push(_id)
        if (acknowledged.length === 1000) process.kill(serverPid, 'SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, write))
  })
  await expect.poll(() => lines.at(-1)).toContain('ended by itself (SIGKILL)')
  expect(await findLocalMongo(dataDir)).toBeUndefined()
  await first.stop()
  const second = await start()
  const kept = new Set(await ids(second.uri))
  expect(acknowledged.length).toBeGreaterThanOrEqual(1000)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
})

test('an owner that exits without stop() ends its server', async () => {
  const script = `
    import { startLocalMongo, parseSource } from ${JSON.stringify(new URL('./local-mongo.ts', import.meta.url).href)}
    const source = parseSource(process.env.LOCAL_MONGO)
    const { uri } = await startLocalMongo({ dataDir: process.env.DATA_DIR, source, log: () => {} })
    await new Promise((done) => process.stdin.once('data', done))
    process.exit()`
  const { owner, said } = spawnOwner('--input-type=module', '--eval', script)
  // The script says nothing: the record tells that it serves.
  await expect.poll(() => findLocalMongo(dataDir)).toBeDefined()
  const { serverPid } = recorded()
  owner.stdin?.write('exit\n')
  await said.next()
  await expect.poll(() => readStartTime(serverPid)).toBeUndefined()
  expect(await findLocalMongo(dataDir)).toBeUndefined()
})

test("the terminal's Ctrl-C does not reach the server, so its owner can finish requests first", async () => {
  await start()
  const { serverPid } = recorded()
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(serverPid)], { encoding: 'utf8' })
  expect(Number(group)).toBe(serverPid)
})

test('the data of another engine is never hidden behind an empty database', async () => {
  const step = (source: 'secantus-rs' | 'secantus-py') => ({
    source,
    locate: () => Promise.reject(new Error(`no ${source} here`)),
  })
  const allSteps = [step('secantus-rs'), step('secantus-py')]
  mkdirSync(join(dataDir, 'mongo', 'secantus-py'), { recursive: true })
  writeFileSync(join(dataDir, 'mongo', 'secantus-py', 'port'), '12345')
  const asked = startLocalMongo({ dataDir, source: 'secantus-rs', log }, allSteps)
  await expect(asked).rejects.toThrow(/holds data of secantus-py, which secantus-rs cannot read: set LOCAL_MONGO=/)
  // Without a choice it stays with the engine whose data is there.
  const error = await startLocalMongo({ dataDir, log }, allSteps).catch((reason: Error) => reason)
  expect(String(error)).toContain('holds data of secantus-py')
  expect(String(error)).toContain('no secantus-py here')
  expect(String(error)).not.toContain('no secantus-rs here')
})

test('when no database can be started, the error lists what to do', async () => {
  const nowhere = { PATH: '', BOARDWALK_CACHE: join(dataDir, 'cache'), https_proxy: 'http://127.0.0.1:9' }
  const allSteps = createSteps(nowhere).filter((step) => step.source !== 'secantus-py')
  const error = await startLocalMongo({ dataDir, log }, allSteps).catch((reason: Error) => reason)
  const message = String(error)
  for (const reason of [
    'mongod: there is no mongod on PATH',
    'secantus-rs: there is no secantusd-rs on PATH',
    'mongod-download: ',
    'cannot be reached (ECONNREFUSED)',
    'install mongod',
    'npm run mongo:build',
    'set MONGODB_URI',
    'install Python 3.10',
  ]) {
    expect(message).toContain(reason)
  }
  expect(readFileSync(join(dataDir, 'cache', 'mongod-download.json'), 'utf8')).toContain('ECONNREFUSED')
})

test('an unknown LOCAL_MONGO lists the accepted values', () => {
  expect(() => parseSource('secantus')).toThrow(
    'LOCAL_MONGO must be one of mongod, secantus-rs, mongod-download, secantus-py, or unset; got "secantus"',
  )
  expect(parseSource('')).toBeUndefined()
  expect(parseSource(undefined)).toBeUndefined()
  expect(parseSource('mongod')).toBe('mongod')
})
