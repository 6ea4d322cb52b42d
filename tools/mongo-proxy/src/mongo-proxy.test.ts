import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalMongo, startLocalMongo } from '@boardwalk/local-mongo'
import { type Document, MongoClient, type MongoClientOptions, MongoNetworkError, MongoServerError } from 'mongodb'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  connectionLost,
  createGate,
  failoverCodes,
  failoverError,
  type MongoProxy,
  type Rule,
  startMongoProxy,
} from './mongo-proxy.ts'

let dataDir = ''
let mongo: LocalMongo
let proxy: MongoProxy
const clients: MongoClient[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mongo-proxy-'))
  mongo = await startLocalMongo({ dataDir, log: () => {} })
})
afterAll(async () => {
  await mongo.stop()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  proxy = await startMongoProxy(mongo.uri)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await proxy.stop()
})

/** Opens a new collection through the proxy. */
function openRows(options: MongoClientOptions = {}, uri = proxy.uri) {
  const client = new MongoClient(uri, options)
  clients.push(client)
  return client.db('test').collection<{ _id: number }>(`rows${clients.length}_${Date.now()}`)
}

/** Applies a rule to the first command of a name only. Answers the bodies of all commands of this name. */
function onFirst(name: string, rule: Rule) {
  const seen: Document[] = []
  proxy.rule = (command, carryOut) => {
    if (command.name !== name) return undefined
    seen.push(command.body)
    return seen.length === 1 ? rule(command, carryOut) : undefined
  }
  return seen
}

const readCode = (error: unknown) => (error instanceof MongoServerError ? error.code : error)

test('without a rule commands and replies pass untouched, on many connections and for large messages', async () => {
  const rows = openRows()
  const large = 'x'.repeat(3_000_000)
  await Promise.all(Array.from({ length: 50 }, (_, _id) => rows.insertOne({ _id })))
  await rows.updateOne({ _id: 7 }, { $set: { large } })
  expect(await rows.countDocuments()).toBe(50)
  expect(await rows.findOne({ _id: 7 })).toEqual({ _id: 7, large })
  // More than one batch: a getMore on the cursor's connection.
  expect(await rows.find({}, { batchSize: 5 }).toArray()).toHaveLength(50)
})

test('a rule sees name, database, collection and body of a command, and its reply', async () => {
  const rows = openRows()
  const seen: unknown[] = []
  proxy.rule = (command, carryOut) => {
    if (command.name !== 'insert') return undefined
    return carryOut().then((reply) => {
      seen.push({ ...command, body: command.body.documents, n: reply.n })
      return reply
    })
  }
  await rows.insertOne({ _id: 1 })
  const { collectionName: collection } = rows
  expect(seen).toEqual([{ name: 'insert', database: 'test', collection, body: [{ _id: 1 }], n: 1 }])
})

test('the driver retries after an error with the label; without the label the caller gets the error; neither is carried out', async () => {
  const rows = openRows()
  await rows.insertOne({ _id: 0 })
  for (const [index, code] of failoverCodes.entries()) {
    const labelled = onFirst('insert', async (command) => failoverError(command, code))
    await rows.insertOne({ _id: 10 + index })
    expect(labelled).toHaveLength(2)
    const unlabelled = onFirst('insert', async (command) => failoverError(command, code, { isLabelled: false }))
    expect(await rows.insertOne({ _id: 20 + index }).catch(readCode)).toBe(code)
    expect(unlabelled).toHaveLength(1)
  }
  expect(await rows.countDocuments({ _id: { $gte: 20 } })).toBe(0)
  expect(await rows.countDocuments()).toBe(failoverCodes.length + 1)
})

test('a rule can answer an error for a command that was carried out', async () => {
  const rows = openRows({ retryWrites: false })
  onFirst('insert', async (command, carryOut) => {
    await carryOut()
    return failoverError(command, 11602)
  })
  expect(await rows.insertOne({ _id: 1 }).catch(readCode)).toBe(11602)
  expect(await rows.countDocuments()).toBe(1)
})

test('the connection closes before or after the command is carried out', async () => {
  const rows = openRows({ retryWrites: false })
  onFirst('insert', async () => connectionLost)
  expect(await rows.insertOne({ _id: 1 }).catch((error: unknown) => error)).toBeInstanceOf(MongoNetworkError)
  expect(await rows.countDocuments()).toBe(0)
  onFirst('insert', async (_, carryOut) => {
    await carryOut()
    return connectionLost
  })
  expect(await rows.insertOne({ _id: 1 }).catch((error: unknown) => error)).toBeInstanceOf(MongoNetworkError)
  expect(await rows.countDocuments()).toBe(1)
})

test('a rule can hold a command while others pass', async () => {
  const rows = openRows()
  const arrived = createGate()
  const letGo = createGate()
  onFirst('insert', async (_, carryOut) => {
    arrived.open()
    await letGo.opened
    return carryOut()
  })
  const held = rows.insertOne({ _id: 1 })
  await arrived.opened
  await rows.insertOne({ _id: 2 })
  expect(await rows.distinct('_id')).toEqual([2])
  letGo.open()
  await held
  expect((await rows.distinct('_id')).sort()).toEqual([1, 2])
})
