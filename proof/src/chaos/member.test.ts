import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalMongo, startLocalMongo } from '@boardwalk/local-mongo'
import { MongoClient, MongoServerError } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startMember } from './member.ts'
import { createRandom } from './random.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chaos-member-'))
let mongo: LocalMongo
let member: Member
let client: MongoClient

beforeAll(async () => {
  mongo = await startLocalMongo({ dataDir, log: () => {} })
  member = await startMember(mongo.uri)
  client = new MongoClient(member.uri, { retryWrites: true })
})
afterAll(async () => {
  await client.close()
  await member.stop()
  await mongo.stop()
  rmSync(dataDir, { recursive: true })
})

const open = () => client.db('member').collection<{ _id: string }>('rows')

test('a member that steps down refuses commands until it is over, carried out or not', async () => {
  const how = { isLabelled: false, isAnnounced: false, cut: 0, random: createRandom('test') }
  for (const carriedOut of [0, 1]) {
    const stretch = member.stepDown({ ...how, carriedOut })
    const error: unknown = await open()
      .insertOne({ _id: String(carriedOut) })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MongoServerError)
    expect(stretch.hits()).toBe(1)
    stretch.end()
    expect(await open().countDocuments({ _id: String(carriedOut) })).toBe(carriedOut)
  }
})

test('a failover that is announced makes a retry wait for its end', async () => {
  await open().insertOne({ _id: 'before' })
  const random = createRandom('test')
  const stretch = member.stepDown({ isLabelled: true, isAnnounced: true, carriedOut: 0, cut: 0, random })
  const inserted = open().insertOne({ _id: 'meanwhile' })
  while (stretch.hits() === 0) await new Promise(setImmediate)
  stretch.end()
  expect((await inserted).insertedId).toBe('meanwhile')
})
