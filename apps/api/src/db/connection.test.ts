import { randomUUID } from 'node:crypto'
import { createGate, type MongoProxy, startMongoProxy } from '@boardwalk/mongo-proxy'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createStores } from '../deps.ts'
import { createSessionStore } from '../feature/session/store.ts'
import { defineCollection } from './collection.ts'
import { connect, prepareDatabase } from './connection.ts'
import { createRetry } from './retry.ts'
import { createSecrets } from './secret.ts'

const database = `test_${randomUUID().replaceAll('-', '')}`
const connecting = connect(inject('mongodbUri'), database)
afterAll(async () => {
  const connection = await connecting
  await connection.dropDatabase()
  await connection.close()
})

test('every collection and unique index is there before the first request, and preparing again changes nothing', async () => {
  const connection = await connecting
  createStores(connection)
  createSessionStore(connection, Date.now, createRetry(1_000))
  createSecrets(connection)
  await prepareDatabase(connection)
  await prepareDatabase(connection)
  const names = (await connection.listCollections()).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['apiKeys', 'applications', 'companies', 'counters', 'jobs', 'mailboxes', 'secrets'],
      ...['users', 'sessions', 'limitCounts', 'auditEvents', 'apiRequests'],
      ...['cvs.files', 'cvs.chunks', 'cvUploads', 'logos'],
    ]),
  )
  const uniqueIn = async (collection: string) => {
    const indexes = await connection.collection(collection).indexes()
    return indexes.filter(({ unique }) => unique === true).map(({ key }) => Object.keys(key))
  }
  expect(await uniqueIn('jobs')).toEqual([['companyId', 'externalKey']])
  expect(await uniqueIn('applications')).toEqual([['companyId', 'date']])
  expect(await uniqueIn('companies')).toEqual([['slug']])
  expect(await uniqueIn('cvs.chunks')).toEqual([['files_id', 'n']])
  expect(await uniqueIn('users')).toEqual([['email']])
  expect(await uniqueIn('limitCounts')).toEqual([['key']])
})

test('the database forgets API requests after 14 days, and sessions and sign-in tries when their time is over', async () => {
  const connection = await connecting
  const expiryOf = async (collection: string) => {
    const indexes = await connection.collection(collection).indexes()
    return indexes.flatMap(({ key, expireAfterSeconds: seconds }) =>
      seconds === undefined ? [] : [[...Object.keys(key), seconds]],
    )
  }
  expect(await expiryOf('apiRequests')).toEqual([['at', 14 * 24 * 60 * 60]])
  expect(await expiryOf('sessions')).toEqual([['expires', 0]])
  expect(await expiryOf('limitCounts')).toEqual([['expire', 0]])
})

describe('through a proxy', () => {
  let proxy: MongoProxy
  beforeEach(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
  })
  afterEach(() => proxy.stop())

  /** Connects through the proxy to a database that the first test dropped or never made; closes it after the work. */
  async function withConnection(
    options: string,
    work: (connection: Awaited<ReturnType<typeof connect>>) => Promise<void>,
  ) {
    const connection = await connect(`${proxy.uri}${options}`, `test_${randomUUID().replaceAll('-', '')}`)
    try {
      await work(connection)
    } finally {
      proxy.rule = undefined
      await connection.dropDatabase()
      await connection.close()
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
      // Began after the build and is given up before its answer: so the build waits for longer than the limit.
      await expect(connection.db?.command({ ping: 1 })).rejects.toThrow('timed out')
      letGo.open()
      await preparing
      expect(await connection.collection('sessions').indexes()).toHaveLength(2)
    })
  })

  test.each([
    ['a replica set', {}, 'majority'],
    ['a sharded cluster', { setName: undefined, msg: 'isdbgrid' }, 'majority'],
    ['a standalone, which refuses it', { setName: undefined }, undefined],
  ])('of %s, how many members must have built an index: not one that is down', async (_, hello, commitQuorum) => {
    await withConnection('', async (connection) => {
      createSessionStore(connection, Date.now, createRetry(1_000))
      const quorums: unknown[] = []
      proxy.rule = (command, carryOut) => {
        if (command.name === 'createIndexes') quorums.push(command.body.commitQuorum)
        return command.name === 'hello' && command.body.helloOk === undefined
          ? carryOut().then((reply) => ({ ...reply, ...hello }))
          : undefined
      }
      await prepareDatabase(connection)
      expect(quorums).toEqual([commitQuorum])
    })
  })

  test('every write waits for a majority and its journal, but not without an end', async () => {
    await withConnection('', async (connection) => {
      const { administrators, cvs } = createStores(connection)
      const concerns: unknown[] = []
      proxy.rule = ({ name, body: { writeConcern } }) => {
        if (writeConcern !== undefined && name !== 'createIndexes') concerns.push([name, writeConcern])
        return undefined
      }
      await cvs.save({ companyId: 'c', applicationId: 'a' }, cvs.newId(), Buffer.from('%PDF'))
      await administrators.remove('c', 'u')
      await defineCollection('rows')(connection).updateOne({}, { $set: { a: 1 } })
      const names = ['insert', 'insert', 'delete', 'update']
      expect(concerns).toEqual(names.map((name) => [name, { w: 'majority', j: true, wtimeout: 10_000 }]))
    })
  })
})

test('a primary is waited for longer than an election takes, unless the address says otherwise', async () => {
  const limitsOf = async (uri: string) => {
    const connection = await connect(uri, database)
    const { serverSelectionTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS, writeConcern } =
      connection.getClient().options
    await connection.close()
    return [serverSelectionTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS, writeConcern?.wtimeoutMS]
  }
  expect(await limitsOf(inject('mongodbUri'))).toEqual([30_000, 5_000, 30_000, 10_000])
  const limits = 'serverSelectionTimeoutMS=15000&waitQueueTimeoutMS=1000&socketTimeoutMS=20000&wtimeoutMS=2000'
  expect(await limitsOf(`${inject('mongodbUri')}&${limits}`)).toEqual([15_000, 1_000, 20_000, 2_000])
})

test.each([
  ['retryWrites=false', 'retryWrites=false'],
  ['RETRYREADS=false', 'retryReads=false'],
  ['w=1', 'w=1 (only w=majority)'],
  ['journal=false', 'journal=false'],
  ['readConcernLevel=local', 'readConcernLevel=local'],
  ['readPreference=secondaryPreferred', 'readPreference=secondaryPreferred'],
  ['w=0&retryWrites=false', 'w=0 (only w=majority), retryWrites=false'],
])('an address with %s is refused at the start', async (option, named) => {
  await expect(connect(`mongodb://operator:hunter2@127.0.0.1:1/?${option}`, database)).rejects.toThrow(
    `MONGODB_URI must not have ${named}: without it a failover could lose what was confirmed`,
  )
})

test('an address that nobody can read is refused, and the password in it is not shown', async () => {
  const failure: unknown = await connect('mongodb://operator:hunter2@127.0.0.1/?retries=many', database).catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toBe('Error: MONGODB_URI is no address of a database: option retries is not supported')
})

test('an address that asks for what holds anyway is taken', async () => {
  const connection = await connect(
    `${inject('mongodbUri')}&w=majority&journal=true&retryWrites=true&readConcernLevel=majority&readPreference=primary`,
    database,
  )
  await connection.close()
})
