import { Readable } from 'node:stream'
import { createGate, type MongoProxy, startMongoProxy } from '@boardwalk/mongo-proxy'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStores } from '../deps.ts'
import { createSessionStore } from '../feature/session/store.ts'
import { createMetrics } from '../metrics.ts'
import { readSample } from '../test/read-sample.ts'
import { defineCollection } from './collection.ts'
import { connect, prepareDatabase } from './connection.ts'
import { connectJournal } from './journal.ts'
import { createRetry } from './retry.ts'
import { createSecrets } from './secret.ts'

const database = newDatabase()
const connecting = connect(inject('mongodbUri'), database.name)
afterAll(async () => {
  const connection = await connecting
  await connection.close()
  await database.drop()
})

test('every unique index exists before the first request, one of an earlier version is dropped, and rows expire when they must', async () => {
  const connection = await connecting
  createStores(connection)
  createSessionStore(connection, Date.now, createRetry(1_000))
  await prepareDatabase(connection)
  await connection.db.collection('users').createIndex({ email: 1 }, { unique: true })
  await prepareDatabase(connection)
  const listIndexes = (collection: string) => connection.db.collection(collection).indexes()
  for (const [collection, ...keys] of [
    ['jobs', ['companyId', 'externalKey'], ['companyId', 'formId']],
    ['applications', ['companyId', 'date']],
    ['companies', ['slug']],
    ['cvs.chunks', ['files_id', 'n']],
    ['users', ['email', 'companyId']],
    ['limitCounts', ['key']],
  ] as const) {
    const unique = (await listIndexes(collection)).filter((index) => index.unique === true)
    expect([collection, ...unique.map(({ key }) => Object.keys(key))]).toEqual([collection, ...keys])
  }
  const daySeconds = 24 * 60 * 60
  for (const [collection, field, seconds] of [
    ['apiRequests', 'at', 14 * daySeconds],
    ['applicationForms', 'at', 14 * daySeconds],
    ['heldApplications', 'heldAt', 30 * daySeconds],
    ['sessions', 'expires', 0],
    ['limitCounts', 'expire', 0],
    // A mail that was sent stays for a day, so that the same one is not queued again.
    ['mails', 'expiresAt', daySeconds],
  ] as const) {
    const expiring = (await listIndexes(collection)).filter(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    )
    expect([collection, expiring]).toMatchObject([collection, [{ key: { [field]: 1 }, expireAfterSeconds: seconds }]])
  }
})

describe('through a proxy', () => {
  let proxy: MongoProxy
  beforeEach(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
  })
  afterEach(() => proxy.stop())

  /** Connects through the proxy to a new database; closes it after the work. */
  async function withConnection(
    options: string,
    work: (connection: Awaited<ReturnType<typeof connect>>) => Promise<void>,
  ) {
    const { name, drop } = newDatabase()
    const connection = await connect(`${proxy.uri}${options}`, name)
    try {
      await work(connection)
    } finally {
      proxy.rule = undefined
      await connection.close()
      await drop()
    }
  }

  test('a server starts although an index takes longer to build than any other command may take', async () => {
    await withConnection('&socketTimeoutMS=300', async (connection) => {
      createSecrets(connection)
      createSessionStore(connection, Date.now, createRetry(1_000))
      const isBuilding = createGate()
      const letGo = createGate()
      proxy.rule = (command, carryOut) => {
        if (command.name === 'createIndexes') {
          isBuilding.open()
          return letGo.opened.then(carryOut)
        }
        return command.name === 'ping' ? letGo.opened.then(carryOut) : undefined
      }
      const preparing = prepareDatabase(connection)
      await Promise.race([isBuilding.opened, preparing])
      // The ping begins after the build, and times out while the build still waits. So the build exceeds the limit.
      await expect(connection.db.command({ ping: 1 })).rejects.toThrow('timed out')
      letGo.open()
      await preparing
      expect(await connection.db.collection('sessions').indexes()).toHaveLength(3)
    })
  })

  test('a server starts although another one, which starts at the same moment, makes each collection first', async () => {
    await withConnection('', async (connection) => {
      createSessionStore(connection, Date.now, createRetry(1_000))
      const made: string[] = []
      proxy.rule = (command, carryOut) => {
        if (command.name !== 'create') return undefined
        made.push(command.collection ?? '')
        return carryOut().then(() => ({ ok: 0, code: 48, codeName: 'NamespaceExists', errmsg: 'it exists' }))
      }
      await prepareDatabase(connection)
      expect(made).toEqual(['sessions'])
      expect(await connection.db.collection('sessions').indexes()).toHaveLength(3)
    })
  })

  test('every write waits for a majority and its journal, for a limited time', async () => {
    await withConnection('', async (connection) => {
      const { administrators, cvs } = createStores(connection)
      const concerns: unknown[] = []
      proxy.rule = ({ name, body: { writeConcern } }) => {
        if (writeConcern !== undefined && name !== 'createIndexes') concerns.push([name, writeConcern])
        return undefined
      }
      await cvs.save({ companyId: 'c', applicationId: 'a' }, cvs.newId(), () => Readable.from([Buffer.from('%PDF')]))
      await administrators.remove('c', 'u')
      await defineCollection('rows', { noCompany: 'of a test' })(connection).updateOne({}, { $set: { a: 1 } })
      const names = ['insert', 'insert', 'delete', 'update']
      expect(concerns).toEqual(names.map((name) => [name, { w: 'majority', j: true, wtimeout: 10_000 }]))
    })
  })
})

