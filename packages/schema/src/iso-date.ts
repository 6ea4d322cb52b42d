import { z } from 'zod'
import { formatValue } from './wording.ts'

const DAY_MS = 86_400_000
// There are two forms, because zod requires seconds before a zone, and ISO 8601 does not.
const DateTime = z.union([
  z.iso.datetime({ offset: true, local: true }),
  z.iso.datetime({ offset: true, local: true, precision: -1 }),
])

interface Reading {
  /** Reads a date without a time as the last millisecond of the day instead of the first. */
  dayEnd?: boolean
  /** Rounds a time with fractions of a millisecond up instead of down. */
  roundUp?: boolean
}

/** The first and the last instant of the years 1 to 9999 in UTC. Not every database can store another. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses strict ISO 8601 in the extended form to milliseconds since 1970. Returns undefined for any other text, and for an instant
 * outside the years 1 to 9999 in UTC. That can be a date of the year 1 with an offset.
 */
export function parseInstant(text: string, reading: Reading): number | undefined {
  const instantMs = parseAny(text, reading)
  return instantMs !== undefined && instantMs >= FIRST_MS && instantMs <= LAST_MS ? instantMs : undefined
}

/**
 * Makes a date from milliseconds since 1970. Use it for a time that is calculated from a date of a caller: an instant outside the years
 * 1 to 9999 becomes the first or the last instant of them.
 */
export const toStorableDate = (instantMs: number): Date => new Date(Math.min(Math.max(instantMs, FIRST_MS), LAST_MS))

/** Says what is wrong with a text that `parseInstant` does not accept, as the end of a message. Empty if it is no date at all. */
export function explainDate(text: string): string {
  if (/^\d{8}(?:T|$)/.test(text)) return ', which needs hyphens in the date and colons in the time'
  return parseAny(text, {}) === undefined ? '' : ', which is outside the years 1 to 9999 in UTC'
}

function parseAny(text: string, { dayEnd = false, roundUp = false }: Reading): number | undefined {
  if (z.regexes.date.test(text)) return Date.parse(text) + (dayEnd ? DAY_MS - 1 : 0)
  // zod demands a point before a fraction, and a colon in an offset. A `+` that was not encoded in a query arrives as a blank.
  const dateTime = text
    .replace(/,(?=\d)/, '.')
    .replace(
      /([ +-])(\d\d)(?::?(\d\d))?$/,
      (_, sign, hours, minutes = '00') => `${sign.trim() || '+'}${hours}:${minutes}`,
    )
  if (!DateTime.safeParse(dateTime).success) return undefined
  const instantMs = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)
  return instantMs + (roundUp && /\.\d{3}\d*[1-9]/.test(dateTime) ? 1 : 0)
}

/** What a date may look like, for descriptions. */
export const dateForm =
  'An ISO 8601 date, or date-time with `Z` or an offset such as `+01:00`, `+0100` or `+01` (UTC without one).'

/** A query parameter that holds a strict ISO 8601 date or date-time. */
export const isoInstant = (parameter: string, reading: Reading = {}) =>
  z
    .string()
    .meta({
      // A date has 10 characters, and a date-time has more. Code generators make a class of a union (`anyOf`), which some
      // cannot put into a query. They pass over this condition and make a plain text.
      if: { maxLength: 10 },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { format: 'date' },
      else: { format: 'date-time' },
      // The examples are here, because zod leaves out the examples of a schema that transforms its input.
      examples: ['2026-03-01', '2026-03-01T09:30:00Z', '2026-03-01T09:30:00.250+01:00'],
    })
    .transform((text, ctx) => {
      const instantMs = parseInstant(text, reading)
      if (instantMs !== undefined) return new Date(instantMs)
      ctx.issues.push({
        code: 'custom',
        input: text,
        message: `Invalid date format; ISO 8601 expected, such as 2026-01-31 or 2026-01-31T09:30:00Z: ${parameter} is ${formatValue(text)}${explainDate(text)}`,
      })
      return z.NEVER
    })
