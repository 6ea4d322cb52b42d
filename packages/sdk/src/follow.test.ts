import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@boardwalk/sandbox'
import { testClock } from '@boardwalk/sandbox/clock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Boardwalk } from './client.ts'
import { systemClock } from './clock.ts'
import { fileState } from './file-state.ts'
import { memoryState, type StateStore } from './follow.ts'
import { limits } from './generated/contract.ts'
import {
  type Answer,
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

const board = useBoard()
const startMs = Date.UTC(2026, 2, 1)
const DAY_MS = 24 * 60 * 60 * 1000
const buildDate = (index: number) => new Date(startMs + index * 1000).toISOString()
/** The date that the board gives a poll a day after the last application. It is a little later than the poll's own time. */
const syncedThrough = new Date(startMs + DAY_MS + 400).toISOString()

/** Answers like a board with one job, `A/B`, to which `count` people apply: the one with the name `i` in second `i`. */
function mailbox(count: number): Answer {
  let nowMs = startMs
  const sandbox = createSandbox({ now: () => nowMs })
  const applications = (async () => {
    const { apiKey, url: baseUrl, fetch } = sandbox
    await new Boardwalk({ apiKey, baseUrl, fetch }).jobs.create({ id: 'A/B', title: 'Comptable' })
    for (let index = 0; index < count; index++) {
      nowMs = Date.parse(buildDate(index))
      await sandbox.apply('A/B', { firstName: String(index) })
    }
    nowMs = startMs + DAY_MS
  })()
  return async (res, { url }) => {
    await applications
    const address = new URL(url, sandbox.url)
    // Like a board that does not wait. The other takes real time.
    address.searchParams.delete('wait')
    const answer = await sandbox.fetch(address, { headers: { 'x-api-key': sandbox.apiKey } })
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }
}
const readSince = ({ url }: { url: string }) => new URL(url, 'http://b').searchParams.get('since')
const readSynced = ({ url }: { url: string }) => new URL(url, 'http://b').searchParams.get('synced')
const buildNames = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** Aborts when the board has received this number of requests. */
function abortAfter(requests: number, answer: Answer): AbortSignal {
  const stop = new AbortController()
  board.defaultAnswer = (res, request) => {
    if (board.requests.length >= requests) stop.abort()
    else answer(res, request)
  }
  return stop.signal
}

describe('follow', () => {
  // The candidates of the job that got the id are older than the cursor, and fill more than one page.
  const count = limits.pageSize + 50
  const cursor = buildDate(5_000)
  /** Follows an id from the cursor for five requests. Each answer to a poll with a cursor names the link of the id. */
  function followMovedId(nameLink: (since: string) => string) {
    const answer = mailbox(count)
    const signal = abortAfter(5, (res, request) => {
      const since = readSince(request)
      if (since !== null) {
        res.setHeader('x-earlier-candidates', String(count))
        res.setHeader('x-link-id', nameLink(since))
      }
      answer(res, request)
    })
    return collect(board.client().candidates.follow({ externalJobId: 'A/B', since: cursor, signal }))
  }

  it('starts over once each time its external id goes to another job whose candidates are older than the cursor', async () => {
    // Every page names the first move, and a later poll names the second.
    const all = await followMovedId((since) => (since === syncedThrough ? 'second' : 'first'))
    expect(all.map(({ firstName }) => firstName)).toEqual(buildNames(count))
    expect(board.requests.map(readSince)).toEqual([cursor, null, buildDate(limits.pageSize - 1), syncedThrough, null])
    expect(board.requests.map(readSynced)).toEqual([null, null, 'true', 'true', null])
  })

  it('starts over again if its external id goes to a third job while it reads the pages of the second', async () => {
    await followMovedId((since) => (since === cursor ? 'second' : 'third'))
    const [first, last] = [null, buildDate(limits.pageSize - 1)]
    expect(board.requests.map(readSince)).toEqual([cursor, first, last, first, last])
  })

  it('gives every candidate once over many pages and polls', async () => {
    const count = 2 * limits.pageSize + 50
    const signal = abortAfter(6, mailbox(count))
    const all = await collect(board.client().candidates.follow({ signal }))
    expect(all.map(({ firstName }) => firstName)).toEqual(buildNames(count))
    expect(board.requests.map(readSince)).toEqual([
      null,
      buildDate(limits.pageSize - 1),
      buildDate(2 * limits.pageSize - 1),
      syncedThrough,
      syncedThrough,
      syncedThrough,
    ])
  })

  it('asks for the candidates of one job or of all jobs, from `since` if the state has no cursor, and declares only cursors of the board', async () => {
    const client = board.client()
    const state = memoryState()
    const since = buildDate(3)
    await collect(client.candidates.follow({ externalJobId: 'A/B', since, state, signal: abortAfter(2, mailbox(5)) }))
    await collect(client.candidates.follow({ externalJobId: 'A/B', since, state, signal: abortAfter(3, mailbox(5)) }))
    await collect(client.candidates.follow({ since, state, signal: abortAfter(4, mailbox(5)) }))
    expect(board.requests.map(({ url }) => url.split('?')[0])).toEqual([
      ...Array.from({ length: 3 }, () => '/api/job/A%2FB/candidates'),
      '/api/candidates',
    ])
    expect(board.requests.map(readSince)).toEqual([since, syncedThrough, syncedThrough, since])
    expect(board.requests.map(readSynced)).toEqual([null, 'true', 'true', null])
  })

  it('neither loses nor repeats a candidate across restarts, wherever the consumer stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    const count = 2 * limits.pageSize + 30
    board.defaultAnswer = mailbox(count)
    const taken: string[] = []
    for (let at = 0; taken.length < count; at++) {
      // A new store each time, as in a new process.
      // With `once` a lost candidate ends the list. Without it, the test would wait for that candidate for ever.
      const candidates = board.client().candidates.follow({ state: fileState(join(folder, 'state.json')), once: true })
      const wanted = Math.min(1 + ((at * 37) % 120), count - taken.length)
      for (let got = 0; got < wanted; got++) taken.push((await candidates.next()).value?.firstName ?? 'none')
      // Asking for the next candidate confirms the last one. The process dies before it handles the next one.
      if (taken.length < count) await candidates.next()
      await candidates.return(undefined)
    }
    expect(taken).toEqual(buildNames(count))
    expect(await readdir(folder)).toEqual(['state.json'])
    await rm(folder, { recursive: true })
  })

  it('gives a candidate again if the consumer did not ask for the next one', async () => {
    const state = memoryState()
    board.defaultAnswer = mailbox(3)
    const first: string[] = []
    for await (const { firstName } of board.client().candidates.follow({ state })) {
      first.push(firstName)
      if (firstName === '1') break
    }
    const again = await board.client().candidates.follow({ state }).next()
    expect([first, again.value?.firstName]).toEqual([['0', '1'], '1'])
  })

  it('moves its cursor to x-synced-through only after the last candidate of the poll', async () => {
    const saved: string[] = []
    const state: StateStore = { load: async () => undefined, save: async (_, cursor) => void saved.push(cursor) }
    const signal = abortAfter(2, mailbox(2))
    const savedAtEach: string[][] = []
    for await (const _ of board.client().candidates.follow({ state, signal })) savedAtEach.push([...saved])
    expect(savedAtEach).toEqual([[], [buildDate(0)]])
    expect(saved).toEqual([buildDate(0), buildDate(1), syncedThrough])
  })

  it('polls once per interval while nothing is new, measured from start to start', async () => {
    const clock = testClock()
    const signal = abortAfter(4, (res, request) => {
      clock.nowMs += 400
      mailbox(0)(res, request)
    })
    await collect(board.client({ clock }).candidates.follow({ signal, intervalMs: 5_000 }))
    expect(clock.sleptMs).toEqual([4_600, 4_600, 4_600])
  })

  it('retries after every temporary failure, with pauses that grow, that are as long as Retry-After asks, and that start small again after an answer', async () => {
    const clock = testClock()
    const noAnswer = stallUntilTimeout(100)
    board.nextAnswers = [
      failure(429, { 'retry-after': '600' }),
      cut,
      failure(503),
      noAnswer,
      cutInBody,
      html(502, 'Bad'),
      html(200, '<title>Please sign in</title>'),
      html(200, '{"candidates":[{"firstName":"0'),
      html(403, 'Blocked'),
      html(302, 'Please sign in'),
      mailbox(2),
      failure(500),
      html(404, 'default backend'),
    ]
    const signal = abortAfter(14, mailbox(2))
    const client = board.client({ clock, timeoutMs: 100 })
    const all = await collect(client.candidates.follow({ signal, intervalMs: 5_000 }))
    expect(all.map(({ firstName }) => firstName)).toEqual(['0', '1'])
    expect(clock.sleptMs).toEqual([6e5, 1500, 3e3, 6e3, 12e3, 24e3, 45e3, 45e3, 45e3, 45e3, 5e3, 750, 1500])
  })

  it('keeps the cursors of companies and of jobs apart in one state, whatever characters their ids have', async () => {
    const state = memoryState()
    board.defaultAnswer = mailbox(3)
    const follow = (externalJobId?: string) =>
      collect(board.client().candidates.follow({ state, once: true, ...(externalJobId && { externalJobId }) }))
    expect(await follow()).toHaveLength(3)
    expect(await follow('A/B')).toHaveLength(3)
    board.companyId = 'cmp_2'
    expect(await follow()).toHaveLength(3)
    expect(await follow()).toEqual([])
    const keys = ['cmp_1/candidates', 'cmp_1/candidates/A%2FB', 'cmp_2/candidates']
    expect(await Promise.all(keys.map(state.load))).toEqual(Array(3).fill(syncedThrough))
    expect(await Promise.all(['cmp_2/candidates/A%2FB', 'candidates'].map(state.load))).toEqual([undefined, undefined])
  })

  it('refuses the blank id of a job, instead of giving the candidates of all jobs', async () => {
    board.defaultAnswer = mailbox(1)
    const follow = collect(board.client().candidates.follow({ externalJobId: '', once: true }))
    await expect(follow).rejects.toThrow('An id is a text other than ""')
    expect(board.requests).toEqual([])
  })

  it('in pages gives every candidate once, and saves its cursor once a page', async () => {
    const saved: string[] = []
    const { load, save } = memoryState()
    const state = { load, save: (key: string, cursor: string) => save(key, cursor).then(() => void saved.push(cursor)) }
    board.defaultAnswer = mailbox(limits.pageSize + 50)
    const pages = await collect(board.client().candidates.followPages({ state, once: true }))
    expect(pages.map((page) => page.length)).toEqual([limits.pageSize, 50])
    expect(pages.flat().map(({ firstName }) => firstName)).toEqual(buildNames(limits.pageSize + 50))
    expect(saved).toEqual([buildDate(limits.pageSize - 1), buildDate(limits.pageSize + 49), syncedThrough])
  })

  it('with `once`, ends when nothing is new, and throws the error of an outage after the retries of a call', async () => {
    const state = memoryState()
    const client = board.client()
    const count = limits.pageSize + 30
    board.nextAnswers = [
      failure(503),
      mailbox(count),
      mailbox(count),
      mailbox(count),
      failure(503),
      failure(503),
      failure(503),
    ]
    const follow = () => client.candidates.follow({ once: true, state })
    expect((await collect(follow())).map(({ firstName }) => firstName)).toEqual(buildNames(count))
    expect(await collect(follow())).toEqual([])
    await expect(collect(follow())).rejects.toMatchObject({ status: 503 })
    expect(board.requests.length).toBe(7)
    expect(await collect(client.candidates.follow({ once: true, signal: AbortSignal.abort() }))).toEqual([])
  })

  it('waits out a 404, 405 or 410 of another server once the board has answered a call of its client', async () => {
    const client = board.client()
    await client.me()
    const foreign = [404, 405, 410].flatMap((status) => [
      html(status, 'default backend'),
      json(status, { error: { message: 'No such resource', code: 'ResourceNotFound' } }),
    ])
    board.nextAnswers = [...foreign, mailbox(1)]
    expect(await client.candidates.follow().next()).toMatchObject({ value: { firstName: '0' } })
    expect(board.requests).toHaveLength(foreign.length + 1)
  })

  it('takes a Map as its state, and a store whose methods return no promises', async () => {
    const cursors = new Map<string, string>()
    const store = { load: (key: string) => cursors.get(key), save: (key: string, at: string) => cursors.set(key, at) }
    board.defaultAnswer = mailbox(2)
    const follow = (state: StateStore | Map<string, string>) =>
      collect(board.client().candidates.follow({ state, once: true }))
    expect(await follow(cursors)).toHaveLength(2)
    expect(await follow(store)).toEqual([])
    cursors.clear()
    expect(await follow(store)).toHaveLength(2)
    expect([...cursors]).toEqual([['cmp_1/candidates', syncedThrough]])
  })

  it('refuses a state that is neither a Map nor a store, before any request, and names it', async () => {
    for (const [state, named] of [
      [{}, '{}'],
      ['state.json', '"state.json"'],
      [null, 'null'],
      [{ load: () => '', set: () => '' }, '{load,set}'],
    ]) {
      const { candidates } = board.client()
      const follow = Reflect.apply(candidates.follow, candidates, [{ state, once: true }])
      await expect(collect(follow)).rejects.toMatchObject({
        name: 'BoardwalkError',
        message: `state is a Map, or has load and save, unlike ${named}`,
      })
    }
    expect(board.requests).toEqual([])
  })

  it('throws an error that waiting cannot fix', async () => {
    for (const status of [400, 401, 403]) {
      board.nextAnswers = [failure(status)]
      await expect(board.client().candidates.follow().next()).rejects.toMatchObject({ status })
    }
    // A 404 of a page means a wrong address only before the first answer of the board to a client.
    board.nextAnswers = [html(404, 'Not here')]
    await expect(board.client().candidates.follow().next()).rejects.toThrow('is baseUrl')
    board.nextAnswers = [html(404, 'Not here'), mailbox(1)]
    const follow = board.client().candidates.follow({ state: memoryState() })
    expect(await follow.next()).toMatchObject({ value: { firstName: '0' } })
  })

  it('ends at once when it is aborted before or during a request, in a pause, or at a candidate', async () => {
    const client = board.client({ clock: systemClock })
    expect(await client.candidates.follow({ signal: AbortSignal.abort() }).next()).toMatchObject({ done: true })
    expect(board.requests).toEqual([])

    const inRequest = abortAfter(1, stall)
    expect(await client.candidates.follow({ signal: inRequest }).next()).toMatchObject({ done: true })

    const inPause = new AbortController()
    board.defaultAnswer = (res, request) => {
      res.on('close', () => setImmediate(() => inPause.abort()))
      mailbox(0)(res, request)
    }
    expect(await client.candidates.follow({ signal: inPause.signal }).next()).toMatchObject({ done: true })

    const atCandidate = new AbortController()
    const state = memoryState()
    board.defaultAnswer = mailbox(3)
    const seen: string[] = []
    for await (const { firstName } of client.candidates.follow({ state, signal: atCandidate.signal })) {
      seen.push(firstName)
      atCandidate.abort()
    }
    expect([seen, await state.load('cmp_1/candidates')]).toEqual([['0'], buildDate(0)])
  })
})

