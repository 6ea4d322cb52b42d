import { MessageChannel } from 'node:worker_threads'

/** A clock for tests. Time passes only in its pauses, and each pause ends at once. It fits the SDK's option `clock`. */
export interface TestClock {
  /** The current time in milliseconds since 1970. Set it to move the clock. */
  nowMs: number
  /** Every pause so far, in milliseconds. */
  readonly sleptMs: number[]
  now(): number
  /** Always 0.5, so that jitter is the same in every run. */
  random(): number
  sleep(ms: number): Promise<void>
}

/**
 * Makes a clock whose pauses end at once, so that a test of retries or of `follow` takes no time.
 * @example
 * const clock = testClock()
 * const sandbox = createSandbox({ now: clock.now })
 * const boardwalk = new Boardwalk({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, fetch: sandbox.fetch, clock })
 * sandbox.failNext({ status: 503, headers: { 'retry-after': '30' } })
 * await boardwalk.jobs.list()
 * expect(clock.sleptMs).toEqual([30_000])
 */
export function testClock(startsMs: number = Date.UTC(2026, 2, 1)): TestClock {
  const clock: TestClock = {
    nowMs: startsMs,
    sleptMs: [],
    now: () => clock.nowMs,
    random: () => 0.5,
    sleep(ms) {
      clock.sleptMs.push(ms)
      clock.nowMs += ms
      return waitForOtherWork()
    },
  }
  return clock
}

/**
 * Waits until other work had its turn, as in a real pause. A message does that also while a test replaces all timers, which the fake
 * timers of Jest, Vitest and node:test do.
 */
const waitForOtherWork = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.once('message', () => {
      port1.close()
      resolve()
    })
    port2.postMessage(undefined)
  })
