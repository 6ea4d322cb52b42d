import { type TestClock, testClock } from '@boardwalk/sandbox/clock'
import { expect, it } from 'vitest'
import type { BoardwalkOptions } from './client.ts'
import type { FollowOptions, PollOutcome } from './index.ts'
import { type Answer, collect, json, useBoard } from './test/board.ts'

/* When `follow` polls again: a board that knows `wait` holds a poll until something is new. */

const board = useBoard()
const readWait = ({ url }: { url: string }) => new URL(url, 'http://b').searchParams.get('wait')

/** Follows until the board has given all the answers, and returns the pauses. */
async function follow(answers: Answer[], options: FollowOptions = {}, client: BoardwalkOptions = {}) {
  const stop = new AbortController()
  const clock = client.clock ?? testClock()
  board.nextAnswers = [...answers, () => stop.abort()]
  await collect(board.client({ clock, ...client }).candidates.follow({ signal: stop.signal, ...options }))
  return (clock as TestClock).sleptMs
}

const date = '2026-03-01T00:00:01.000Z'
/** Answers with these candidates. `waited` is what the header says, if there is one. */
const list =
  (ids: string[], waited?: string): Answer =>
  (...received) =>
    json(
      200,
      { candidates: ids.map((id) => ({ id, date })), total: ids.length, error: null },
      {
        'x-synced-through': '2026-03-01T00:00:02.000Z',
        ...(waited !== undefined && { 'x-waited': waited }),
      },
    )(...received)

it('asks a board that waits again at once, but not twice a second if it had nothing new and waited less', async () => {
  const clock = testClock()
  const after = (ms: number, answer: Answer): Answer => {
    return (...received) => {
      clock.nowMs += ms
      answer(...received)
    }
  }
  const answers = [
    after(20_000, list([], '20.000')),
    after(5_000, list(['app-1'], '4.990')),
    after(100, list([], '0.000')),
    after(2_000, list([], '2.000')),
  ]
  expect(await follow(answers, {}, { clock })).toEqual([0, 0, 900, 0])
  expect(board.requests.map(readWait)).toEqual(Array(5).fill('20'))
})

it('asks a board that does not wait once a minute', async () => {
  expect(await follow([list([]), list(['app-1']), list([])])).toEqual([60_000, 60_000, 60_000])
})

it('goes on without wait if an older board refuses it, and reports no outage', async () => {
  const issues = [{ path: 'wait', message: 'wait is not known' }]
  const refused = json(400, { candidates: null, error: { message: 'Wrong', code: 'invalid_request', issues } })
  const outcomes: PollOutcome[] = []
  const onPoll = (outcome: PollOutcome) => void outcomes.push(outcome)
  expect(await follow([refused, list([]), list([])], { onPoll })).toEqual([60_000, 60_000])
  expect(board.requests.map(readWait)).toEqual(['20', null, null, null])
  expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined])
})

it('sends no `wait` if the caller gives an interval or asks once, and less if a request has less time', async () => {
  expect(await follow([list([]), list([])], { intervalMs: 5_000 })).toEqual([5_000, 5_000])
  await follow([list([])], { once: true })
  await follow([], {}, { timeoutMs: 9_000 })
  await follow([], {}, { timeoutMs: 100 })
  expect(board.requests.map(readWait)).toEqual([null, null, null, null, '6', null])
})
