import { Readable } from 'node:stream'
import { date, defineCollection } from '@boardwalk/core/db/collection'
import { connect } from '@boardwalk/core/db/connection'
import { prepareDatabase } from '@boardwalk/core/db/prepare'
import { createRetry } from '@boardwalk/core/db/retry'
import { createSecrets } from '@boardwalk/core/db/secret'
import { createJournal } from '@boardwalk/core/deps'
import { createLog } from '@boardwalk/core/process/log'
import { startMongoProxy } from '@boardwalk/mongo-proxy'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { Schema } from 'mongoose'
import { afterAll, expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createSessionStore } from '../feature/user/session-store.ts'
import { connectJournal } from '../process/database.ts'
import { openAllStores } from './parts.ts'

const database = newDatabase()
const connecting = connect(inject('mongodbUri'), database.name)
afterAll(async () => {
  const connection = await connecting
  await connection.close()
  await database.drop()
})

test('every unique index exists before the first request, one of an earlier version is dropped, and rows expire when they must', {
  tags: ['expiry'],
}, async () => {
  const connection = await connecting
  openAllStores(connection)
  createSessionStore(connection, Date.now, createRetry(1_000))
  const openFormer = defineCollection('former', { noCompany: 'of this test' }, Schema.create({ at: date }), ['at_1'])
  const former = openFormer(connection)
  await former.createIndex({ at: 1 })
  await prepareDatabase(connection)
  expect((await former.indexes()).map(({ name }) => name)).toEqual(['_id_'])
  const listIndexes = (collection: string) => connection.db.collection(collection).indexes()
  for (const [collection, ...keys] of [
    ['jobs', ['companyId', 'externalKey'], ['companyId', 'formId']],
    ['applications', ['companyId', 'date']],
    ['mailboxes'],
    ['companies', ['slug']],
    ['cvs.chunks', ['files_id', 'n']],
    ['users', ['email', 'companyId']],
    ['limitCounts', ['key']],
  ] as const) {
    const unique = (await listIndexes(collection)).filter((index) => index.unique === true)
    expect([collection, ...unique.map(({ key }) => Object.keys(key))]).toEqual([collection, ...keys])
  }
  const daySeconds = 24 * 60 * 60
  for (const [collection, field, seconds] of [
    ['apiRequests', 'at', 14 * daySeconds],
    ['applicationForms', 'at', 14 * daySeconds],
    ['keyChanges', 'at', 180 * daySeconds],
    ['sessions', 'expires', 0],
    ['limitCounts', 'expire', 0],
    // A mail that was sent stays for a day, so that the same one is not queued again.
    ['mails', 'expiresAt', daySeconds],
  ] as const) {
    const expiring = (await listIndexes(collection)).filter(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    )
    expect([collection, expiring]).toMatchObject([collection, [{ key: { [field]: 1 }, expireAfterSeconds: seconds }]])
  }
  // An applicant saw the confirmation of each, so the database deletes none.
  expect((await listIndexes('heldApplications')).filter((index) => 'expireAfterSeconds' in index)).toEqual([])
})

test('the database refuses a wrong row of every collection, whoever writes it, and the log names its members without values', async () => {
  const connection = await connecting
  openAllStores(connection)
  createSessionStore(connection, Date.now, createRetry(1_000))
  createSecrets(connection)
  createJournal(connection)
  await prepareDatabase(connection)
  for (const [name, { schema }] of connection.opened) {
    // A number in place of a text, a date or an object, and a text in place of a number.
    const wrong = Object.entries(schema.paths).find(
      ([, { options }]) => options.required && options.type !== Schema.Types.Mixed,
    )
    const [member = '', type] = wrong ?? expect.fail(`${name} has no required member`)
    const write = connection.db
      .collection(name)
      .insertOne({ [member]: type.instance === 'Number' ? 'Salma' : 12345 } as never)
    const error = await write.then(
      () => expect.fail(`${name} took a wrong row`),
      (refusal: object) => refusal,
    )
    expect([name, error]).toMatchObject([name, { code: 121 }])
    let line = ''
    createLog('error', { write: (text) => (line = text) }).error({ err: error }, 'a request failed')
    expect(JSON.parse(line).err.refused).toMatch(new RegExp(`^${name}: .*${member}`))
    expect(line).not.toMatch(/Salma|12345/)
  }
  const jobs = connection.db.collection<{ _id: number }>('jobs')
  await connection.db.command({
    insert: 'jobs',
    documents: [{ _id: 1, status: 'OLD' }],
    bypassDocumentValidation: true,
  })
  // A row that was wrong before can still be changed, for example to erase a person's data.
  await jobs.updateOne({ _id: 1 }, { $set: { slug: 'a' } })
  await jobs.deleteOne({ _id: 1 })
})