test('the metrics show the connections of the pool, what waits for one, and what got none', async () => {
  const metrics = createMetrics()
  const changes: string[] = []
  const observer: typeof metrics = {
    ...metrics,
    connectionsChanged(state, by) {
      changes.push(`${state} ${by}`)
      metrics.connectionsChanged(state, by)
    },
  }
  const proxy = await startMongoProxy(inject('mongodbUri'))
  const connection = await connect(`${proxy.uri}&maxPoolSize=1&waitQueueTimeoutMS=300`, database.name, { observer })
  const read = async (sample: string) => readSample(await metrics.text(), `boardwalk_database_${sample}`)
  const states = ['open', 'in_use', 'waiting'] as const
  const readStates = () => Promise.all(states.map((state) => read(`connections{state="${state}"}`)))
  try {
    await connection.db.command({ ping: 1 })
    await expect.poll(readStates).toEqual([1, 0, 0])
    expect(await read('connections_max')).toBe(1)
    const letGo = createGate()
    proxy.rule = ({ name }, carryOut) => (name === 'ping' ? letGo.opened.then(carryOut) : undefined)
    const holder = connection.db.command({ ping: 1 })
    await expect.poll(readStates).toEqual([1, 1, 0])
    changes.length = 0
    await expect(connection.db.command({ ping: 1 })).rejects.toThrow('Timed out')
    expect(changes).toEqual(['waiting 1', 'waiting -1'])
    letGo.open()
    await holder
    await expect.poll(readStates).toEqual([1, 0, 0])
    expect(await read('connection_failures_total')).toBe(1)
    await connection.close()
    expect(await readStates()).toEqual([0, 0, 0])
  } finally {
    await connection.close()
    await proxy.stop()
  }
})

test('an address that would lose confirmed data in a failover is refused by name, and no error shows its password', async () => {
  for (const [option, named] of [
    ['RETRYREADS=false', 'retryReads=false'],
    ['w=0&retryWrites=false', 'w=0 (only w=majority), retryWrites=false'],
    ['journal=false', 'journal=false'],
    ['readConcernLevel=local', 'readConcernLevel=local'],
    ['readPreference=secondaryPreferred', 'readPreference=secondaryPreferred'],
  ] as const)
    await expect(connect(`mongodb://operator:hunter2@127.0.0.1:1/?${option}`, database.name)).rejects.toThrow(
      `MONGODB_URI must not have ${named}: with it a failover could lose confirmed data`,
    )
  await expect(connect('mongodb://operator:hunter2@127.0.0.1/?retries=many', database.name)).rejects.toThrow(
    /^MONGODB_URI is not a valid address of a database: option retries is not supported$/,
  )
  const guaranteed = 'w=majority&journal=true&retryWrites=true&readConcernLevel=majority&readPreference=primary'
  await (await connect(`${inject('mongodbUri')}&${guaranteed}`, database.name)).close()
})

test('the journal is in the database that is named after the board’s, where a restored board looks for it', async () => {
  for (const journalMongodbUri of [undefined, inject('mongodbUri')]) {
    const journal = await connectJournal(inject('mongodbUri'), { database: database.name, journalMongodbUri })
    expect(journal.db.databaseName).toBe(`${database.name}_journal`)
    await journal.close()
  }
  const refused = { database: database.name, journalMongodbUri: 'mongodb://127.0.0.1:1/?w=1' }
  await expect(connectJournal(inject('mongodbUri'), refused)).rejects.toThrow('JOURNAL_MONGODB_URI must not have w=1')
})
