import { afterEach, expect, it, vi } from 'vitest'
import { subtractMonths } from './run.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('some months less is the same day of an earlier month or its last, never a later one, by UTC on any machine', () => {
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    vi.stubEnv('TZ', zone)
    for (const [now, months, earlier] of [
      ['2026-02-10T23:59:59.999Z', 14, '2024-12-10T23:59:59.999Z'],
      ['2026-03-31T23:30:00.000Z', 1, '2026-02-28T23:30:00.000Z'],
      ['2026-03-01T00:30:00.000Z', 1, '2026-02-01T00:30:00.000Z'],
      ['2028-02-29T12:00:00.000Z', 12, '2027-02-28T12:00:00.000Z'],
      ['2028-03-31T12:00:00.000Z', 1, '2028-02-29T12:00:00.000Z'],
    ] as const)
      expect([now, subtractMonths(Date.parse(now), months).toISOString()]).toEqual([now, earlier])
  }
})
