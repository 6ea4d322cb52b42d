import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { expect, it } from 'vitest'
import { take, takeAndFindWait } from './limiter.ts'

/** Makes a limiter that can only consume, because the tested functions call nothing else. */
const limiter = (consume: () => Promise<RateLimiterRes>) => ({ consume }) as unknown as RateLimiterAbstract
const left = (remaining: number, msBeforeNext: number) => new RateLimiterRes(remaining, msBeforeNext)

it.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [59_999, 60],
])('%i ms until all points are back are %i whole seconds, and never 0', async (ms, seconds) => {
  expect(
    await take(
      limiter(async () => left(2, ms)),
      'a',
    ),
  ).toEqual({ isOver: false, remaining: 2, seconds })
  const refusing = limiter(() => Promise.reject(left(0, ms)))
  expect(await take(refusing, 'a')).toEqual({ isOver: true, remaining: 0, seconds })
  expect(await takeAndFindWait(refusing, 'a')).toBe(seconds)
})

it('a caller who is not over a limit does not wait', async () => {
  expect(
    await takeAndFindWait(
      limiter(async () => left(0, 5_000)),
      'a',
    ),
  ).toBeUndefined()
})

it('a failure is not a refusal', async () => {
  const failing = limiter(() => Promise.reject(new Error('broken')))
  await expect(take(failing, 'a')).rejects.toThrow('broken')
})
