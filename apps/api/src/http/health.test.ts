import { CLOCK_SKEW_MS_MAX, createClockWatch } from '@boardwalk/core/db/clock-watch'
import { createReadiness } from '@boardwalk/core/http/readiness'
import { sweepAbandonedCvs } from '@boardwalk/core/intake/cv'
import { createGate } from '@boardwalk/mongo-proxy'
import { afterEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { apply } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { openProxiedConnection } from '../test/proxied.ts'
import { signedInUser } from '../test/user.ts'

const clock = { aheadMs: 0 }
const server = useServer({
  now: () => Date.now() + clock.aheadMs,
  settings: { clockSkewMsMax: CLOCK_SKEW_MS_MAX },
})
const get = async (path: string) => {
  const res = await fetch(`${server.url}${path}`)
  return { status: res.status, body: await res.json() }
}
afterEach(() => {
  clock.aheadMs = 0
})

test('a process that serves is alive, and is ready if its database answers and their clocks agree', {
  tags: ['health'],
}, async () => {
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive', version: manifest.version } })
  for (const aheadMs of [0, -4_000, 4_000]) {
    clock.aheadMs = aheadMs
    expect([aheadMs, await get('/readyz')]).toEqual([aheadMs, { status: 200, body: { status: 'ready' } }])
  }
})

// Nearer than 8 s the time that the answer takes, 2 s at most, might decide.
test.each([-8_000, 8_000])(
  'a process whose clock is %d ms from the database’s is not ready, accepts no application and raises no mailbox’s watermark',
  async (aheadMs) => {
    const company = await server.company()
    const { jobId, jobUrl } = await company.boardJob()
    const { client } = await signedInUser(server, company)
    expect((await apply(jobUrl, { lastName: 'Before' })).status).toBe(201)
    const readMailbox = () => server.connection.db.collection<{ _id: string }>('mailboxes').findOne({ _id: company.id })
    const mailbox = await readMailbox()
    clock.aheadMs = aheadMs
    // Nothing has asked yet whether the process is ready.
    const refused = { status: 503, body: { error: { code: 'unavailable' } } }
    expect(await apply(jobUrl, { lastName: 'Meanwhile' })).toMatchObject(refused)
    for (const path of [
      '/candidates?since=2026-01-01',
      '/candidates?changedSince=2026-01-01',
      '/jobs?changedSince=2026-01-01',
    ]) {
      const poll = await company.call('GET', path)
      expect([path, poll]).toMatchObject([path, refused])
      expect(poll.headers.get('retry-after')).toBe('5')
    }
    const links = [{ platformJobId: jobId, externalJobId: 'A' }]
    expect(await company.call('POST', '/job/link', { links })).toMatchObject(refused)
    expect(await company.call('PUT', '/job/B', { job: { title: 'B' } })).toMatchObject(refused)
    await expect(client.application.list.query({})).rejects.toMatchObject({ data: { code: 'unavailable' } })
    // A clock that is ahead would end the time of CVs that are still wanted.
    await expect(sweepAbandonedCvs(server.deps, server.deps.background.stopping)).rejects.toMatchObject({
      reason: 'clock_wrong',
    })
    expect(await readMailbox()).toEqual(mailbox)
    // What needs no date goes on.
    expect((await company.call('GET', '/jobs')).status).toBe(200)
    const reasons = [expect.stringMatching(/clock is \d+ ms from the database's/)]
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'not ready', reasons } })
    const gauge = await server.deps.metrics.text()
    const [, skew] = /^boardwalk_clock_skew_seconds (\S+)$/m.exec(gauge) ?? []
    expect(Math.abs(Number(skew) - aheadMs / 1000)).toBeLessThan(3)
    expect(gauge).toMatch(/^boardwalk_ready 0$/m)

    clock.aheadMs = 0
    expect((await apply(jobUrl, { lastName: 'After' })).status).toBe(201)
    const { body } = await company.call('GET', '/candidates')
    expect(body.candidates.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Before', 'After'])
  },
)

describe('the way to the database', () => {
  /** Makes a check of its own over a proxy, with a clock that the test sets. */
  async function watch() {
    const { proxy, connection } = await openProxiedConnection(server)
    // The readiness looks for the indexes of what the connection has opened.
    for (const [name, opened] of server.connection.opened) connection.opened.set(name, opened)
    const clockWatch = createClockWatch({ now: Date.now })
    await clockWatch.compare(connection)
    const state = { steadyMs: 0 }
    const logged: unknown[] = []
    const note = (...told: unknown[]) => void logged.push(told)
    const { check } = createReadiness({
      connection,
      clock: clockWatch,
      log: {
        error: note,
        info: note,
      },
      metrics: { readinessFound: () => {} },
      steadyNow: () => state.steadyMs,
      checkMsMax: 100,
    })
    return { proxy, state, logged, check }
  }

  test('that is slow is no reason, because a slow database is slow for every process', async () => {
    const { proxy, state, logged, check } = await watch()
    for (let times = 0; times < 3; times++) {
      const goOn = createGate()
      let isAnswered = Promise.resolve()
      proxy.rule = (command, carryOut) => {
        if (command.name !== 'hello' || command.body.helloOk !== undefined) return undefined
        const reply = goOn.opened.then(carryOut)
        isAnswered = reply.then(() => {})
        return reply
      }
      // Each check ends before its answer, which comes after 5 s.
      expect(await check()).toEqual([])
      state.steadyMs += 5_000
      goOn.open()
      await isAnswered
      proxy.rule = undefined
      expect(await check()).toEqual([])
    }
    expect(logged).toEqual([])
  })

  test('whose database lacks a unique index, or has another index in its place: the process is not ready within minutes, and names it', async () => {
    const { state, check } = await watch()
    const jobs = server.connection.db.collection('jobs')
    const unique = (await jobs.indexes()).find(({ unique }) => unique === true)
    const missing = 'the unique index of jobs (companyId, externalKey) is missing; restart a server to make it'
    for (const hasOther of [false, true]) {
      await jobs.dropIndex(unique?.name ?? '')
      if (hasOther) await jobs.createIndex(unique?.key ?? {}, { name: 'other' })
      // It was looked for a moment ago.
      expect(await check()).toEqual([])
      state.steadyMs += 10 * 60_000
      await expect.poll(check).toEqual([missing])
      if (hasOther) await jobs.dropIndex('other')
      await jobs.createIndex(unique?.key ?? {}, { unique: true, ...(unique?.sparse && { sparse: true }) })
      await expect.poll(check).toEqual([])
    }
  })
})
