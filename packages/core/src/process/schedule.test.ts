import { expect, inject, it } from 'vitest'
import { createBackground } from './background.ts'
import { createMetrics } from './metrics.ts'
import { startSchedule } from './schedule.ts'

it('a work that is still under way is not begun again, and a process that stops waits a bounded time for it', async () => {
  const failures: string[] = []
  const log = { warn: (_: unknown, text?: string) => void failures.push(String(text)) }
  const metrics = createMetrics()
  const background = createBackground({ log, metrics })
  const runs = { stuck: 0, quick: 0 }
  const signals: AbortSignal[] = []
  const stop = startSchedule({ background, metrics }, [
    {
      name: 'wait for ever',
      everyMs: 1,
      run(_, signal) {
        runs.stuck++
        signals.push(signal)
        return new Promise(() => {})
      },
    },
    {
      name: 'fail at once',
      everyMs: 1,
      run() {
        runs.quick++
        return Promise.reject(new Error('away'))
      },
    },
  ])
  await expect.poll(() => runs.quick, { timeout: inject('waitMsMax') }).toBeGreaterThan(2)
  background.stop()
  stop()
  expect(await background.settled(20)).toEqual(['wait for ever'])
  expect(runs.stuck).toBe(1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(new Set(failures)).toEqual(new Set(['could not fail at once']))
})
