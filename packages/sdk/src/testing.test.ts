import { describe, expect, it } from 'vitest'
import { Boardwalk, type BoardwalkOptions } from './client.ts'
import { AbortedError, APIError, ConflictError, ConnectionError, RateLimitError, TimeoutError } from './error.ts'
import { createTestBoard, testClock } from './testing.ts'

/* That it answers as the server does is tested beside the server; here, what a user's test does with it. */

function start(options: BoardwalkOptions = {}) {
  const clock = testClock()
  const board = createTestBoard({ now: clock.now })
  const { apiKey, url: baseUrl, fetch } = board
  return { clock, board, ...new Boardwalk({ apiKey, baseUrl, fetch, clock, ...options }) }
}

const job = { id: 'A/B', title: 'Comptable' }

describe('somebody applies', () => {
  it('with what is told of them, and the rest made up or empty', async () => {
    const { board, jobs, candidates } = start()
    await jobs.create(job)
    const candidate = board.apply('A/B', { firstName: 'Nadia', cv: 'https://example.com/cv.pdf' })
    expect(candidate).toMatchObject({ offerId: 'A/B', firstName: 'Nadia', lastName: 'Bennani', phone: '' })
    expect(await candidates.list('A/B')).toMatchObject({ candidates: [candidate], total: 1 })
  })

  it('to a job that no external id names yet', async () => {
    const { board, jobs, candidates } = start()
    const { jobId } = board.addJob({ title: 'Vendeuse', city: 'Fès' })
    board.apply(jobId)
    expect(await candidates.listAll()).toMatchObject({ candidates: [{ offerId: '' }] })
    await jobs.link([{ platformJobId: jobId, externalJobId: 'A-2' }])
    expect(await candidates.list('A-2')).toMatchObject({ candidates: [{ offerId: 'A-2' }] })
  })

  it('but not to a job that is not there, or not published', async () => {
    const { board, jobs } = start()
    await jobs.create({ ...job, status: 'UNPUBLISHED' })
    expect(() => board.apply('none')).toThrow('The board has no job none')
    expect(() => board.apply('A/B')).toThrow('Nobody can apply to job A/B: it is not published')
  })

  it('and a follower hears of each once, through failures', async () => {
    const { board, jobs, candidates } = start()
    await jobs.create(job)
    board.apply('A/B', { firstName: 'Salma' })
    board.failNext('request lost')
    board.failNext({ status: 503 }, 2)
    const stop = new AbortController()
    const names: string[] = []
    for await (const { firstName } of candidates.follow({ signal: stop.signal })) {
      names.push(firstName)
      if (firstName === 'Salma') board.apply('A/B', { firstName: 'Nadia' })
      else stop.abort()
    }
    expect(names).toEqual(['Salma', 'Nadia'])
  })
})

describe('a test makes requests fail', () => {
  it('with a status, so many times, and then no more', async () => {
    const { board, jobs, clock } = start({ retriesMax: 3 })
    board.failNext({ status: 429, headers: { 'retry-after': '7' } }, 2)
    board.failNext({ status: 503, message: 'Upgrading' })
    expect(await jobs.list()).toMatchObject({ total: 0 })
    expect(clock.sleptMs.slice(0, 2)).toEqual([7_000, 7_000])
    board.failNext({ status: 429, headers: { 'retry-after': '61' }, code: 'slow_down', message: 'Slow down' })
    const error: unknown = await jobs.list().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ message: 'Slow down', code: 'slow_down', requestId: expect.any(String) })
  })

  it('for ever', async () => {
    const { board, jobs } = start()
    board.failNext({ status: 500 }, Number.POSITIVE_INFINITY)
    for (let calls = 0; calls < 3; calls++) await expect(jobs.list()).rejects.toThrow(APIError)
  })

  it('before the board hears of them, or after it did what it was asked', async () => {
    const { board, jobs } = start()
    board.failNext('request lost')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    board.failNext('answer lost')
    await expect(jobs.create(job)).rejects.toThrow(ConnectionError)
    await expect(jobs.create(job)).rejects.toThrow(ConflictError)
  })

  it('by never answering: a time-out, or the end by a signal', async () => {
    const { board, jobs } = start()
    board.failNext('no answer', 2)
    await expect(jobs.create(job, { timeoutMs: 20 })).rejects.toThrow(TimeoutError)
    await expect(jobs.create(job, { signal: AbortSignal.timeout(5) })).rejects.toThrow(AbortedError)
    await jobs.create(job)
  })
})

describe('every method of the client works on it', () => {
  it('in one go', async () => {
    const { board, jobs, candidates } = start()
    expect(await jobs.update('A-1', { title: 'Comptable' })).toMatchObject({ created: true })
    expect(await jobs.update('A-1', { city: 'Fès' })).toMatchObject({ created: false })
    const results: string[] = []
    const feed = Array.from({ length: 250 }, (_, index) => ({ id: `B-${index}`, title: 'Poste' }))
    for await (const { status } of jobs.upsertMany([...feed, { id: 'B-1' }])) results.push(status)
    expect([results.length, new Set(results)]).toEqual([251, new Set(['created', 'unchanged'])])
    let listed = 0
    for await (const _ of jobs.list({ pageSize: 100 })) listed++
    expect(listed).toBe(251)
    expect((await jobs.get('A-1')).job).toMatchObject({ city: 'Fès', status: 'PUBLISHED' })
    for (let at = 0; at < 120; at++) board.apply('A-1')
    const ids = new Set<string>()
    for await (const { id } of candidates.list('A-1', { pageSize: 50 })) ids.add(id)
    expect(ids.size).toBe(120)
    const { syncedThrough = '' } = await candidates.listAll()
    expect((await candidates.listAll({ since: syncedThrough })).total).toBe(70)
    await jobs.unpublish('A-1')
    expect((await jobs.list({ status: 'UNPUBLISHED' })).jobs).toMatchObject([{ id: 'A-1' }])
  })
})
