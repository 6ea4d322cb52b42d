import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import { fileState } from './file-state.ts'
import type { PollOutcome } from './follow.ts'
import { memoryState, type StateStore } from './state-store.ts'
import {
  type Act,
  collect,
  cut,
  cutInBody,
  failure,
  html,
  json,
  stall,
  stallUntilTimeout,
  useBoard,
} from './test/board.ts'
import { testClock } from './testing/clock.ts'

const board = useBoard()
const startMs = Date.UTC(2026, 2, 1)
const dateOf = (index: number) => new Date(startMs + index * 1000).toISOString()
/** A day after everything. */
const syncedThrough = dateOf(86_400)

/** A mailbox of so many candidates, `i` accepted in second `i`, that answers as the board does. */
const mailbox =
  (count: number): Act =>
  (res, request) => {
    const query = new URL(request.url, 'http://b').searchParams
    const since = query.get('since') ?? ''
    const matching = Array.from({ length: count }, (_, index) => ({ id: String(index), date: dateOf(index) })).filter(
      ({ date }) => date > since,
    )
    const candidates = matching.slice(0, Number(query.get('pageSize')))
    const last = candidates.at(-1)
    const header = last === undefined || candidates.length === matching.length ? syncedThrough : last.date
    json(200, { candidates, total: matching.length, error: null }, { 'x-synced-through': header })(res, request)
  }
const sinceOf = ({ url }: { url: string }) => new URL(url, 'http://b').searchParams.get('since')
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** Aborts once the board was asked so many times. */
function abortAfter(requests: number, act: Act): AbortSignal {
  const stop = new AbortController()
  board.otherwise = (res, request) => {
    if (board.seen.length >= requests) stop.abort()
    else act(res, request)
  }
  return stop.signal
}

