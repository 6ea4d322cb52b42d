import { afterEach, expect, it, vi } from 'vitest'
import { subtractMonths } from './months.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  ['2026-11-24T08:30:15.123Z', 1, '2026-10-24T08:30:15.123Z'],
  ['2026-01-05T00:00:00.000Z', 24, '2024-01-05T00:00:00.000Z'],
  ['2026-02-10T23:59:59.999Z', 14, '2024-12-10T23:59:59.999Z'],
  ['2026-03-31T12:00:00.000Z', 1, '2026-02-28T12:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 12, '2027-02-28T12:00:00.000Z'],
  ['2028-03-31T12:00:00.000Z', 1, '2028-02-29T12:00:00.000Z'],
])('%s less %i months is %s, never a later day', (now, months, earlier) => {
  expect(subtractMonths(Date.parse(now), months).toISOString()).toBe(earlier)
})

it.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('months are those of UTC, on a machine of %s too', (zone) => {
  vi.stubEnv('TZ', zone)
  // There it is the next month, and the month before.
  expect(subtractMonths(Date.parse('2026-03-31T23:30:00Z'), 1).toISOString()).toBe('2026-02-28T23:30:00.000Z')
  expect(subtractMonths(Date.parse('2026-03-01T00:30:00Z'), 1).toISOString()).toBe('2026-02-01T00:30:00.000Z')
})
