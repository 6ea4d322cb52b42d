import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connectionLost, createGate, type MongoProxy, type Rule, startMongoProxy } from '@boardwalk/mongo-proxy'
import express from 'express'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { CLOCK_SKEW_MS_MAX, createClockWatch } from '../db/clock-watch.ts'
import { type Connection, connect } from '../db/connection.ts'
import { sweepAbandonedCvs } from '../feature/application/service/cv.ts'
import { createReadiness } from '../readiness.ts'
import { signedInAdministrator } from '../test/administrator.ts'
import { apply } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { createHealthRoutes } from './health.ts'

const clock = { aheadMs: 0 }
const logged: { level: string; told: unknown }[] = []
const note = (level: string) => (details: unknown, message?: string) =>
  void logged.push({ level, told: [details, message] })
const log = { error: note('error'), info: note('info') }
const server = useServer({
  now: () => Date.now() + clock.aheadMs,
  settings: { clockSkewMsMax: CLOCK_SKEW_MS_MAX },
})
const get = async (path: string, url = server.url) => {
  const res = await fetch(`${url}${path}`)
  return { status: res.status, body: await res.json() }
}
afterEach(() => {
  clock.aheadMs = 0
})

test('a process that serves is alive, and is ready if its database answers and their clocks agree', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive', version: manifest.version } })
  expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test.each([-4_000, 4_000])('a process whose clock is %d ms from the database’s is ready', async (aheadMs) => {
  clock.aheadMs = aheadMs
  expect((await get('/readyz')).status).toBe(200)
})

// Nearer than 8 s the time that the answer takes, 2 s at most, might decide.
describe.each([-8_000, 8_000, 3_600_000])('a process whose clock is %d ms from the database’s', (aheadMs) => {
  const find = async (name: string, companyId: string) =>
    server.connection.db.collection<{ _id: string }>(name).findOne({ _id: companyId })

  test('is not ready, and says why', async () => {
    clock.aheadMs = aheadMs
    expect(await get('/readyz')).toEqual({
      status: 503,
      body: { status: 'not ready', reasons: [expect.stringMatching(/clock is \d+ ms from the database's/)] },
    })
    const gauge = await server.deps.metrics.text()
    const [, skew] = /^boardwalk_clock_skew_seconds (\S+)$/m.exec(gauge) ?? []
    expect(Math.abs(Number(skew) - aheadMs / 1000)).toBeLessThan(3)
    expect(gauge).toMatch(/^boardwalk_ready 0$/m)
  })

  test('accepts no application and moves no mailbox’s clock, even before anybody asks whether it is ready', async () => {
    const company = await server.company()
    const { jobId, jobUrl } = await company.boardJob()
    const { client } = await signedInAdministrator(server, company)
    expect((await apply(jobUrl, { lastName: 'Before' })).status).toBe(201)
    const mailbox = await find('mailboxes', company.id)
    clock.aheadMs = aheadMs
    const refused = { status: 503, body: { error: { code: 'clock_wrong' } } }
    const form = await apply(jobUrl, { lastName: 'Meanwhile' })
    expect(form).toMatchObject(refused)
    const polls = ['/candidates', '/candidates?since=2026-01-01', '/candidates?changedSince=2026-01-01']
    for (const path of [...polls, '/jobs?changedSince=2026-01-01']) {
      const poll = await company.call('GET', path)
      expect([path, poll]).toMatchObject([path, refused])
      expect(poll.headers.get('retry-after')).toBe('5')
    }
    const links = [{ platformJobId: jobId, externalJobId: 'A' }]
    expect(await company.call('POST', '/job/link', { links })).toMatchObject(refused)
    expect(await company.call('PUT', '/job/B', { job: { title: 'B' } })).toMatchObject(refused)
    await expect(client.application.list.query({})).rejects.toMatchObject({ data: { code: 'clock_wrong' } })
    // A clock that is ahead would end the time of CVs that are still wanted.
    await expect(sweepAbandonedCvs(server.deps)).rejects.toMatchObject({ code: 'clock_wrong' })
    expect(await find('mailboxes', company.id)).toEqual(mailbox)
    // What needs no date goes on.
    expect((await company.call('GET', '/jobs')).status).toBe(200)

    clock.aheadMs = 0
    expect((await apply(jobUrl, { lastName: 'After' })).status).toBe(201)
    const { body } = await company.call('GET', '/candidates')
    expect(body.candidates.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Before', 'After'])
  })
})

describe('the way to the database', () => {
  let proxy: MongoProxy
  let connection: Connection
  const steady = { ms: 0 }
  /** Whether the database had not answered when the last check ended. */
  let isUnanswered = false
  let url: string
  let close: () => Promise<void>

  async function serve() {
    const watch = createClockWatch({ now: () => Date.now() + clock.aheadMs })
    await watch.compare(connection)
    let isAsking = false
    const asking: typeof watch = {
      ...watch,
      async compare(...asked) {
        isAsking = true
        await watch.compare(...asked).finally(() => {
          isAsking = false
        })
      },
    }
    const readinessFound = () => {
      isUnanswered = isAsking
    }
    const readiness = createReadiness({
      ...{ connection, clock: asking, log, metrics: { readinessFound } },
      ...{ steadyNow: () => steady.ms, checkMsMax: 100 },
    })
    const app = express().use(createHealthRoutes({ readiness, isStopping: () => false }))
    const listening = app.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    // A server that listens on a port has an AddressInfo.
    url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
    close = async () => {
      listening.close()
      await once(listening, 'close')
    }
  }

  beforeAll(async () => {
    proxy = await startMongoProxy(inject('mongodbUri'))
    connection = await connect(proxy.uri, server.connection.db.databaseName)
    // The readiness looks for the indexes of what the connection has opened.
    for (const [name, opened] of server.connection.opened) connection.opened.set(name, opened)
    return async () => {
      await connection.close()
      await proxy.stop()
    }
  })
  beforeEach(() => {
    logged.length = 0
  })
  afterEach(async () => {
    proxy.rule = undefined
    await close()
  })

  const hello =
    (rule: Rule): Rule =>
    (command, carryOut) =>
      command.name === 'hello' && command.body.helloOk === undefined ? rule(command, carryOut) : undefined

  test('that is silent: the answer comes nevertheless, and says so once the silence has lasted; the log says it once', async () => {
    await serve()
    const isBack = createGate()
    proxy.rule = hello(() => isBack.opened.then(() => connectionLost))
    expect((await get('/readyz', url)).status).toBe(200)
    expect(isUnanswered).toBe(true)
    steady.ms += 5_000
    expect((await get('/readyz', url)).status).toBe(200)
    expect(isUnanswered).toBe(true)
    expect(logged).toEqual([])
    steady.ms += 5_000
    const away = { status: 503, body: { status: 'not ready', reasons: ['the database does not answer'] } }
    expect(await get('/readyz', url)).toEqual(away)
    expect(await get('/readyz', url)).toEqual(away)
    expect(logged).toEqual([
      { level: 'error', told: [{ reasons: ['the database does not answer'] }, 'this process is not ready'] },
    ])
    proxy.rule = undefined
    isBack.open()
    await expect.poll(async () => (await get('/readyz', url)).status).toBe(200)
    expect(logged.slice(1)).toEqual([{ level: 'info', told: ['this process is ready again', undefined] }])
  })

  test('that is silent is asked again only after six seconds, because a slow one may have answered by then', async () => {
    await serve()
    const isBack = createGate()
    let asked = 0
    proxy.rule = hello((_, carryOut) => {
      asked++
      return isBack.opened.then(carryOut)
    })
    const startMs = performance.now()
    const askOnce = async () => {
      await get('/readyz', url)
      return asked
    }
    await expect.poll(askOnce).toBeGreaterThan(1)
    const tookMs = performance.now() - startMs
    isBack.open()
    expect(tookMs).toBeGreaterThan(5_900)
  })

  test('that is slow is no reason, because a slow database is slow for every process', async () => {
    await serve()
    for (let times = 0; times < 3; times++) {
      const goOn = createGate()
      let isAnswered = Promise.resolve()
      proxy.rule = hello((_, carryOut) => {
        const reply = goOn.opened.then(carryOut)
        isAnswered = reply.then(() => {})
        return reply
      })
      // Each check ends before its answer, which comes after 5 s.
      expect((await get('/readyz', url)).status).toBe(200)
      steady.ms += 5_000
      goOn.open()
      await isAnswered
      proxy.rule = undefined
      expect((await get('/readyz', url)).status).toBe(200)
    }
    expect(logged).toEqual([])
  })

  test('that is refused, and an error of the database, are told apart', async () => {
    await serve()
    proxy.rule = hello(() => Promise.resolve(connectionLost))
    await get('/readyz', url)
    steady.ms += 10_000
    expect((await get('/readyz', url)).body.reasons).toEqual(['the database does not answer'])
    proxy.rule = hello(() => Promise.resolve({ ok: 0, code: 14031, codeName: 'OutOfDiskSpace', errmsg: 'x' }))
    const reasons = async () => (await get('/readyz', url)).body.reasons
    await expect.poll(reasons).toEqual(['the database answers with an error (OutOfDiskSpace)'])
  })

  test.each([
    ['a date', (date: Date) => date, 200, undefined],
    ['a number, as some databases with MongoDB’s protocol do', (date: Date) => date.getTime(), 200, undefined],
    ['nothing', () => undefined, 503, ['the database does not tell its time']],
  ])('whose database tells its time as %s', async (_, changeTime, status, reasons) => {
    proxy.rule = hello((_, carryOut) =>
      carryOut().then((reply) => ({ ...reply, localTime: changeTime(reply.localTime) })),
    )
    await serve()
    const answer = await get('/readyz', url)
    expect([answer.status, answer.body.reasons]).toEqual([status, reasons])
  })

  test.each([
    ['lacks a unique index', false],
    ['has an index in its place that is not unique', true],
  ])('whose database %s: the process is not ready within minutes, and names it', async (_, hasOther) => {
    await serve()
    const jobs = server.connection.db.collection('jobs')
    const unique = (await jobs.indexes()).find(({ unique }) => unique === true)
    await jobs.dropIndex(unique?.name ?? '')
    const other = hasOther ? await jobs.createIndex(unique?.key ?? {}, { name: 'other' }) : undefined
    // It was looked for a moment ago.
    expect((await get('/readyz', url)).status).toBe(200)
    steady.ms += 10 * 60_000
    const reasons = async () => (await get('/readyz', url)).body.reasons
    await expect
      .poll(reasons)
      .toEqual(['the unique index of jobs (companyId, externalKey) is missing; restart a server to make it'])
    if (other !== undefined) await jobs.dropIndex(other)
    await jobs.createIndex(unique?.key ?? {}, { unique: true, ...(unique?.sparse && { sparse: true }) })
    await expect.poll(async () => (await get('/readyz', url)).status).toBe(200)
  })

  test('a clock that is wrong is logged as an error once, and once when it is right again', async () => {
    await serve()
    clock.aheadMs = 3_600_000
    for (let times = 0; times < 3; times++) expect((await get('/readyz', url)).status).toBe(503)
    clock.aheadMs = 0
    for (let times = 0; times < 3; times++) expect((await get('/readyz', url)).status).toBe(200)
    const clocks = [expect.stringMatching(/clock is \d+ ms from the database's; synchronise it with NTP/)]
    expect(logged).toEqual([
      { level: 'error', told: [{ reasons: clocks }, 'this process is not ready'] },
      { level: 'info', told: ['this process is ready again', undefined] },
    ])
  })
})
