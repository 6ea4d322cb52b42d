import { createSandbox } from '@boardwalk/sandbox'
import { testClock } from '@boardwalk/sandbox/clock'
import { describe, expect, it } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from './client.ts'
import { AbortedError, ConflictError, ConnectionError, TimeoutError } from './error.ts'
import type { JobUpsert } from './operation.ts'

/* The client with the sandbox, as in the tests of a program that uses both. */

function start(options: BoardwalkOptions = {}) {
  const clock = testClock()
  const sandbox = createSandbox({ now: clock.now })
  const { apiKey, url: baseUrl, fetch } = sandbox
  return { clock, sandbox, ...new Boardwalk({ apiKey, baseUrl, fetch, clock, ...options }) }
}

const job = { id: 'A/B', title: 'Comptable' }

describe('the sandbox', () => {
  it('gives a follower each candidate once, even after failures', async () => {
    const { sandbox, jobs, candidates } = start()
    await jobs.create(job)
    await sandbox.apply('A/B', { firstName: 'Salma' })
    sandbox.failNext('request lost')
    sandbox.failNext({ status: 503 }, { times: 2 })
    const stop = new AbortController()
    const names: string[] = []
    for await (const { firstName } of candidates.follow({ signal: stop.signal })) {
      names.push(firstName)
      if (firstName === 'Salma') await sandbox.apply('A/B', { firstName: 'Nadia' })
      else stop.abort()
    }
    expect(names).toEqual(['Salma', 'Nadia'])
  })

  it('makes a client’s requests fail as the test asks: by a status, a lost request or answer, half an answer, or none', async () => {
    const { sandbox, jobs, clock } = start({ retriesMax: 3 })
    sandbox.failNext({ status: 429, headers: { 'retry-after': '7' } }, { times: 2 })
    expect(await jobs.list()).toMatchObject({ total: 0 })
    expect(clock.sleptMs).toEqual([7_000, 7_000])
    sandbox.failNext({ status: 429, headers: { 'retry-after': '61' }, code: 'slow_down', message: 'Slow down' })
    await expect(jobs.list()).rejects.toMatchObject({ message: 'Slow down (try again in 61 s)', code: 'slow_down' })
    sandbox.failNext('request lost')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    sandbox.failNext('no answer', { times: 2 })
    await expect(jobs.create(job, { timeoutMs: 20 })).rejects.toThrow(TimeoutError)
    await expect(jobs.create(job, { signal: AbortSignal.timeout(5) })).rejects.toThrow(AbortedError)
    for (const failure of ['answer lost', 'truncated'] as const) {
      sandbox.failNext(failure)
      await expect(jobs.create({ ...job, id: failure })).rejects.toThrow(ConnectionError)
      await expect(jobs.create({ ...job, id: failure })).rejects.toThrow(ConflictError)
    }
    await jobs.create(job)
  })

  it('takes terms, names a mistake in them, calls the same terms unchanged, and says when the job has closed', async () => {
    const { clock, jobs } = start()
    const boardwalk = { closesAt: '2026-03-01', hours: 'PART_TIME', countries: ['FR', 'BE'] } as const
    const row = { ...job, workMode: 'REMOTE', description: 'D', country: 'FR', boardwalk } as const
    const push = async (row: JobUpsert) => {
      const results = []
      for await (const { status, warnings } of jobs.upsertMany([row])) results.push(status, warnings?.[0]?.code)
      return results
    }
    expect(await push(row)).toEqual(['created', undefined])
    expect(await push(row)).toEqual(['unchanged', undefined])
    expect((await jobs.get('A/B')).job).toMatchObject({ boardwalk, closed: false, suspended: false })
    clock.nowMs += 24 * 60 * 60 * 1000
    expect((await jobs.list({ fields: ['status', 'closed'] })).jobs).toMatchObject([
      { status: 'PUBLISHED', closed: true },
    ])
    expect(await push(row)).toEqual(['unchanged', 'closed'])
    const wrong = { ...boardwalk, closesAt: 'soon' }
    expect(await push({ ...row, boardwalk: wrong })).toEqual(['updated', 'terms_ignored'])
    expect((await jobs.get('A/B')).job).toMatchObject({ boardwalk: wrong, closed: false })
    expect(await push({ id: 'A/B', boardwalk: null })).toEqual(['updated', undefined])
  })
})
