import { testClock } from '@boardwalk/sandbox/clock'
import { expect, it } from 'vitest'
import { memoryState, type StateStore } from './follow.ts'
import { limits } from './generated/contract.ts'
import { type Answer, collect, failure, html, json, useBoard } from './test/board.ts'

const board = useBoard()

/** A job of the test's board. Its `version` stands for its texts. */
interface StoredJob {
  jobId: number
  version: number
  changedMs: number
  updatedAt: string
  closed: boolean
  suspended: boolean
}

const startMs = Date.UTC(2026, 2, 1)
const toIso = (ms: number) => new Date(ms).toISOString()

/** Answers like the board, whose clock moves a minute before each list: its cursor is two minutes before that. */
function useJobs() {
  const jobs = new Map<number, StoredJob>()
  let nowMs = startMs
  const change = (...jobIds: number[]) => {
    for (const jobId of jobIds) {
      nowMs += 1
      const version = (jobs.get(jobId)?.version ?? 0) + 1
      const updatedAt = toIso(nowMs)
      jobs.set(jobId, { jobId, version, changedMs: nowMs, updatedAt, closed: false, suspended: false })
    }
  }
  const answer: Answer = (res, request) => {
    const query = new URL(request.url, 'http://b').searchParams
    const [since, after] = [Date.parse(query.get('changedSince') ?? ''), Number(query.get('afterJobId') ?? 0)]
    if (after === 0) nowMs += 60_000
    const matching = [...jobs.values()]
      .filter(({ jobId, changedMs }) => jobId > after && changedMs > since)
      .toSorted((a, b) => a.jobId - b.jobId)
    const page = matching.slice(0, Number(query.get('pageSize')))
    const headers = after === 0 ? { 'x-changed-through': toIso(nowMs - 120_000) } : {}
    json(200, { jobs: page, total: matching.length, error: null }, headers as Record<string, string>)(res, request)
  }
  board.defaultAnswer = answer
  return { jobs, change, answer }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const readSince = ({ url }: { url: string }) => new URL(url, 'http://b').searchParams.get('changedSince')
const key = 'cmp_1/job-changes'

it('gives each change of a job once, although two polls overlap by two minutes, and a job again after its next change', async () => {
  const { change, answer } = useJobs()
  change(1, 2)
  const stop = new AbortController()
  const clock = testClock()
  let polls = 0
  board.defaultAnswer = (res, request) => {
    polls += 1
    if (polls === 2) change(2, 3)
    if (polls === 5) stop.abort()
    answer(res, request)
  }
  const all = board.client({ clock }).jobs.followChanges({ signal: stop.signal, intervalMs: 5_000 })
  const seen = (await collect(all)).map(({ jobId, updatedAt }) => [jobId, updatedAt])
  expect(seen.map(([jobId]) => jobId)).toEqual([1, 2, 2, 3])
  expect(new Set(seen.map(String)).size).toBe(4)
  expect(clock.sleptMs).toEqual([5_000, 5_000, 5_000, 5_000])
})

it('gives a job again if it closes, is suspended or is resumed right after a change, although its updatedAt stays', async () => {
  const { jobs, change, answer } = useJobs()
  change(1)
  const stop = new AbortController()
  const clock = testClock()
  const states = [{}, { suspended: true }, { suspended: false }, { closed: true }, {}]
  board.defaultAnswer = (res, request) => {
    const job = jobs.get(1)
    const state = states.shift()
    if (job !== undefined && state !== undefined) jobs.set(1, { ...job, ...state, changedMs: job.changedMs + 60_000 })
    else stop.abort()
    answer(res, request)
  }
  const seen = await collect(board.client({ clock }).jobs.followChanges({ signal: stop.signal, intervalMs: 5_000 }))
  expect(seen.map(({ closed, suspended }) => [closed, suspended])).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, false],
  ])
})

it('saves its cursor once, after the last job of all pages was taken, so that a crash before repeats the list', async () => {
  const { change } = useJobs()
  const count = 2 * limits.pageSize + 10
  change(...range(count))
  const saved: [string, string][] = []
  const memory = memoryState()
  const state: StateStore = {
    load: memory.load,
    save: async (...entry) => {
      saved.push(entry)
      await memory.save(...entry)
    },
  }
  const follow = () => board.client().jobs.followChanges({ state, once: true })
  let taken = 0
  for await (const _ of follow()) if (++taken === count) break
  expect(saved).toEqual([])
  expect((await collect(follow())).map(({ jobId }) => jobId)).toEqual(range(count))
  // The header of the first page, which later pages do not have.
  expect(saved).toEqual([[key, toIso(startMs + count + 2 * 60_000 - 120_000)]])
  expect(board.requests.map(readSince)).toEqual(Array(6).fill('1970-01-01'))
  change(7)
  expect((await collect(follow())).map(({ jobId }) => jobId)).toContain(7)
  expect(readSince(board.requests.at(-1) ?? { url: '' })).toBe(saved[0]?.[1])
})

it('misses no job if a draft of an earlier page is deleted, or a page has to be asked for again', async () => {
  const { jobs, change, answer } = useJobs()
  const count = 2 * limits.pageSize + 10
  change(...range(count))
  board.nextAnswers = [
    answer,
    failure(503),
    html(403, 'Blocked'),
    (res, request) => {
      jobs.delete(1)
      answer(res, request)
    },
  ]
  const seen: number[] = []
  for await (const { jobId } of board.client().jobs.followChanges()) {
    seen.push(jobId)
    if (jobId === count) break
  }
  expect(seen).toEqual(range(count))
})
