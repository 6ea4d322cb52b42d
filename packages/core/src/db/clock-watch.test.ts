import { expect, test } from 'vitest'
import { createClockWatch } from './clock-watch.ts'
import type { Connection } from './connection.ts'

/* http/health.test.ts has what a process with a wrong clock does. */

test('the clock is ahead or behind only by what the time of an answer cannot explain, and wrong from five seconds on', async () => {
  for (const [sinceQuestionMs, skewMs] of [
    [-5_001, 5_001],
    [-5_000, 5_000],
    [0, 0],
    [60_000, 0],
    [60_001, -1],
    [70_000, -10_000],
  ] as const) {
    let ms = 0
    const startMs = Date.UTC(2026, 0, 1)
    const { signal } = new AbortController()
    const command = async (_command: object, options: object) => {
      // While the members elect a primary, another one is asked. The caller can stop waiting for it.
      expect(options).toEqual({ readPreference: 'primaryPreferred', signal })
      ms = 60_000
      return { localTime: new Date(startMs + sinceQuestionMs) }
    }
    // The cast holds because the comparison makes this one call.
    const connection = { client: { db: () => ({ command }) } } as unknown as Connection
    const watch = createClockWatch({ now: () => startMs + ms, steadyNow: () => ms })
    await watch.compare(connection, signal)
    expect([sinceQuestionMs, watch.measureSkew()]).toEqual([sinceQuestionMs, skewMs])
    expect([sinceQuestionMs, watch.isWrong()]).toEqual([sinceQuestionMs, Math.abs(skewMs) > 5_000])
  }
})
