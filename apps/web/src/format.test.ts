import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFormat } from './format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('how long ago something was', () => {
  it.each([
    [-30, 'now'],
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [2 * 3600 - 1, '1 hour ago'],
    [2 * 86_400 - 1, 'yesterday'],
    [59 * 86_400, 'last month'],
    [800 * 86_400, '2 years ago'],
  ])('is said in the longest unit that has passed: %i seconds, %s', (seconds, said) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) })
    expect(createFormat('en').ago(new Date(Date.now() - seconds * 1000).toISOString())).toBe(said)
    vi.useRealTimers()
  })
})

it('a moment is told in the time zone of the browser', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const { dateTime, toTheSecond, full } = createFormat('en')
  for (const tell of [dateTime, toTheSecond, full])
    expect(tell('2026-03-01T20:30:00.000Z')).toMatch(/Mar(ch)? 2,.* 5:30/)
})

describe('a day that the server counts', () => {
  it.each(['UTC', 'Africa/Casablanca', 'Asia/Tokyo', 'America/New_York'])(
    'is the same day in a browser of %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(createFormat('en').day('2026-03-01')).toBe('Mar 1')
    },
  )
})
