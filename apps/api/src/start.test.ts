import { once } from 'node:events'
import { createServer } from 'node:net'
import { devNull } from 'node:os'
import { connect } from '@boardwalk/core/db/connection'
import { listen } from '@boardwalk/core/http/listen'
import { createHttpServer } from '@boardwalk/core/http/server'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { pino } from 'pino'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './process/database.ts'
import { startServer } from './server.ts'
import { createSpool } from './site/spool.ts'
import { testSettings } from './test/settings.ts'

/* What a start that fails says. start.promise.test.ts shows that its process prints this and ends with 1. */

let port: number
beforeAll(async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  return () => void taken.close()
})

test.each([
  [
    'a port that is taken',
    () => listen(createHttpServer(), { host: '127.0.0.1', port }, { purpose: 'The board', settings: 'PORT or HOST' }),
    /^The board cannot be served on 127\.0\.0\.1:\d+, because the port is in use \(EADDRINUSE\): set another PORT or HOST$/,
  ],
  [
    'a folder for files that cannot be written',
    () => createSpool(devNull).check(),
    /^Files cannot be written to \/dev\/null \(ENOTDIR: .*\): set another TMPDIR$/,
  ],
  [
    'a folder for the local database that cannot be written',
    () => openDatabase({ mongodbUri: undefined, dataDir: `${devNull}/data` }, () => {}),
    /^The local database cannot write to \/dev\/null\/data \(ENOTDIR: .*\): set another DATA_DIR$/,
  ],
  [
    'a database that does not answer',
    () => connect('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300', 'board'),
    /^The database at MONGODB_URI does not answer: .*ECONNREFUSED 127.0.0.1:1$/,
  ],
])('a start with %s fails, and says what to change', async (_what, start: () => Promise<unknown>, message) => {
  await expect(start()).rejects.toThrow(message)
})

test('a start over rows that a unique index forbids names the collection and two of the rows, and not what is in them', async () => {
  const { name, drop } = newDatabase()
  const [connection, journal] = [
    await connect(inject('mongodbUri'), name),
    await connect(inject('mongodbUri'), `${name}_journal`),
  ]
  onTestFinished(async () => {
    await connection.close()
    await journal.close()
    await drop()
  })
  const rows = ['usr_1', 'usr_2'].map((_id) => ({ _id, companyId: 'cmp_1', email: 'salma@example.com' }))
  await connection.db.collection<{ _id: string }>('users').insertMany(rows, { bypassDocumentValidation: true })
  const options = { connection, journal, host: '127.0.0.1', port: 0, settings: testSettings }
  await expect(startServer({ ...options, log: pino({ level: 'silent' }) })).rejects.toThrow(
    `The collection users of ${name} cannot get its indexes: several rows have the same email and companyId, ` +
      'for example those with the _id "usr_1" and "usr_2". Keep one of them, delete the others, and start again',
  )
})
