import { Refusal } from '../native/refusal.ts'

const DAY_MS = 86_400_000
const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/

/** The instant of strict ISO 8601, UTC where it has no offset; of a date its first or its last millisecond. Throws 400. */
export function instantOf(
  parameter: string,
  text: string | undefined,
  dateOnly: 'dayStart' | 'dayEnd' = 'dayStart',
): Date | undefined {
  if (text === undefined) return undefined
  const [date = '', time, ...rest] = text.split('T')
  const day = dayOf(date)
  if (day === undefined || rest.length > 0) throw invalid(parameter, text)
  if (time === undefined) return new Date(day + (dateOnly === 'dayEnd' ? DAY_MS - 1 : 0))
  // An unencoded `+` of a query string arrives as a blank.
  const parts = TIME.exec(time.replace(' ', '+'))
  if (parts === null) throw invalid(parameter, text)
  return new Date(`${date}T${parts[0]}${parts[1] === undefined ? 'Z' : ''}`)
}

/** The first millisecond of a day that is in the calendar. */
function dayOf(date: string): number | undefined {
  if (!DATE.test(date)) return undefined
  const day = new Date(date)
  // 30 February rolls over into March.
  return day.toISOString().startsWith(date) ? day.getTime() : undefined
}

const invalid = (parameter: string, text: string) =>
  new Refusal(400, `Invalid date format; ISO 8601 expected: ${parameter} is ${JSON.stringify(text.slice(0, 60))}`)
