import { mock } from 'node:test'
import { Boardwalk } from '@boardwalk/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { testClock } from './clock.ts'
import { createSandbox } from './sandbox.ts'

afterEach(() => {
  vi.useRealTimers()
  mock.timers.reset()
})

const realTimers = { setImmediate, setInterval, setTimeout }

it.each([
  ['Vitest’s fake timers', () => vi.useFakeTimers()],
  [
    'node:test’s fake timers',
    () => mock.timers.enable({ apis: ['setTimeout', 'setImmediate', 'setInterval', 'Date'] }),
  ],
])('the pauses of the test clock end, and retries go on, under %s', async (_name, useFakeTimers) => {
  const sandbox = createSandbox()
  const clock = testClock()
  const boardwalk = new Boardwalk({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, fetch: sandbox.fetch, clock })
  useFakeTimers()
  expect(setTimeout).not.toBe(realTimers.setTimeout)
  sandbox.failNext({ status: 503, headers: { 'retry-after': '30' } })
  expect(await boardwalk.jobs.list()).toMatchObject({ total: 0 })
  expect(clock.sleptMs).toEqual([30_000])
})
