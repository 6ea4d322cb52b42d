import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, MongoClient, MongoServerError } from 'mongodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSourceFolder, openDataFolder } from './data-folder.ts'
import { parsePort } from './database-server.ts'
import { startLocalMongo } from './local-mongo.ts'
import { becomePrimary, mongodStep } from './mongod.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mongod-'))
  const fake = fileURLToPath(new URL('./fake-mongod.mjs', import.meta.url))
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\nexec '${process.execPath}' '${fake}' "$@"\n`)
  chmodSync(join(folder, 'mongod'), 0o700)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts the fake mongod that is on PATH, asks it for its configuration, and stops it. */
async function runOnce(): Promise<{ port: number; config: Document }> {
  const allSteps = [mongodStep({ PATH: folder })]
  const mongo = await startLocalMongo({ dataDir: join(folder, 'data'), log: () => {} }, allSteps)
  const client = new MongoClient(mongo.uri)
  try {
    const { config } = await client.db('admin').command({ replSetGetConfig: 1 })
    return { port: parsePort(mongo.uri), config }
  } finally {
    await client.close()
    await mongo.stop()
    const { data } = findSourceFolder(openDataFolder(join(folder, 'data')), 'mongod')
    // A signal ends it too, but 15 seconds later.
    expect(readFileSync(join(data, 'ended-by'), 'utf8')).toBe('shutdown')
    rmSync(join(data, 'ended-by'))
  }
}

test('a mongod serves as the primary of its own replica set, on the same port each time, and ends when asked', async () => {
  const first = await runOnce()
  expect(first.config).toMatchObject({ _id: 'boardwalk', version: 1, members: [{ host: `127.0.0.1:${first.port}` }] })
  const second = await runOnce()
  expect(second).toMatchObject({ port: first.port, config: { version: 1 } })
})

test('a mongod whose port has been taken becomes primary on another port', async () => {
  const first = await runOnce()
  const thief = createServer((socket) => socket.end()).listen(first.port, '127.0.0.1')
  await once(thief, 'listening')
  try {
    const second = await runOnce()
    expect(second.port).not.toBe(first.port)
    expect(second.config).toMatchObject({ version: 2, members: [{ host: `127.0.0.1:${second.port}` }] })
  } finally {
    thief.close()
  }
})

test('MONGOMS_SYSTEM_BINARY overrides PATH, and a mongod that cannot run is reported', async () => {
  const broken = join(folder, 'broken')
  writeFileSync(broken, '#!/bin/sh\necho Illegal instruction\nexit 132\n', { mode: 0o700 })
  const found = mongodStep({ PATH: folder, MONGOMS_SYSTEM_BINARY: broken }).locate(() => {})
  await expect(found).rejects.toThrow(/broken --version failed \(132\):\s+Illegal instruction/)
})

test('a mongod that is still loading its configuration is asked again, and one that never gets there is an error', async () => {
  const loading = ['NotYetInitialized', 'NotYetInitialized', 'ready']
  const asked: string[] = []
  const refuse = (codeName: string) => Promise.reject(new MongoServerError({ message: codeName, codeName }))
  const command = (document: Document): Promise<Document> => {
    const [name = ''] = Object.keys(document)
    asked.push(name)
    if (name === 'replSetInitiate') return refuse('AlreadyInitialized')
    if (name === 'replSetGetConfig' && loading.shift() !== 'ready') return refuse('NotYetInitialized')
    return Promise.resolve({ isWritablePrimary: true, config: { version: 1, members: [{ _id: 0, host: 'h:1' }] } })
  }
  await becomePrimary(command, 'h:1')
  const round = ['replSetGetConfig', 'replSetInitiate']
  expect(asked).toEqual([...round, ...round, 'replSetGetConfig', 'hello'])
  const never = becomePrimary(() => refuse('NotYetInitialized'), 'h:1', 150)
  await expect(never).rejects.toThrow('did not become a primary in 0.15 s; its last refusal: NotYetInitialized')
})
