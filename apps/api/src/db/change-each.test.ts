import { randomUUID } from 'node:crypto'
import { mongo } from 'mongoose'
import { afterAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { changeEach, changeTogether } from './change-each.ts'
import { connect } from './connection.ts'

interface Row {
  _id: number
  revision: number
  text: string
  list: unknown[]
}

const connecting = connect(inject('mongodbUri'), `test_${randomUUID().replaceAll('-', '')}`)
const connection = await connecting
const rows = connection.getClient().db(connection.name).collection<Row>('rows')
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

beforeEach(async () => {
  vi.restoreAllMocks()
  await rows.deleteMany({})
  await rows.insertMany([1, 2, 3].map((_id) => ({ _id, revision: 5, text: `old ${_id}`, list: [] })))
})

const stored = () => rows.find().sort({ _id: 1 }).toArray()
const change = (_id: number, text: string, revision = 5) => ({ where: { _id, revision }, set: { text } })

test('each row is changed by its own change with one command, and its revision grows', async () => {
  const updateMany = vi.spyOn(rows, 'updateMany')
  expect(await changeEach(rows, [change(3, 'three'), change(1, 'one')])).toEqual([true, true])
  expect(updateMany).toHaveBeenCalledOnce()
  expect(await stored()).toEqual([
    { _id: 1, revision: 6, text: 'one', list: [] },
    { _id: 2, revision: 5, text: 'old 2', list: [] },
    { _id: 3, revision: 6, text: 'three', list: [] },
  ])
})

test('what is not as its change says, or not there, stays as it is, and is told from the others', async () => {
  const changes = [change(1, 'one', 4), change(2, 'two'), change(9, 'nine'), change(3, 'three')]
  expect(await changeEach(rows, changes)).toEqual([false, true, false, true])
  expect((await stored()).map(({ text }) => text)).toEqual(['old 1', 'two', 'three'])
})

test('of several changes of one row the first is made', async () => {
  expect(await changeEach(rows, [change(1, 'a'), change(1, 'b'), change(2, 'c')])).toEqual([true, false, true])
  expect((await stored()).map(({ text }) => text)).toEqual(['a', 'c', 'old 3'])
})

test('a value that looks like an expression is stored as it is', async () => {
  const text = '$revision'
  const list = ['$$ROOT', { a: '$text' }, null, -0, new Date(0)]
  expect(await changeEach(rows, [{ where: { _id: 1, revision: 5 }, set: { text, list } }])).toEqual([true])
  expect((await stored())[0]).toEqual({ _id: 1, revision: 6, text, list })
})

test('what does not fit one command goes in several', async () => {
  const updateMany = vi.spyOn(rows, 'updateMany')
  const long = 'é'.repeat(400_000)
  expect(
    await changeEach(
      rows,
      [1, 2, 3].map((id) => change(id, `${long}${id}`)),
    ),
  ).toEqual([true, true, true])
  expect(updateMany).toHaveBeenCalledTimes(3)
  expect((await stored()).map(({ text }) => text)).toEqual([1, 2, 3].map((id) => `${long}${id}`))
})

test('whose answer was lost, what it made counts as made; what it did not can be tried again where that may help', async () => {
  for (const [labels, expected] of [
    [['RetryableWriteError'], [true, false]],
    [[], [true, expect.objectContaining({ message: 'lost' })]],
  ] as const) {
    const lost = new mongo.MongoNetworkError('lost')
    for (const label of labels) lost.addErrorLabel(label)
    const [{ revision } = { revision: 0 }] = await stored()
    const changes = [change(1, `one ${revision}`, revision), change(2, 'two', 4)]
    vi.spyOn(rows, 'updateMany').mockImplementationOnce(async () => {
      await changeTogether(rows, changes)
      throw lost
    })
    expect(await changeEach(rows, changes)).toEqual(expected)
  }
})

test('at what a unique index refuses it stops, and says so', async () => {
  await rows.createIndex('text', { unique: true })
  await expect(changeTogether(rows, [change(1, 'old 3'), change(2, 'two')])).rejects.toMatchObject({ code: 11000 })
  await rows.dropIndex('text_1')
})
