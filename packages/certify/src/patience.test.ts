import type { SeenRequest } from '@boardwalk/sandbox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Patience } from './patience.ts'

/* How long a scenario waits for the program. Only timers count here, so they are faked. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)

function makeRequest(path: string, members: Partial<SeenRequest> = {}): SeenRequest {
  const [method, operation] = ['GET', 'listAllCandidates'] as const
  const [at, company, headers, body, status, answer] = [0, 'test-company', {}, undefined, 200, { candidates: [] }]
  return { at, method, path, operation, company, headers, body, status, answer, ...members }
}

const push = (id: string, status = 200, answer: unknown = { error: null }) =>
  makeRequest(`/api/job/${id}`, { method: 'PUT', operation: 'updateJob', body: { job: { title: id } }, status, answer })

test('the time of --timeout begins again with each request that the board takes, and a push of all jobs may begin again once', () => {
  const patience = new Patience(30_000, 1)
  const requests: SeenRequest[] = []
  for (const id of ['A-1', 'A-2', 'A-1', 'A-2']) {
    seconds(29)
    requests.push(push(id))
    patience.look(requests)
    expect(patience.findEnd(0)).toBeUndefined()
  }
  seconds(29)
  requests.push(push('A-1'), push('A-2', 400))
  patience.look(requests)
  expect(patience.findEnd(0)).toBeUndefined()
  seconds(2)
  expect(patience.findEnd(0)).toBe('The program did nothing new for 30 s, the time of --timeout 30')
  patience.end()
})

test('a program that polls for ever, each time with another cursor, fails in the time of --timeout, and whatever it does in ten times', () => {
  const polling = new Patience(30_000, 1)
  const busy = new Patience(30_000, 1)
  const polls: SeenRequest[] = []
  const pushes: SeenRequest[] = []
  for (let second = 1; second <= 301; second++) {
    seconds(1)
    polls.push(makeRequest(`/api/candidates?since=${second}`))
    pushes.push(push(`A-${second}`))
    polling.look(polls)
    busy.look(pushes)
    expect(polling.findEnd(0) === undefined).toBe(second <= 32)
    expect(busy.findEnd(0) === undefined).toBe(second <= 300)
  }
  expect(busy.findEnd(0)).toBe('It took more than 300 s, 10 times --timeout 30')
  polling.end()
  busy.end()
})

test('on a busy machine a program has four times as long as it needs to start, and an answer for which the board was too slow counts as progress', () => {
  const patience = new Patience(30_000, 1)
  seconds(59)
  expect(patience.findEnd(15_000)).toBeUndefined()
  seconds(2)
  expect(patience.findEnd(15_000)).toBe(
    'The program did nothing new for 60 s, the time of --timeout 30, and more, because it takes 15 s to start',
  )
  patience.look([push('A-1', 503, { error: { code: 'deadline_passed' } })])
  expect(patience.findEnd(0)).toBeUndefined()
  patience.end()
})
