import { shown } from './wording.ts'

interface Reading {
  /** A date without a time is the day's last millisecond instead of its first. */
  dayEnd?: boolean
  /** A time finer than a millisecond goes up to the next one instead of down. */
  roundUp?: boolean
}

const DAY_MS = 86_400_000
const FORM = /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/

/** Milliseconds since 1970 of a strict ISO 8601 date or date-time; undefined where the text is none. */
export function instantOf(text: string, { dayEnd = false, roundUp = false }: Reading = {}): number | undefined {
  // An unencoded `+` of a query string arrives as a blank.
  const [, date = '', time, zone = ''] = FORM.exec(text.replace(/ (?=\d\d:\d\d$)/, '+')) ?? []
  const dayMs = Date.parse(`${date}T00:00Z`)
  // Of the 30th of February some engines make the 2nd of March.
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(date)
  if (!isDay || (time === undefined && zone !== '')) return undefined
  if (time === undefined) return dayMs + (dayEnd ? DAY_MS - 1 : 0)
  return Date.parse(`${date}${time}${zone || 'Z'}`) + (roundUp && /\.\d{3}\d*[1-9]/.test(time) ? 1 : 0)
}

/** What is said of a date that is none. */
export function invalidInstant(parameter: string, text: string): string {
  return `Invalid date format; ISO 8601 expected, such as 2026-01-31 or 2026-01-31T09:30:00Z: ${parameter} is ${shown(text)}`
}
