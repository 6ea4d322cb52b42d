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
  /** Such as 2 hours ago. */
  ago: (iso: string) => string
}

/** Units of time with their seconds, the longest first. */
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

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
  const relative = new Intl.RelativeTimeFormat(intlLocale, { numeric: 'auto' })
  return {
    dateTime: (iso) => dateTime.format(new Date(iso)),
    toTheSecond: (iso) => toTheSecond.format(new Date(iso)),
    full: (iso) => full.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    number: (value) => number.format(value),
    ago(iso) {
      // The clocks of the server and of the browser may differ a little: nothing was in the future.
      const seconds = Math.max(0, (Date.now() - new Date(iso).getTime()) / 1000)
      const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['second', 1] as const)
      return unit === 'second' ? relative.format(0, unit) : relative.format(-Math.floor(seconds / length), unit)
    },
  }
}
