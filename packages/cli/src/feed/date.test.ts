import { describe, expect, test } from 'vitest'
import { isDatePattern, readDate, readDateBy } from './date.ts'
import dates from './fixture/dates.json' with { type: 'json' }

describe('a date of a feed', () => {
  test('is read without a rule if it has one reading, and a day or a month that does not exist never', () => {
    const read = Object.fromEntries(Object.keys(dates.read).map((text) => [text, readDate(text) ?? null]))
    expect(read).toEqual(dates.read)
  })

  test('is read by the pattern of a rule, in any capitals if it has no time; a text of another form is read if it has one reading', () => {
    for (const [pattern, text, date] of dates.byPattern)
      expect([pattern, text, readDateBy(pattern ?? '', text ?? '') ?? null]).toEqual([pattern, text, date])
    for (const pattern of dates.wrongPatterns) expect([pattern, isDatePattern(pattern)]).toEqual([pattern, false])
  })
})
