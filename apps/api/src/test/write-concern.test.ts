import { randomUUID } from 'node:crypto'
import { actAsOperator } from '@boardwalk/core/activity/audit'
import { createCompany } from '@boardwalk/core/company/service'
import { type Connection, connect } from '@boardwalk/core/db/connection'
import { createKey } from '@boardwalk/core/key/service'
import { type MongoProxy, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import { newDatabase } from '@boardwalk/test-server/vitest/database'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { RunningServer } from '../server.ts'
import { apply } from './form.ts'
import { startTestServer } from './harness.ts'

/*
 * A write may reach the primary, but no majority within `wtimeoutMS`. Then it may stay or be lost. So the caller must not
 * be told that it was made, and a caller who repeats it must make it once.
 */

const database = newDatabase()
let proxy: MongoProxy
let connection: Connection
let server: RunningServer
beforeAll(async () => {
  proxy = await startMongoProxy(inject('mongodbUri'))
  connection = await connect(proxy.uri, database.name)
  server = await startTestServer(connection, { settings: { databaseWaitMs: 300 } })
})
afterAll(async () => {
  await server.stop()
  await connection.close()
  await database.drop()
  await proxy.stop()
})

const writes = new Set(['insert', 'update', 'delete', 'findAndModify'])

/** Carries out each write to a collection, and answers like a primary whose wait for a majority timed out. */
const loseMajority =
  (collection: string): Rule =>
  (command, carryOut) =>
    command.collection === collection && writes.has(command.name)
      ? carryOut().then((reply) => ({
          ...reply,
          writeConcernError: {
            code: 64,
            codeName: 'WriteConcernTimeout',
            errmsg: 'waiting for replication timed out',
            errInfo: { wtimeout: true },
          },
        }))
      : undefined

/** Runs some work while writes to a collection reach no majority. */
async function whileAway<Result>(collection: string, work: () => Promise<Result>): Promise<Result> {
  proxy.rule = loseMajority(collection)
  try {
    return await work()
  } finally {
    proxy.rule = undefined
  }
}

let key = ''
beforeEach(async () => {
  const { id } = await createCompany(server.deps, { name: 'Atlas', slug: `c-${randomUUID()}`, locale: 'fr' })
  key = (await createKey(server.deps, actAsOperator(id), { name: 'ATS', scopes: ['read', 'write'] })).key
  // This poll makes the mailbox of the company.
  expect((await call('GET', '/candidates')).status).toBe(200)
})

async function call(method: string, path: string, job?: object) {
  const res = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(job !== undefined && { body: JSON.stringify({ job }) }),
  })
  return { status: res.status, body: await res.json() }
}

test('an application without a majority is not confirmed; sent again, it is confirmed, and polls have it once', async () => {
  const { body } = await call('POST', '/job', { id: 'A', title: 'Comptable' })
  const formId = randomUUID()
  const away = await whileAway('mailboxes', () => apply(body.jobUrl, { formId }))
  expect(away.status).toBe(503)
  expect(await apply(body.jobUrl, { formId })).toMatchObject({ status: 201 })
  expect((await call('GET', '/candidates')).body.candidates).toHaveLength(1)
})

test('an application that could not be copied yet is confirmed, because the mailbox has it, and polls have it once', async () => {
  const { body } = await call('POST', '/job', { id: 'A', title: 'Comptable' })
  const formId = randomUUID()
  expect(await whileAway('applications', () => apply(body.jobUrl, { formId }))).toMatchObject({ status: 201 })
  expect((await call('GET', '/candidates')).body.candidates).toHaveLength(1)
})

test('a job without a majority is not reported as created; the same call again makes it once', async () => {
  const job = { id: 'A', title: 'Comptable' }
  expect((await whileAway('jobs', () => call('PUT', '/job/A', job))).status).toBe(503)
  expect((await call('PUT', '/job/A', job)).status).toBe(200)
  expect((await call('GET', '/jobs')).body.jobs).toMatchObject([job])
})
