import { newDatabase } from '@boardwalk/test-server/vitest/database'
import * as mongo from 'mongodb'
import { afterAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { changeEach, type RowWithRevision } from './change-each.ts'
import { connect } from './connection.ts'
import { createRetry } from './retry.ts'

interface Row extends RowWithRevision {
  text: string
  list: unknown[]
}

const database = newDatabase()
const connection = await connect(inject('mongodbUri'), database.name)
const rows = connection.db.collection<Row>('rows')
const retry = createRetry(10_000)
const companyId = 'c'
afterAll(async () => {
  await connection.close()
  await database.drop()
})

beforeEach(async () => {
  vi.restoreAllMocks()
  await rows.deleteMany({})
  await rows.insertMany(
    [1, 2, 3].map((_id) => ({ _id, companyId, revision: 5, changedAt: new Date(0), text: `old ${_id}`, list: [] })),
  )
})

const stored = async () =>
  (await rows.find().sort({ _id: 1 }).toArray()).map(({ changeIds: _, changedAt: __, ...row }) => row)
const texts = async () => (await stored()).map(({ text }) => text)
const change = (_id: number, text: string, revision = 5) => ({ where: { _id, companyId, revision }, set: { text } })
const make = (...changes: ReturnType<typeof change>[]) => changeEach(rows, changes, retry)

test('each row is changed by its own change with one command, its revision grows, and it has the time of the database', async () => {
  const bulkWrite = vi.spyOn(rows, 'bulkWrite')
  expect(await make(change(3, 'three'), change(1, 'one'))).toEqual(['made', 'made'])
  expect(bulkWrite).toHaveBeenCalledOnce()
  expect(await stored()).toEqual([
    { _id: 1, companyId, revision: 6, text: 'one', list: [] },
    { _id: 2, companyId, revision: 5, text: 'old 2', list: [] },
    { _id: 3, companyId, revision: 6, text: 'three', list: [] },
  ])
  const [changed, other] = await rows.find().sort({ _id: 1 }).toArray()
  // The clock of the database is after the year of this test.
  expect(changed?.changedAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  expect(other?.changedAt).toEqual(new Date(0))
})

test('a change is outdated, and changes nothing, if its row is missing or has another revision or company, or was changed before in this call', async () => {
  const ofAnother = { where: { _id: 1, companyId: 'another', revision: 5 }, set: { text: 'stolen' } }
  expect(await make(ofAnother)).toEqual(['outdated'])
  expect(await make(change(1, 'one', 4), change(2, 'two'), change(2, 'second'), change(9, 'nine'))).toEqual([
    'outdated',
    'made',
    'outdated',
    'outdated',
  ])
  expect(await texts()).toEqual(['old 1', 'two', 'old 3'])
})

test('a value that looks like an expression or an operator is stored as it is', async () => {
  const text = '$revision'
  const list = ['$$ROOT', { a: '$text' }, { $set: 1 }, null, -0, new Date(0)]
  const where = { _id: 1, companyId, revision: 5 }
  expect(await changeEach(rows, [{ where, set: { text, list } }], retry)).toEqual(['made'])
  expect((await stored())[0]).toEqual({ _id: 1, companyId, revision: 6, text, list })
})

test('a change that a unique index refuses is "taken", and the others are made', async () => {
  await rows.createIndex({ text: 1 }, { unique: true })
  expect(await make(change(1, 'old 3'))).toEqual(['taken'])
  expect(await make(change(1, 'old 3'), change(2, 'two'), change(3, 'three', 1))).toEqual(['taken', 'made', 'outdated'])
  expect(await texts()).toEqual(['old 1', 'two', 'old 3'])
  await rows.dropIndex('text_1')
})

describe('when the answer of the command is lost', () => {
  const another = (set: Partial<Row>) => rows.findOneAndUpdate({ _id: 1 }, { $set: set, $inc: { revision: 1 } })

  const sendings = [
    ['alone', [change(1, 'one')]],
    ['with another', [change(1, 'one'), change(2, 'two')]],
  ] as const

  /** Loses the answer of the first command with these changes. `begin` gets a function that carries the command out. */
  async function makeWhileLost(
    changes: readonly ReturnType<typeof change>[],
    begin: (carryOut: () => Promise<unknown>) => unknown,
  ): Promise<void> {
    // A change alone is not a bulk.
    const name = changes.length === 1 ? 'updateOne' : 'bulkWrite'
    const send: (...args: never[]) => Promise<unknown> = rows[name].bind(rows)
    const sending = vi.spyOn(rows, name).mockImplementationOnce(async (...args: unknown[]) => {
      await begin(() => send(...(args as never[])))
      throw new mongo.MongoNetworkError('lost')
    })
    expect(await make(...changes)).toEqual(changes.map(() => 'made'))
    expect(sending).toHaveBeenCalled()
  }

  test.each(sendings)(
    'a change that was carried out, and overwritten by another process since, is made and stays overwritten (%s)',
    async (_, changes) => {
      await makeWhileLost(changes, async (carryOut) => {
        await carryOut()
        await another({ text: 'of another' })
      })
      expect((await stored())[0]).toMatchObject({ text: 'of another', revision: 7 })
    },
  )

  test.each(sendings)('a first sending that arrives after the second changes nothing more (%s)', async (_, changes) => {
    let arriveLate: () => Promise<unknown> = async () => {}
    await makeWhileLost(changes, (carryOut) => {
      arriveLate = carryOut
    })
    await another({ text: 'of another' })
    await arriveLate()
    expect((await stored())[0]).toMatchObject({ text: 'of another', revision: 7 })
  })
})
