import { z } from 'zod'
import { shown } from './wording.ts'

const DAY_MS = 86_400_000
const DateOnly = z.iso.date()
// Two forms, for zod wants seconds wherever a zone follows and ISO 8601 does not.
const DateTime = z.union([
  z.iso.datetime({ offset: true, local: true }),
  z.iso.datetime({ offset: true, local: true, precision: -1 }),
])

interface Reading {
  /** A date without a time is the day's last millisecond instead of its first. */
  dayEnd?: boolean
  /** A time finer than a millisecond goes up to the next one instead of down. */
  roundUp?: boolean
}

/** Milliseconds since 1970, or undefined where the text is not strict ISO 8601. */
function parse(text: string, { dayEnd = false, roundUp = false }: Reading): number | undefined {
  if (DateOnly.safeParse(text).success) return Date.parse(text) + (dayEnd ? DAY_MS - 1 : 0)
  // An unencoded `+` of a query string arrives as a blank.
  const dateTime = text.replace(/ (?=\d\d:\d\d$)/, '+')
  if (!DateTime.safeParse(dateTime).success) return undefined
  const instantMs = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)
  return instantMs + (roundUp && /\.\d{3}\d*[1-9]/.test(dateTime) ? 1 : 0)
}

/** A strict ISO 8601 date, or date-time with `Z` or an offset (UTC without one), of the named query parameter. */
export const isoInstant = (parameter: string, reading: Reading = {}) =>
  z
    .string()
    .meta({
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
      // Examples of what is sent: zod leaves out those of a schema that makes something else of its input.
      examples: ['2026-03-01', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00.250+01:00'],
    })
    .transform((text, ctx) => {
      const instantMs = parse(text, reading)
      if (instantMs !== undefined) return new Date(instantMs)
      ctx.issues.push({
        code: 'custom',
        input: text,
        message: `Invalid date format; ISO 8601 expected, such as 2026-01-31 or 2026-01-31T09:30:00Z: ${parameter} is ${shown(text)}`,
      })
      return z.NEVER
    })
