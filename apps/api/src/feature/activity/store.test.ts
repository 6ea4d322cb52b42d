import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { connect } from '../../db/connection.ts'
import { requestStore } from './store.ts'

it('a page of requests leaves no cursor open, neither in the database nor here', async () => {
  const commands: string[] = []
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connection = await connect(inject('mongodbUri'), name, (command) => commands.push(command))
  try {
    const store = requestStore(connection)
    for (const [index, requestId] of ['a', 'b', 'c'].entries())
      await store.insertMany([
        {
          ...{ companyId: 'cmp_1', keyId: 'key_1', requestId, operation: 'createJob' },
          ...{ at: new Date(index), status: 200, durationMs: 1, errorMessage: null },
        },
      ])
    commands.length = 0
    const { requests } = await store.list('cmp_1', {}, 1)
    expect(requests.map(({ requestId }) => requestId)).toEqual(['c'])
    expect(commands).toEqual(['find', 'killCursors'])
  } finally {
    await connection.dropDatabase()
    await connection.close()
  }
})
