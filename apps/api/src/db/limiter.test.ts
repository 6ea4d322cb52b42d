import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { expect, it } from 'vitest'
import { secondsOver, take } from './limiter.ts'

/** A limiter that answers so; nothing else of it is asked. */
const limiter = (consume: () => Promise<RateLimiterRes>) => ({ consume }) as unknown as RateLimiterAbstract
const left = (remaining: number, msBeforeNext: number) => new RateLimiterRes(remaining, msBeforeNext)

it.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [59_999, 60],
])('%i ms until all of it is there again are %i whole seconds, and never 0', async (ms, seconds) => {
  expect(
    await take(
      limiter(async () => left(2, ms)),
      'a',
    ),
  ).toEqual({ isOver: false, remaining: 2, seconds })
  const refusing = limiter(() => Promise.reject(left(0, ms)))
  expect(await take(refusing, 'a')).toEqual({ isOver: true, remaining: 0, seconds })
  expect(await secondsOver(refusing, 'a')).toBe(seconds)
})

it('who is not over a limit waits for nothing', async () => {
  expect(
    await secondsOver(
      limiter(async () => left(0, 5_000)),
      'a',
    ),
  ).toBeUndefined()
})

it('a failure is no refusal', async () => {
  const failing = limiter(() => Promise.reject(new Error('broken')))
  await expect(take(failing, 'a')).rejects.toThrow('broken')
})
