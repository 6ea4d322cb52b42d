import { afterEach, describe, expect, it, vi } from 'vitest'
import { isoInstant, toStorableDate } from './iso-date.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const since = isoInstant('since')
const from = isoInstant('from', { roundUp: true })
const to = isoInstant('to', { dayEnd: true })
const read = (schema: typeof since, text: string) => schema.parse(text).toISOString()

describe('a date is read', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00-01:00', '0001-01-01T01:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-03-01T09:30:00.5Z', '2026-03-01T09:30:00.500Z'],
    ['2026-03-01T09:30:00.123999Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01T09:30:15.250', '2026-03-01T09:30:15.250Z'],
    ['2026-03-01T09:30+14:00', '2026-02-28T19:30:00.000Z'],
    ['2026-03-01T09:30:00-23:59', '2026-03-02T09:29:00.000Z'],
    ['2026-03-01T09:30:00 01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00 01', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00 0100', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00+01', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30-0130', '2026-03-01T11:00:00.000Z'],
    ['2026-03-01T09:30:00,5Z', '2026-03-01T09:30:00.500Z'],
    ['2026-03-01T09:30:00,1234567+0530', '2026-03-01T04:00:00.123Z'],
    ['2026-03-01T09:30:15,250', '2026-03-01T09:30:15.250Z'],
  ])('the date %s is the time %s', (text, instant) => {
    expect(read(since, text)).toBe(instant)
  })

  it.each(['UTC', 'Africa/Casablanca', 'Asia/Tokyo', 'America/New_York'])(
    'without a zone it is UTC, on a machine of %s too',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(read(since, '2026-07-01T09:30')).toBe('2026-07-01T09:30:00.000Z')
      expect(read(since, '2026-07-01')).toBe('2026-07-01T00:00:00.000Z')
      expect(read(to, '2026-07-01')).toBe('2026-07-01T23:59:59.999Z')
    },
  )

  it('a date is the first millisecond of the day, or the last one at the end of a range', () => {
    expect(read(from, '2026-03-01')).toBe('2026-03-01T00:00:00.000Z')
    expect(read(to, '2026-03-01')).toBe('2026-03-01T23:59:59.999Z')
    expect(read(to, '2026-03-01T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z')
  })

  it('a fraction of a millisecond is rounded up at the start of a range, and down elsewhere', () => {
    for (const text of ['2026-03-01T00:00:00.0001Z', '2026-03-01T00:00:00.000000001Z']) {
      expect(read(from, text)).toBe('2026-03-01T00:00:00.001Z')
      expect(read(since, text)).toBe('2026-03-01T00:00:00.000Z')
      expect(read(to, text)).toBe('2026-03-01T00:00:00.000Z')
    }
    expect(read(from, '2026-03-01T00:00:00.120000Z')).toBe('2026-03-01T00:00:00.120Z')
  })
})

describe('a date is refused', () => {
  it.each([
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-00-01',
    '2026-03-01T24:00:00Z',
    '2026-03-01T23:59:60Z',
    '2026-03-01T09:30:00+24:00',
    '2026-03-01T09:30:00+2400',
    '2026-03-01T09:30:00+0160',
    '2026-03-01T09:30:00+1',
    '2026-03-01T09:30:00+010',
    '2026-03-01T09:30:00+01:',
    '2026-03-01T09:30:00  01:00',
    '2026-03-01T09:30:00Z+01',
    '2026-03-01 09:30',
    '2026-03-01 09',
    '2026-03-01 01:00',
    '2026-03-01+01:00',
    '2026-03',
    '2026-03-0100',
    '2026-03-01Z',
    '2026-03-01T',
    '2026-03-01T9:30Z',
    '2026-03-01T09:30:00.Z',
    '2026-03-01T09:30:00,Z',
    '2026-03-01T09:30,5Z',
    '2026-03-01T09,30:00Z',
    '2026-03-01t09:30:00z',
    '2026-W10',
    '2026',
    '+002026-03-01',
    ' 2026-03-01',
    '2026-03-01\n',
    '',
    'now',
    '0',
    // Outside the years 1 to 9999 in UTC.
    '0000-01-01',
    '0000-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00+01:00',
    '0001-01-01T00:59:59.999+01',
    '0001-01-01T00:00:00 00:01',
    '9999-12-31T23:59:59.999-00:01',
    '9999-12-31T23:00-0130',
  ])('%j is no date', (text) => {
    expect(since.safeParse(text).success).toBe(false)
  })

  it('a fraction of a millisecond that rounds up to the year 10000 is refused', () => {
    expect(from.safeParse('9999-12-31T23:59:59.9991Z').success).toBe(false)
    expect(read(to, '9999-12-31T23:59:59.9991Z')).toBe('9999-12-31T23:59:59.999Z')
    expect(read(to, '9999-12-31')).toBe('9999-12-31T23:59:59.999Z')
  })

  it('the message says what is expected, and names the parameter and its value', () => {
    expect(to.safeParse('x').error?.issues[0]?.message).toBe(
      'Invalid date format; ISO 8601 expected, such as 2026-01-31 or 2026-01-31T09:30:00Z: to is "x"',
    )
    for (const basic of ['20260301', '20260301T093000Z', '20260301T093000,5+0100'])
      expect(to.safeParse(basic).error?.issues[0]?.message).toContain(
        `: to is "${basic}", which needs hyphens in the date and colons in the time`,
      )
    expect(to.safeParse('0001-01-01T00:00:00+01:00').error?.issues[0]?.message).toContain(
      ': to is "0001-01-01T00:00:00+01:00", which is outside the years 1 to 9999 in UTC',
    )
  })
})

it.each([
  [Date.parse('2026-03-01'), '2026-03-01T00:00:00.000Z'],
  [Date.parse('0001-01-01') - 1, '0001-01-01T00:00:00.000Z'],
  [Date.parse('9999-12-31T23:59:59.999Z') + 1, '9999-12-31T23:59:59.999Z'],
  [Number.NEGATIVE_INFINITY, '0001-01-01T00:00:00.000Z'],
  [Number.POSITIVE_INFINITY, '9999-12-31T23:59:59.999Z'],
])('a time that is calculated, %d, is stored as a date of the years 1 to 9999', (ms, stored) => {
  expect(toStorableDate(ms).toISOString()).toBe(stored)
})
