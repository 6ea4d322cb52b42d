import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { createStores } from '../deps.ts'
import { sessionStore } from '../feature/session/store.ts'
import { connect, prepareDatabase } from './connection.ts'
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
  sessionStore(connection, Date.now)
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
