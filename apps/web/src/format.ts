/** Formats dates and numbers as readers of one language write them. */
export interface Format {
  /** Such as 3 Nov 2026, 14:05. */
  dateTime: (iso: string) => string
  /** Such as 3 Nov, 14:05:09. */
  toTheSecond: (iso: string) => string
  /** With the day of the week and the time zone. */
  full: (iso: string) => string
  /** Such as 3 Nov. */
  day: (iso: string) => string
  number: (value: number) => string
}

export function createFormat(intlLocale: string): Format {
  const dateTime = new Intl.DateTimeFormat(intlLocale, { dateStyle: 'medium', timeStyle: 'short' })
  const toTheSecond = new Intl.DateTimeFormat(intlLocale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
  const full = new Intl.DateTimeFormat(intlLocale, { dateStyle: 'full', timeStyle: 'long' })
  // The server counts days in UTC.
  const day = new Intl.DateTimeFormat(intlLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(intlLocale)
  return {
    dateTime: (iso) => dateTime.format(new Date(iso)),
    toTheSecond: (iso) => toTheSecond.format(new Date(iso)),
    full: (iso) => full.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    number: (value) => number.format(value),
  }
}