test('a server leaves the validator of a newer version, and replaces that of an older one and a missing one', async () => {
  const connection = await connecting
  openAllStores(connection)
  const readDescription = async () => {
    return (await connection.db.collection('jobs').options()).validator?.$jsonSchema?.description
  }
  for (const [description, expected] of [
    ['Boardwalk 99.1.0', 'Boardwalk 99.1.0'],
    ['Boardwalk 0.0.9', `Boardwalk ${manifest.version}`],
    [undefined, `Boardwalk ${manifest.version}`],
  ] as const) {
    const validator = description === undefined ? {} : { $jsonSchema: { required: ['other'], description } }
    await connection.db.command({ collMod: 'jobs', validator })
    await prepareDatabase(connection)
    expect(await readDescription()).toBe(expected)
  }
})

test('every write waits for a majority and its journal, for a limited time', async () => {
  const proxy = await startMongoProxy(inject('mongodbUri'))
  const connection = await connect(proxy.uri, database.name)
  try {
    const { users, cvs } = openAllStores(connection)
    const concerns: unknown[] = []
    proxy.rule = ({ name, body: { writeConcern } }) => {
      if (writeConcern !== undefined && name !== 'createIndexes') concerns.push([name, writeConcern])
      return undefined
    }
    await cvs.save({ companyId: 'c', applicationId: 'a' }, cvs.newId(), () => Readable.from([Buffer.from('%PDF')]))
    await users.remove('c', 'u')
    await connection.db.collection('rows').updateOne({}, { $set: { a: 1 } })
    const names = ['insert', 'insert', 'delete', 'update']
    expect(concerns).toEqual(names.map((name) => [name, { w: 'majority', j: true, wtimeout: 10_000 }]))
  } finally {
    await connection.close()
    await proxy.stop()
  }
})

test('an address that would lose confirmed data in a failover is refused by name, and no error shows its password', async () => {
  for (const [option, named] of [
    ['RETRYREADS=false', 'retryReads=false'],
    ['w=0&retryWrites=false', 'w=0 (only w=majority), retryWrites=false'],
    ['journal=false', 'journal=false'],
    ['readConcernLevel=local', 'readConcernLevel=local'],
    ['readPreference=secondaryPreferred', 'readPreference=secondaryPreferred'],
  ] as const)
    await expect(connect(`mongodb://operator:hunter2@127.0.0.1:1/?${option}`, database.name)).rejects.toThrow(
      `MONGODB_URI must not have ${named}: with it a failover could lose confirmed data`,
    )
  await expect(connect('mongodb://operator:hunter2@127.0.0.1/?retries=many', database.name)).rejects.toThrow(
    /^MONGODB_URI is not a valid address of a database: option retries is not supported$/,
  )
  const guaranteed = 'w=majority&journal=true&retryWrites=true&readConcernLevel=majority&readPreference=primary'
  await (await connect(`${inject('mongodbUri')}&${guaranteed}`, database.name)).close()
})

test('the journal is in the database that is named after the board’s, where a restored board looks for it', async () => {
  for (const journalMongodbUri of [undefined, inject('mongodbUri')]) {
    const journal = await connectJournal(inject('mongodbUri'), { database: database.name, journalMongodbUri })
    expect(journal.db.databaseName).toBe(`${database.name}_journal`)
    await journal.close()
  }
  const refused = { database: database.name, journalMongodbUri: 'mongodb://127.0.0.1:1/?w=1' }
  await expect(connectJournal(inject('mongodbUri'), refused)).rejects.toThrow('JOURNAL_MONGODB_URI must not have w=1')
})
