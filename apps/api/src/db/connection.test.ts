import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { createStores } from '../deps.ts'
import { connect, prepareDatabase } from './connection.ts'

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
  await prepareDatabase(connection)
  await prepareDatabase(connection)
  const names = (await connection.listCollections()).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      ...['apiKeys', 'applications', 'companies', 'counters', 'jobs', 'mailboxes', 'secrets'],
      ...['cvs.files', 'cvs.chunks'],
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
})
