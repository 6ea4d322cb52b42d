import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSourceFolder, openDataFolder } from './data-folder.ts'
import { parsePort } from './database-server.ts'
import { startLocalMongo } from './local-mongo.ts'
import { mongodStep } from './mongod.ts'

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

test('MONGOMS_SYSTEM_BINARY overrides PATH, and a mongod that cannot run is reported', async () => {
  const broken = join(folder, 'broken')
  writeFileSync(broken, '#!/bin/sh\necho Illegal instruction\nexit 132\n', { mode: 0o700 })
  const found = mongodStep({ PATH: folder, MONGOMS_SYSTEM_BINARY: broken }).locate(() => {})
  await expect(found).rejects.toThrow(/broken --version failed \(132\):\s+Illegal instruction/)
})
