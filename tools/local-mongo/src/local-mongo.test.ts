import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLocalMongo, holdsDatabase, type LocalMongo, parseSource, startLocalMongo } from './local-mongo.ts'
import { isAlive } from './private-file.ts'

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

/** Starts `npm run mongo` as another owner. Answers its output line by line. */
function spawnOwner(): { owner: ChildProcess; said: AsyncIterator<string>; errors: string[] } {
  const args = ['--import', 'tsx', fileURLToPath(new URL('./main.ts', import.meta.url))]
  const owner = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
  const errors: string[] = []
  createInterface(owner.stderr).on('line', (line) => errors.push(line))
  cleanups.push(() => end(owner, 'SIGKILL'))
  return { owner, said: createInterface(owner.stdout)[Symbol.asyncIterator](), errors }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

const readServerPid = (): number => JSON.parse(readFileSync(join(dataDir, 'mongo.json'), 'utf8')).serverPid

async function withItems<T>(uri: string, work: (items: ReturnType<typeof openItems>) => Promise<T>): Promise<T> {
  // A client whose server was killed does not look for it long.
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2000 })
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

test('data and address survive stop and start, one line names the folder, and other users cannot read it', async () => {
  expect(holdsDatabase(dataDir)).toBe(false)
  const first = await start()
  await put(first.uri, 1)
  expect(lines.filter((line) => !line.startsWith('installing'))).toEqual([
    `Database: ${first.source}, data in ${join(dataDir, 'mongo')}`,
  ])
  expect(await findLocalMongo(dataDir)).toBe(first.uri)
  await first.stop()
  expect(isAlive(readServerPid())).toBe(false)
  expect(await findLocalMongo(dataDir)).toBeUndefined()
  expect(holdsDatabase(dataDir)).toBe(true)
  const second = await start()
  expect(second.uri).toBe(first.uri)
  expect(await ids(second.uri)).toEqual([1])
  expect(lines.at(-1)).toContain('with the data already in')
  expect(statSync(join(dataDir, 'mongo')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'mongo.json')).mode & 0o777).toBe(0o600)
})

test('if several processes start at the same time, one wins and the others name it; a signal ends its database', async () => {
  const owners = [spawnOwner(), spawnOwner(), spawnOwner()]
  const said = await Promise.all(owners.map(({ said }) => said.next()))
  const winners = owners.filter((_, index) => said[index]?.value?.startsWith('mongodb://'))
  expect(winners).toHaveLength(1)
  const [winner] = winners
  for (const { owner, errors } of owners) {
    if (owner === winner?.owner) continue
    if (owner.exitCode === null) await once(owner, 'exit')
    expect(errors.join('\n')).toContain(`is in use by process ${winner?.owner.pid}: stop it or set another DATA_DIR`)
  }
  await expect(start()).rejects.toThrow('is in use by process')
  if (winner) await end(winner.owner, 'SIGTERM')
  expect(isAlive(readServerPid())).toBe(false)
})

test('the database of a killed owner ends by itself, and the next start has its data', async () => {
  const { owner, said } = spawnOwner()
  const { value: uri } = await said.next()
  await put(uri, 1)
  const serverPid = readServerPid()
  await end(owner, 'SIGKILL')
  const next = await start()
  expect(isAlive(serverPid)).toBe(false)
  expect(await ids(next.uri)).toEqual([1])
})

test('a killed database server loses no acknowledged write, and its owner logs its end', async () => {
  const first = await start()
  const acknowledged: number[] = []
  await withItems(first.uri, async (items) => {
    let next = 0
    const write = async () => {
      for (;;) {
        const _id = next++
        await items.insertOne({ _id }, { writeConcern: { w: 'majority' } })
        acknowledged.push(_id)
        if (acknowledged.length === 1000) process.kill(readServerPid(), 'SIGKILL')
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

test("the terminal's Ctrl-C does not reach the server, so its owner can finish requests first", async () => {
  await start()
  const serverPid = readServerPid()
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(serverPid)], { encoding: 'utf8' })
  expect(Number(group)).toBe(serverPid)
})

test('the data of another source is never hidden behind an empty database', async () => {
  const record = { uri: 'mongodb://127.0.0.1:1/', source: 'secantus-py', ownerPid: 0, serverPid: 0 }
  writeFileSync(join(dataDir, 'mongo.json'), JSON.stringify(record))
  await expect(startLocalMongo({ dataDir, source: 'mongod', log })).rejects.toThrow(
    /holds data of secantus-py, which mongod cannot read: set LOCAL_MONGO=secantus-py/,
  )
})

test('when no database can be started, the error says why and what to do', async () => {
  const { MONGOMS_SYSTEM_BINARY: before } = process.env
  process.env.MONGOMS_SYSTEM_BINARY = join(dataDir, 'mongod')
  cleanups.push(() => {
    if (before === undefined) delete process.env.MONGOMS_SYSTEM_BINARY
    else process.env.MONGOMS_SYSTEM_BINARY = before
  })
  const error = await startLocalMongo({ dataDir, source: 'mongod', log }).catch((reason: Error) => reason)
  for (const part of ['mongod --version failed (ENOENT)', 'install mongod', 'set MONGODB_URI', 'install Python 3.10'])
    expect(String(error)).toContain(part)
})

test('an unknown LOCAL_MONGO lists the accepted values', () => {
  expect(() => parseSource('secantus')).toThrow(
    'LOCAL_MONGO must be one of mongod, secantus-py, or unset; got "secantus"',
  )
  expect(['', undefined, 'mongod'].map(parseSource)).toEqual([undefined, undefined, 'mongod'])
})
