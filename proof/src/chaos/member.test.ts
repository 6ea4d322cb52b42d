import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalMongo, startLocalMongo } from '@boardwalk/local-mongo'
import { MongoClient, MongoServerError, Timestamp } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStoredRows, type Member, startMember } from './member.ts'
import { createRandom } from './random.ts'

let dataDir = ''
let mongo: LocalMongo
const members: Member[] = []
const clients: MongoClient[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chaos-member-'))
  mongo = await startLocalMongo({ dataDir, log: () => {} })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  for (const member of members) await member.stop()
  await mongo.stop()
  rmSync(dataDir, { recursive: true })
})

/** Opens the applications for two processes, each through its own member. */
async function twoProcesses(database: string) {
  const stored = createStoredRows()
  const [mine, others] = await Promise.all([startMember(mongo.uri, stored), startMember(mongo.uri, stored)])
  members.push(mine, others)
  const open = ({ uri }: Member) => {
    const client = new MongoClient(uri, { retryWrites: true })
    clients.push(client)
    return { client, rows: client.db(database).collection<{ _id: string }>('applications') }
  }
  return { mine: { member: mine, ...open(mine) }, others: { member: others, ...open(others) } }
}

const sortIds = (found: { _id: string }[]) => found.map(({ _id }) => _id).sort()

test('a member that lags answers as of before what was stored lately, and shows it to a read that asks for a later time', async () => {
  const { mine, others } = await twoProcesses('lag')
  await mine.rows.insertOne({ _id: 'own' })
  const between = await mine.client.db('lag').command({ ping: 1 })
  await others.rows.insertOne({ _id: 'of another' })
  const stretch = mine.member.lag()
  expect(sortIds(await mine.rows.find().toArray())).toEqual([])
  expect(stretch.hits()).toBe(1)
  // Reads that are causally after the one write, and after both.
  const earlier = mine.client.startSession({ causalConsistency: true })
  earlier.advanceOperationTime(between.operationTime)
  expect(sortIds(await mine.rows.find({}, { session: earlier }).toArray())).toEqual(['own'])
  await earlier.endSession()
  const session = mine.client.startSession({ causalConsistency: true })
  const { operationTime } = await others.client.db('lag').command({ ping: 1 })
  session.advanceOperationTime(operationTime)
  expect(sortIds(await mine.rows.find({}, { session }).toArray())).toEqual(['of another', 'own'])
  await session.endSession()
  stretch.end()
  expect(sortIds(await mine.rows.find().toArray())).toEqual(['of another', 'own'])
})

test('a row can be read since the earliest reply of a write that stored or met it, in whichever order they come', () => {
  const [earlier, later] = [new Timestamp({ t: 1, i: 1 }), new Timestamp({ t: 1, i: 2 })]
  const rows = createStoredRows()
  rows.stored('stored, then met', later)
  rows.met('stored, then met', earlier)
  rows.met('met, then stored', earlier)
  rows.stored('met, then stored', later)
  rows.met('met', earlier)
  expect(rows.at('stored, then met')).toEqual(earlier)
  expect(rows.at('met, then stored')).toEqual(earlier)
  // An old row, which every member has.
  expect(rows.at('met')).toBeUndefined()
})

test('a cursor goes on as of when it was opened', async () => {
  const { mine, others } = await twoProcesses('cursor')
  await mine.rows.insertMany([{ _id: '1' }, { _id: '2' }])
  const session = mine.client.startSession({ causalConsistency: true })
  session.advanceOperationTime((await mine.client.db('cursor').command({ ping: 1 })).operationTime)
  await others.rows.insertMany([{ _id: '3' }, { _id: '4' }])
  const stretch = mine.member.lag()
  expect(sortIds(await mine.rows.find({}, { session, batchSize: 1 }).toArray())).toEqual(['1', '2'])
  await session.endSession()
  stretch.end()
})

test('a cursor that was opened before the lag goes on with all rows', async () => {
  const { mine, others } = await twoProcesses('earlierCursor')
  await others.rows.insertMany([{ _id: '1' }, { _id: '2' }])
  const cursor = mine.rows.find({}, { batchSize: 1 })
  expect(await cursor.next()).toEqual({ _id: '1' })
  const stretch = mine.member.lag()
  expect(await cursor.toArray()).toEqual([{ _id: '2' }])
  stretch.end()
})

test('a member that steps down refuses commands until it is over, carried out or not', async () => {
  const { mine } = await twoProcesses('stepdown')
  const how = { isLabelled: false, isAnnounced: false, cut: 0, random: createRandom('test') }
  for (const carriedOut of [0, 1]) {
    const stretch = mine.member.stepDown({ ...how, carriedOut })
    const error: unknown = await mine.rows.insertOne({ _id: String(carriedOut) }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MongoServerError)
    expect(stretch.hits()).toBe(1)
    stretch.end()
    expect(await mine.rows.countDocuments({ _id: String(carriedOut) })).toBe(carriedOut)
  }
})

test('a failover that is announced makes a retry wait for its end', async () => {
  const { mine } = await twoProcesses('announced')
  await mine.rows.insertOne({ _id: 'before' })
  const stretch = mine.member.stepDown({
    ...{ isLabelled: true, isAnnounced: true, carriedOut: 0, cut: 0, random: createRandom('test') },
  })
  const inserted = mine.rows.insertOne({ _id: 'meanwhile' })
  while (stretch.hits() === 0) await new Promise(setImmediate)
  stretch.end()
  expect((await inserted).insertedId).toBe('meanwhile')
})
