import type { Clock } from '../clock.ts'

/** A clock of a test: time passes only by its pauses, which end at once. */
export interface TestClock extends Clock {
  /** Milliseconds since 1970; set it to let time pass. */
  nowMs: number
  /** Every pause so far, in milliseconds. */
  sleptMs: number[]
}

/**
 * A clock whose pauses end at once, so that a test of retries or of `follow` takes no time.
 * @example
 * const clock = testClock()
 * const board = createTestBoard({ now: clock.now })
 * const boardwalk = new Boardwalk({ apiKey: board.apiKey, baseUrl: board.url, fetch: board.fetch, clock })
 * board.failNext({ status: 503, headers: { 'retry-after': '30' } })
 * await boardwalk.jobs.list()
 * expect(clock.sleptMs).toEqual([30_000])
 */
export function testClock(startsMs = Date.UTC(2026, 2, 1)): TestClock {
  const clock: TestClock = {
    nowMs: startsMs,
    sleptMs: [],
    now: () => clock.nowMs,
    random: () => 0.5,
    sleep: (ms) => {
      clock.sleptMs.push(ms)
      clock.nowMs += ms
      // What came in meanwhile has its turn, as it would in a real pause.
      return new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
  return clock
}
