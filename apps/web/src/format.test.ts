import { afterEach, expect, it, vi } from 'vitest'
import { createFormat } from './format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

it('how long ago something was is said in the longest unit that has passed', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) })
  const { ago } = createFormat('en')
  const say = (seconds: number) => ago(new Date(Date.now() - seconds * 1000).toISOString())
  expect([-30, 59, 60, 2 * 3600 - 1, 2 * 86_400 - 1, 59 * 86_400, 800 * 86_400].map(say)).toEqual([
    'now',
    'now',
    '1 minute ago',
    '1 hour ago',
    'yesterday',
    'last month',
    '2 years ago',
  ])
})

it('a date is told as an ATS sent it, as a day or with its time, and a text that is no date stays', () => {
  vi.stubEnv('TZ', 'Africa/Casablanca')
  const { sentDate } = createFormat('en-GB')
  expect(['2026-12-31', '2026-07-01T22:30:00Z', 'demain', '2026-13-45', '31/12/2026'].map(sentDate)).toEqual([
    '31 Dec 2026',
    '1 Jul 2026, 23:30',
    'demain',
    '2026-13-45',
    '31/12/2026',
  ])
})

it('a moment is told in the time zone of the browser, and a day that the server counts is the same day everywhere', () => {
  for (const zone of ['Asia/Tokyo', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    const { day, dateTime, toTheSecond, full } = createFormat('en')
    expect(day('2026-03-01')).toBe('Mar 1')
    for (const tell of [dateTime, toTheSecond, full])
      expect(tell('2026-03-01T20:30:00.000Z')).toMatch(
        zone === 'Asia/Tokyo' ? /Mar(ch)? 2,.* 5:30/ : /Mar(ch)? 1,.* 3:30/,
      )
  }
})
