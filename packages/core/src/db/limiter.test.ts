import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { expect, it } from 'vitest'
import { take, takeAndFindWait } from './limiter.ts'

/** Makes a limiter that can only consume, because the tested functions call nothing else. */
const limiter = (consume: () => Promise<RateLimiterRes>) => ({ consume }) as unknown as RateLimiterAbstract
const left = (remaining: number, msBeforeNext: number) => new RateLimiterRes(remaining, msBeforeNext)

it('a caller over a limit is told to wait for whole seconds, rounded up and never 0; another caller does not wait', async () => {
  for (const [ms, seconds] of [
    [0, 1],
    [1_000, 1],
    [1_001, 2],
  ] as const) {
    const granting = limiter(async () => left(2, ms))
    expect(await take(granting, 'a')).toEqual({ isOver: false, remaining: 2, seconds })
    expect(await takeAndFindWait(granting, 'a')).toBeUndefined()
    const refusing = limiter(() => Promise.reject(left(0, ms)))
    expect(await take(refusing, 'a')).toEqual({ isOver: true, remaining: 0, seconds })
    expect(await takeAndFindWait(refusing, 'a')).toBe(seconds)
  }
})
