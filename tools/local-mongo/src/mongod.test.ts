import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLocalMongo } from './local-mongo.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mongod-'))
  const fake = fileURLToPath(new URL('./fake-mongod.mjs', import.meta.url))
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\nexec '${process.execPath}' '${fake}' "$@"\n`)
  chmodSync(join(folder, 'mongod'), 0o700)
})
afterEach(() => {
  delete process.env.MONGOMS_SYSTEM_BINARY
  rmSync(folder, { recursive: true })
})

/** Starts the fake mongod, asks it for its configuration, and stops it. */
async function runOnce(): Promise<{ port: string; config: Document }> {
  process.env.MONGOMS_SYSTEM_BINARY = join(folder, 'mongod')
  const mongo = await startLocalMongo({ dataDir: join(folder, 'data'), source: 'mongod', log: () => {} })
  const client = new MongoClient(mongo.uri)
  try {
    const { config } = await client.db('admin').command({ replSetGetConfig: 1 })
    return { port: new URL(mongo.uri).port, config }
  } finally {
    await client.close()
    await mongo.stop()
    const endedBy = join(folder, 'data', 'mongo', 'data', 'ended-by')
    // A signal ends it too, but 15 seconds later.
    expect(readFileSync(endedBy, 'utf8')).toBe('shutdown')
    rmSync(endedBy)
  }
}

test('a mongod serves as the primary of its own replica set, on the same port each time, and ends when asked', async () => {
  const first = await runOnce()
  expect(first.config).toMatchObject({ _id: 'boardwalk', version: 1, members: [{ host: `127.0.0.1:${first.port}` }] })
  const second = await runOnce()
  expect(second).toMatchObject({ port: first.port, config: { version: 1 } })
})

test('a mongod that cannot run is reported', async () => {
  process.env.MONGOMS_SYSTEM_BINARY = join(folder, 'broken')
  writeFileSync(join(folder, 'broken'), '#!/bin/sh\necho Illegal instruction\nexit 132\n', { mode: 0o700 })
  const started = startLocalMongo({ dataDir: join(folder, 'data'), source: 'mongod', log: () => {} })
  await expect(started).rejects.toThrow(/broken --version failed \(132\):\s+Illegal instruction/)
})