describe('follow', () => {
  it('starts over, once each time, when its external id was given to another job, whose candidates its cursor skips', async () => {
    // Those of the new job are older than the cursor, and more than a page.
    const act = mailbox(150)
    const cursor = dateOf(5_000)
    const signal = abortAfter(5, (res, request) => {
      const since = sinceOf(request)
      // Told while it goes through the pages, too; and again by a later poll, after another move.
      if (since !== null) res.setHeader('x-earlier-candidates', '150')
      act(res, request)
    })
    const all = await collect(board.client().candidates.follow({ externalJobId: 'A-1', since: cursor, signal }))
    expect(all.map(({ id }) => id)).toEqual(idsOf(150))
    expect(board.seen.map(sinceOf)).toEqual([cursor, null, dateOf(99), syncedThrough, null])
  })

  it('gives every candidate once, over many pages and polls', async () => {
    const signal = abortAfter(6, mailbox(250))
    const all = await collect(board.client().candidates.follow({ signal }))
    expect(all.map(({ id }) => id)).toEqual(idsOf(250))
    expect(board.seen.map(sinceOf)).toEqual([
      null,
      dateOf(99),
      dateOf(199),
      syncedThrough,
      syncedThrough,
      syncedThrough,
    ])
  })

  it('asks for the candidates of one job, or of all; from since on, where the state has no cursor', async () => {
    const client = board.client()
    const state = memoryState()
    const since = dateOf(3)
    await collect(client.candidates.follow({ externalJobId: 'A/B', since, state, signal: abortAfter(2, mailbox(5)) }))
    await collect(client.candidates.follow({ externalJobId: 'A/B', since, state, signal: abortAfter(3, mailbox(5)) }))
    await collect(client.candidates.follow({ since, state, signal: abortAfter(4, mailbox(5)) }))
    expect(board.seen.map(({ url }) => url.split('?')[0])).toEqual([
      ...Array.from({ length: 3 }, () => '/api/job/A%2FB/candidates'),
      '/api/candidates',
    ])
    expect(board.seen.map(sinceOf)).toEqual([since, syncedThrough, syncedThrough, since])
  })

  it('neither loses nor repeats one across restarts, wherever the consumer stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    board.otherwise = mailbox(230)
    const taken: string[] = []
    for (let at = 0; taken.length < 230; at++) {
      // A new store each time, as in a new process.
      const candidates = board.client().candidates.follow({ state: fileState(join(folder, 'state.json')) })
      const wanted = Math.min(1 + ((at * 37) % 120), 230 - taken.length)
      for (let count = 0; count < wanted; count++) taken.push((await candidates.next()).value?.id ?? 'none')
      // Asking on is what says that the last one was taken; the process dies before it handles what it gets.
      if (taken.length < 230) await candidates.next()
      await candidates.return(undefined)
    }
    expect(taken).toEqual(idsOf(230))
    expect(await readdir(folder)).toEqual(['state.json'])
    await rm(folder, { recursive: true })
  })

  it('gives a candidate again whom the consumer did not finish with', async () => {
    const state = memoryState()
    board.otherwise = mailbox(3)
    const first: string[] = []
    for await (const { id } of board.client().candidates.follow({ state })) {
      first.push(id)
      if (id === '1') break
    }
    const again = await board.client().candidates.follow({ state }).next()
    expect([first, again.value?.id]).toEqual([['0', '1'], '1'])
  })

  it('moves its cursor to x-synced-through only when all of the poll are taken', async () => {
    const saved: string[] = []
    const state: StateStore = { load: async () => undefined, save: async (_, cursor) => void saved.push(cursor) }
    const signal = abortAfter(2, mailbox(2))
    const savedAtEach: string[][] = []
    for await (const _ of board.client().candidates.follow({ state, signal })) savedAtEach.push([...saved])
    expect(savedAtEach).toEqual([[], [dateOf(0)]])
    expect(saved).toEqual([dateOf(0), dateOf(1), syncedThrough])
  })

  it('goes on from the last date where a proxy dropped x-synced-through', async () => {
    const candidates = [{ id: '0', date: dateOf(0) }]
    board.acts = [json(200, { candidates, total: 1, error: null })]
    await collect(board.client().candidates.follow({ signal: abortAfter(2, mailbox(0)) }))
    expect(board.seen.map(sinceOf)).toEqual([null, dateOf(0)])
  })

  it('asks once per interval while there is nothing new, from the start of one poll to that of the next', async () => {
    const clock = testClock()
    const signal = abortAfter(4, (res, request) => {
      clock.nowMs += 400
      mailbox(0)(res, request)
    })
    await collect(board.client({ clock }).candidates.follow({ signal, intervalMs: 5_000 }))
    expect(clock.sleptMs).toEqual([4_600, 4_600, 4_600])
  })

  it('asks again at once with an interval of 0, and never waits longer than the interval where the clock is set back', async () => {
    const clock = testClock()
    const signal = abortAfter(3, mailbox(0))
    await collect(board.client({ clock }).candidates.follow({ signal, intervalMs: 0 }))
    expect(clock.sleptMs).toEqual([0, 0])
    const setBack = abortAfter(board.seen.length + 2, (res, request) => {
      clock.nowMs -= 3_600_000
      mailbox(0)(res, request)
    })
    await collect(board.client({ clock }).candidates.follow({ signal: setBack, intervalMs: 5_000 }))
    expect(clock.sleptMs).toEqual([0, 0, 5_000])
  })

  it('survives whatever passes, with pauses that grow and start small again after an answer', async () => {
    const clock = testClock()
    const noAnswer = stallUntilTimeout(100)
    board.acts = [failure(429), cut, failure(503), noAnswer, cutInBody, html(502, 'Bad'), mailbox(2), failure(500)]
    const signal = abortAfter(9, mailbox(2))
    const client = board.client({ clock, timeoutMs: 100 })
    const all = await collect(client.candidates.follow({ signal, intervalMs: 5_000 }))
    expect(all.map(({ id }) => id)).toEqual(['0', '1'])
    expect(clock.sleptMs).toEqual([750, 1_500, 3_000, 6_000, 12_000, 24_000, 5_000, 750])
  })

  it('pauses for a minute at most through an outage, however long', async () => {
    const clock = testClock()
    await collect(board.client({ clock }).candidates.follow({ signal: abortAfter(10, failure(503)) }))
    expect(clock.sleptMs.slice(-3)).toEqual([45_000, 45_000, 45_000])
  })

  it('asks once a minute, and saves its cursor once, where nobody says otherwise and nothing is new', async () => {
    const clock = testClock()
    const saved: string[] = []
    const state: StateStore = { load: async () => undefined, save: async (_, cursor) => void saved.push(cursor) }
    await collect(board.client({ clock }).candidates.follow({ state, signal: abortAfter(4, mailbox(0)) }))
    expect(clock.sleptMs).toEqual([60_000, 60_000, 60_000])
    expect(saved).toEqual([syncedThrough])
  })

  it('waits as long as Retry-After asks, however long', async () => {
    const clock = testClock()
    board.acts = [failure(429, { 'retry-after': '600' })]
    await collect(board.client({ clock }).candidates.follow({ signal: abortAfter(2, mailbox(0)) }))
    expect(clock.sleptMs).toEqual([600_000])
  })

  it('waits no shorter than without Retry-After where that asks for less, so that it does not ask without a pause', async () => {
    const clock = testClock()
    board.acts = [failure(503, { 'retry-after': '0' }), failure(503, { 'retry-after': '1' })]
    await collect(board.client({ clock }).candidates.follow({ signal: abortAfter(3, mailbox(0)) }))
    expect(clock.sleptMs).toEqual([750, 1_500])
  })

  it('hears how each poll went, and goes on through the statuses that proxies have of their own', async () => {
    board.acts = [failure(521), cut, mailbox(0)]
    const heard: unknown[] = []
    const onPoll = ({ error, pauseMs }: PollOutcome) => void heard.push([error instanceof Error && error.name, pauseMs])
    await collect(board.client().candidates.follow({ signal: abortAfter(4, mailbox(0)), onPoll }))
    expect(heard).toEqual([
      ['ServerError', 750],
      ['ConnectionError', 1_500],
      [false, 0],
    ])
  })

  it('ends with once when all that is there is taken, and throws an outage after the retries of a call', async () => {
    const state = memoryState()
    const client = board.client()
    board.acts = [failure(503), mailbox(130), mailbox(130), mailbox(130), failure(503), failure(503), failure(503)]
    const follow = () => client.candidates.follow({ once: true, state })
    expect((await collect(follow())).map(({ id }) => id)).toEqual(idsOf(130))
    expect(await collect(follow())).toEqual([])
    await expect(collect(follow())).rejects.toMatchObject({ status: 503 })
    expect(board.seen.length).toBe(7)
    expect(await collect(client.candidates.follow({ once: true, signal: AbortSignal.abort() }))).toEqual([])
  })

  it.each([400, 401, 403])('throws what waiting does not mend: %i', async (status) => {
    board.acts = [failure(status)]
    await expect(board.client().candidates.follow().next()).rejects.toMatchObject({ status })
  })

  it('ends at once when it is aborted: before, in a request, in a pause, at a candidate', async () => {
    const client = board.client({ clock: systemClock })
    expect(await client.candidates.follow({ signal: AbortSignal.abort() }).next()).toMatchObject({ done: true })
    expect(board.seen).toEqual([])

    const inRequest = abortAfter(1, stall)
    expect(await client.candidates.follow({ signal: inRequest }).next()).toMatchObject({ done: true })

    const inPause = new AbortController()
    board.otherwise = (res, request) => {
      res.on('close', () => setImmediate(() => inPause.abort()))
      mailbox(0)(res, request)
    }
    expect(await client.candidates.follow({ signal: inPause.signal }).next()).toMatchObject({ done: true })

    const atCandidate = new AbortController()
    const state = memoryState()
    board.otherwise = mailbox(3)
    const seen: string[] = []
    for await (const { id } of client.candidates.follow({ state, signal: atCandidate.signal })) {
      seen.push(id)
      atCandidate.abort()
    }
    expect([seen, await state.load('candidates')]).toEqual([['0'], dateOf(0)])
  })
})

