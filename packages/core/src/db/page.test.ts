import { newDatabase } from '@boardwalk/test-server/vitest/database'
import type * as mongo from 'mongodb'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect } from './connection.ts'
import { REMEMBERED_MIN } from './once.ts'
import { createPageReads } from './page.ts'

interface Row {
  _id: number
  owner: string
}

const database = newDatabase()
let connection: Awaited<ReturnType<typeof connect>>
let rows: mongo.Collection<Row>
beforeAll(async () => {
  connection = await connect(inject('mongodbUri'), database.name)
  rows = connection.db.collection<Row>('rows')
  await rows.createIndex({ owner: 1, _id: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const insert = (from: number, count: number) =>
  rows.insertMany(Array.from({ length: count }, (_, index) => ({ _id: from + index, owner: 'a' })))

it('a page has the rows of this moment, and the total is not less than they are, whatever is remembered', async () => {
  await insert(1, REMEMBERED_MIN)
  const { readPage } = createPageReads(rows, (owner: string) => ({
    filter: { owner },
    sort: { _id: -1 as const },
  }))
  const readIds = async (found: AsyncIterable<Row>) => {
    const ids: number[] = []
    for await (const { _id } of found) ids.push(_id)
    return ids
  }
  const read = (page: number) => readPage('a', { page, pageSize: 10 }, readIds)
  await read(1)
  await insert(5_000, 5)
  const earlier = Array.from({ length: 5 }, (_, index) => REMEMBERED_MIN - index)
  expect((await read(1)).rows).toEqual([5_004, 5_003, 5_002, 5_001, 5_000, ...earlier])
  const lastPage = REMEMBERED_MIN / 10 + 1
  expect(await read(lastPage)).toEqual({ rows: [5, 4, 3, 2, 1], total: REMEMBERED_MIN + 5 })
  await rows.deleteMany({ _id: { $gt: 2, $lt: 5_003 } })
  expect(await read(1)).toEqual({ rows: [5_004, 5_003, 2, 1], total: 4 })
  expect(await read(2)).toEqual({ rows: [], total: 10 })
})
