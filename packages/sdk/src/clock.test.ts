import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock, TIMER_MAX_MS } from './clock.ts'

describe('a pause of the system’s clock', () => {
  it('ends at once if its signal is already aborted', async () => {
    let hasEnded = false
    void systemClock.sleep(TIMER_MAX_MS, AbortSignal.abort()).then(() => {
      hasEnded = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasEnded).toBe(true)
  })

  it('does not end at once if it is longer than a timer can be', async () => {
    const stop = new AbortController()
    let hasEnded = false
    const pause = systemClock.sleep(TIMER_MAX_MS + 1, stop.signal).then(() => {
      hasEnded = true
    })
    await systemClock.sleep(5)
    expect(hasEnded).toBe(false)
    stop.abort()
    await pause
  })

  it('leaves no timer when it is aborted, which would keep the process running until its end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stop = new AbortController()
    const pause = systemClock.sleep(60_000, stop.signal)
    expect(vi.getTimerCount()).toBe(1)
    stop.abort()
    await pause
    expect(vi.getTimerCount()).toBe(0)
  })
})
