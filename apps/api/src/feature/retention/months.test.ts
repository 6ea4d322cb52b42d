import { expect, it } from 'vitest'
import { subtractMonths } from './months.ts'

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
