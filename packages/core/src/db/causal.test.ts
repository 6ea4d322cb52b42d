import { newDatabase } from '@boardwalk/test-server/vitest/database'
import * as mongo from 'mongodb'
import { afterAll, expect, inject, it } from 'vitest'
import { createCausally } from './causal.ts'
import { connect } from './connection.ts'

const database = newDatabase()
const connecting = connect(inject('mongodbUri'), database.name)
afterAll(async () => {
  await (await connecting).close()
  await database.drop()
})

const time = (seconds: number) => new mongo.Timestamp({ t: seconds, i: 1 })

it('a session sees what every earlier one saw, also if one that saw less ended last', async () => {
  const causally = createCausally(await connecting)
  await causally(async (slow) => {
    slow.advanceOperationTime(time(1))
    await causally(async (fast) => fast.advanceOperationTime(time(5)))
  })
  await causally(async ({ operationTime }) => expect(operationTime).toEqual(time(5)))
})