describe('a state file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boardwalk-sdk-'))
    path = join(folder, 'state.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('holds the last of several saves that started without waiting for each other', async () => {
    for (let round = 0; round < 10; round++) {
      const state = fileState(path)
      await Promise.all(buildNames(20).map((id) => state.save(`candidates/${round}`, buildDate(Number(id)))))
      expect(await state.load(`candidates/${round}`)).toBe(buildDate(19))
      expect(await fileState(path).load(`candidates/${round}`)).toBe(buildDate(19))
    }
  })

  it('is readable only by its owner, and each save replaces it with a new file', async () => {
    const state = fileState(path)
    await state.save('candidates', buildDate(1))
    const before = await stat(path)
    await state.save('candidates', buildDate(2))
    const after = await stat(path)
    expect([before, after].map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600])
    expect(after.ino).not.toBe(before.ino)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('holds the cursors of several followers, and causes an error if it cannot be read or is damaged, instead of counting as empty', async () => {
    const state = fileState(path)
    await Promise.all(buildNames(20).map((id) => state.save(`candidates/${id}`, buildDate(Number(id)))))
    for (const id of buildNames(20)) expect(await fileState(path).load(`candidates/${id}`)).toBe(buildDate(Number(id)))
    expect(await fileState(path).load('candidates')).toBeUndefined()
    await expect(fileState(folder).load('candidates')).rejects.toThrow('EISDIR')
    await expect(fileState(join(folder, 'none', 'state.json')).save('a', buildDate(0))).rejects.toThrow('ENOENT')
    for (const damaged of ['', '{"candid', '[]', 'null', '"x"', '{"candidates":5}']) {
      await writeFile(path, damaged)
      await expect(fileState(path).load('candidates')).rejects.toThrow(`${path} holds no state of follow`)
    }
  })
})
