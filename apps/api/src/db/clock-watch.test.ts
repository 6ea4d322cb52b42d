import { expect, test } from 'vitest'
import { createClockWatch } from './clock-watch.ts'
import type { Connection } from './connection.ts'

/* http/health.test.ts has what a process with a wrong clock does. */

test.each([
  [-10_000, 10_000],
  [-1, 1],
  [0, 0],
  [30_000, 0],
  [60_000, 0],
  [60_001, -1],
  [70_000, -10_000],
])(
  'if a minute passes until the answer and the database says %d ms after the question, the clock is ahead by %d ms',
  async (sinceQuestionMs, skewMs) => {
    let ms = 0
    const startMs = Date.UTC(2026, 0, 1)
    const command = async (_command: object, { readPreference }: { readPreference: string }) => {
      // While the members elect a primary, another one is asked.
      expect(readPreference).toBe('primaryPreferred')
      ms = 60_000
      return { localTime: new Date(startMs + sinceQuestionMs) }
    }
    // The cast holds because the comparison makes this one call.
    const connection = { client: { db: () => ({ command }) } } as unknown as Connection
    const watch = createClockWatch({ now: () => startMs + ms, steadyNow: () => ms })
    await watch.compare(connection)
    expect(watch.measureSkew()).toBe(skewMs)
    expect(watch.isWrong()).toBe(Math.abs(skewMs) > 5_000)
  },
)
