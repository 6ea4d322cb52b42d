import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFormat } from './format.ts'

afterEach(() => {
  vi.unstubAllEnvs()
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
