import { createSandbox } from '@boardwalk/sandbox'
import { testClock } from '@boardwalk/sandbox/clock'
import { describe, expect, it } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from './client.ts'
import { AbortedError, APIError, ConflictError, ConnectionError, RateLimitError, TimeoutError } from './error.ts'
import { limits } from './generated/contract.ts'

/* The client with the sandbox, as in the tests of a program that uses both. */

function start(options: BoardwalkOptions = {}) {
  const clock = testClock()
  const sandbox = createSandbox({ now: clock.now })
  const { apiKey, url: baseUrl, fetch } = sandbox
  return { clock, sandbox, ...new Boardwalk({ apiKey, baseUrl, fetch, clock, ...options }) }
}

const job = { id: 'A/B', title: 'Comptable' }

describe('an application in the sandbox', () => {
  it('has the values that the test gives, and made-up or empty ones for the rest', async () => {
    const { sandbox, jobs, candidates } = start()
    await jobs.create(job)
    const candidate = await sandbox.apply('A/B', { firstName: 'Nadia', phone: '+212 600 000 000' })
    expect(candidate).toMatchObject({ offerId: 'A/B', firstName: 'Nadia', lastName: 'Bennani', message: '' })
    expect(await candidates.list('A/B')).toMatchObject({ candidates: [candidate], total: 1 })
  })

  it('can be sent to a job without an external id', async () => {
    const { sandbox, jobs, candidates } = start()
    const { jobId } = await sandbox.addJob({ title: 'Vendeuse', city: 'Fès' })
    await sandbox.apply(jobId)
    expect(await candidates.listAll()).toMatchObject({ candidates: [{ offerId: '' }] })
    await jobs.link([{ platformJobId: jobId, externalJobId: 'A-2' }])
    expect(await candidates.list('A-2')).toMatchObject({ candidates: [{ offerId: 'A-2' }] })
  })

  it('comes to a follower once, even after failures', async () => {
    const { sandbox, jobs, candidates } = start()
    await jobs.create(job)
    await sandbox.apply('A/B', { firstName: 'Salma' })
    sandbox.failNext('request lost')
    sandbox.failNext({ status: 503 }, 2)
    const stop = new AbortController()
    const names: string[] = []
    for await (const { firstName } of candidates.follow({ signal: stop.signal })) {
      names.push(firstName)
      if (firstName === 'Salma') await sandbox.apply('A/B', { firstName: 'Nadia' })
      else stop.abort()
    }
    expect(names).toEqual(['Salma', 'Nadia'])
  })
})

describe('a test can make requests fail', () => {
  it('with a status, a given number of times', async () => {
    const { sandbox, jobs, clock } = start({ retriesMax: 3 })
    sandbox.failNext({ status: 429, headers: { 'retry-after': '7' } }, 2)
    sandbox.failNext({ status: 503, message: 'Upgrading' })
    expect(await jobs.list()).toMatchObject({ total: 0 })
    expect(clock.sleptMs.slice(0, 2)).toEqual([7_000, 7_000])
    sandbox.failNext({ status: 429, headers: { 'retry-after': '61' }, code: 'slow_down', message: 'Slow down' })
    const error: unknown = await jobs.list().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ message: 'Slow down', code: 'slow_down', requestId: expect.any(String) })
  })

  it('every time', async () => {
    const { sandbox, jobs } = start()
    sandbox.failNext({ status: 500 }, Number.POSITIVE_INFINITY)
    for (let calls = 0; calls < 3; calls++) await expect(jobs.list()).rejects.toThrow(APIError)
  })

  it('before the board gets them, or after the board has carried them out', async () => {
    const { sandbox, jobs } = start()
    sandbox.failNext('request lost')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    sandbox.failNext('answer lost')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    await expect(jobs.create(job)).rejects.toThrow(ConflictError)
  })

  it('with half an answer, or with a page of a proxy', async () => {
    const { sandbox, jobs } = start()
    sandbox.failNext('truncated')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    sandbox.failNext({ status: 502, html: '<h1>Bad gateway</h1>' }, 3)
    await expect(jobs.get('A/B')).rejects.toMatchObject({ status: 502 })
    expect(sandbox.requests.map(({ method, status }) => [method, status])).toEqual([
      ['POST', 200],
      ...Array.from({ length: 3 }, () => ['GET', 502]),
    ])
  })

  it('by never answering: the call ends with a time-out or with its signal', async () => {
    const { sandbox, jobs } = start()
    sandbox.failNext('no answer', 2)
    await expect(jobs.create(job, { timeoutMs: 20 })).rejects.toThrow(TimeoutError)
    await expect(jobs.create(job, { signal: AbortSignal.timeout(5) })).rejects.toThrow(AbortedError)
    await jobs.create(job)
  })
})

describe('the sandbox', () => {
  it('answers every method of the client', async () => {
    const { sandbox, jobs, candidates } = start()
    expect(await jobs.update('A-1', { title: 'Comptable' })).toMatchObject({ created: true })
    expect(await jobs.update('A-1', { city: 'Fès' })).toMatchObject({ created: false })
    const results: string[] = []
    const count = 2 * limits.jobs + 50
    const feed = Array.from({ length: count }, (_, index) => ({ id: `B-${index}`, title: 'Poste' }))
    for await (const { status } of jobs.upsertMany([...feed, { id: 'B-1' }])) results.push(status)
    expect([results.length, new Set(results)]).toEqual([count + 1, new Set(['created', 'unchanged'])])
    let listed = 0
    for await (const _ of jobs.list({ pageSize: limits.pageSize })) listed++
    expect(listed).toBe(count + 1)
    expect((await jobs.get('A-1')).job).toMatchObject({ city: 'Fès', status: 'PUBLISHED' })
    for (let at = 0; at < 120; at++) await sandbox.apply('A-1')
    const ids = new Set<string>()
    for await (const { id } of candidates.list('A-1', { pageSize: 50 })) ids.add(id)
    expect(ids.size).toBe(120)
    const { syncedThrough = '' } = await candidates.listAll()
    expect((await candidates.listAll({ since: syncedThrough })).total).toBe(70)
    await jobs.unpublish('A-1')
    expect((await jobs.list({ status: 'UNPUBLISHED' })).jobs).toMatchObject([{ id: 'A-1' }])
  })
})