describe('a state in a file', () => {
  it('ends with the last of several saves of one cursor, which do not wait for each other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    for (let round = 0; round < 10; round++) {
      const path = join(folder, `state-${round}.json`)
      const state = fileState(path)
      await Promise.all(idsOf(20).map((id) => state.save('candidates', dateOf(Number(id)))))
      expect(await state.load('candidates')).toBe(dateOf(19))
      expect(await fileState(path).load('candidates')).toBe(dateOf(19))
    }
    await rm(folder, { recursive: true })
  })

  it('is for its owner alone, and replaced by another file with every save, never written into', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    const path = join(folder, 'state.json')
    const state = fileState(path)
    await state.save('candidates', dateOf(1))
    const before = await stat(path)
    await state.save('candidates', dateOf(2))
    const after = await stat(path)
    expect([before, after].map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600])
    expect(after.ino).not.toBe(before.ino)
    expect(await readdir(folder)).toEqual(['state.json'])
    await rm(folder, { recursive: true })
  })

  it('that cannot be written for a while keeps what is saved later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    const path = join(folder, 'later', 'state.json')
    const state = fileState(path)
    await expect(state.save('candidates', dateOf(1))).rejects.toThrow('ENOENT')
    await mkdir(join(folder, 'later'))
    await state.save('candidates', dateOf(2))
    expect(await fileState(path).load('candidates')).toBe(dateOf(2))
    await rm(folder, { recursive: true })
  })

  it('that cannot be read is an error, and not a state without cursors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    await expect(fileState(folder).load('candidates')).rejects.toThrow('EISDIR')
    await rm(folder, { recursive: true })
  })

  it('keeps the cursors of several followers, and says what is wrong with a broken file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    const path = join(folder, 'state.json')
    const state = fileState(path)
    await Promise.all(idsOf(20).map((id) => state.save(`candidates/${id}`, dateOf(Number(id)))))
    const stored = fileState(path)
    for (const id of idsOf(20)) expect([id, await stored.load(`candidates/${id}`)]).toEqual([id, dateOf(Number(id))])
    expect(await fileState(path).load('candidates')).toBeUndefined()
    await expect(fileState(join(folder, 'none', 'state.json')).save('candidates', dateOf(0))).rejects.toThrow('ENOENT')
    for (const damaged of ['', '{"candid', '[]', 'null', '"x"', '{"candidates":5}']) {
      await writeFile(path, damaged)
      await expect(fileState(path).load('candidates')).rejects.toThrow(`${path} holds no state of follow`)
    }
    await rm(folder, { recursive: true })
  })
})
