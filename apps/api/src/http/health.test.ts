import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { startMongoProxy } from '@boardwalk/mongo-proxy'
import express from 'express'
import { expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { connect } from '../db/connection.ts'
import { useServer } from '../test/harness.ts'
import { createHealthRoutes } from './health.ts'

const clock = { aheadMs: 0 }
const server = useServer({ now: () => Date.now() + clock.aheadMs })
const get = async (path: string) => {
  const res = await fetch(`${server.url}${path}`)
  return { status: res.status, body: await res.json() }
}

test('a process that serves is alive, and is ready if its database answers and their clocks agree', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive', version: manifest.version } })
  expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test.each([-5_000, 5_000])('a process whose clock is %d ms from the database’s is ready', async (aheadMs) => {
  clock.aheadMs = aheadMs
  const { status } = await get('/readyz')
  clock.aheadMs = 0
  expect(status).toBe(200)
})

// Nearer than 8 s the time that the answer takes, 2 s at most, might decide.
test.each([-8_000, 8_000])(
  'a process whose clock is %d ms from the database’s is not ready, and says why',
  async (aheadMs) => {
    clock.aheadMs = aheadMs
    const { status, body } = await get('/readyz')
    clock.aheadMs = 0
    expect(status).toBe(503)
    expect(body).toEqual({
      status: 'not ready',
      reasons: [expect.stringMatching(/clock is \d+ ms from the database's/)],
    })
  },
)

test.each([
  ['lacks a unique index', false],
  ['has an index in its place that is not unique', true],
])('a process whose database %s is not ready, and names it', async (_, hasOther) => {
  const jobs = server.connection.collection('jobs')
  const unique = (await jobs.indexes()).find(({ unique }) => unique === true)
  await jobs.dropIndex(unique?.name ?? '')
  const other = hasOther ? await jobs.createIndex(unique?.key ?? {}, { name: 'other' }) : undefined
  const { status, body } = await get('/readyz')
  if (other !== undefined) await jobs.dropIndex(other)
  await jobs.createIndex(unique?.key ?? {}, { unique: true, ...(unique?.sparse && { sparse: true }) })
  expect(status).toBe(503)
  expect(body.reasons).toEqual([
    'the unique index of jobs (companyId, externalKey) is missing; restart a server to make it',
  ])
  expect((await get('/readyz')).status).toBe(200)
})

test.each([
  ['a date', (date: Date) => date, 200, undefined],
  ['a number, as some databases with MongoDB’s protocol do', (date: Date) => date.getTime(), 200, undefined],
  ['nothing', () => undefined, 503, ['the database does not tell its time']],
])('a database that tells its time as %s', async (_, changeTime, status, reasons) => {
  const proxy = await startMongoProxy(inject('mongodbUri'))
  const connection = await connect(proxy.uri, server.connection.name)
  const app = express().use(createHealthRoutes({ connection, now: Date.now, isStopping: () => false }))
  const listening = app.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  proxy.rule = (command, carryOut) =>
    command.name === 'hello'
      ? carryOut().then((reply) => ({ ...reply, localTime: changeTime(reply.localTime) }))
      : undefined
  // A server that listens on a port has an AddressInfo.
  const answer = await fetch(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/readyz`)
  expect(answer.status).toBe(status)
  expect((await answer.json()).reasons).toEqual(reasons)
  listening.close()
  await connection.close()
  await proxy.stop()
})
