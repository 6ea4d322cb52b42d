/** Units of time with their seconds, the longest first. */
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Whether a text is a date without a time. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

export type Format = ReturnType<typeof createFormat>

/** Makes functions that write moments (ISO 8601) and numbers as readers of one language do. */
export function createFormat(intlLocale: string) {
  const createDateFormat = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(intlLocale, options)
    return (iso: string) => formatter.format(new Date(iso))
  }
  const numberFormat = new Intl.NumberFormat(intlLocale)
  const percentFormat = new Intl.NumberFormat(intlLocale, { style: 'percent', maximumFractionDigits: 1 })
  const relative = new Intl.RelativeTimeFormat(intlLocale, { numeric: 'auto' })
  const formatDistance = (seconds: number, direction: 1 | -1) => {
    const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['second', 1] as const)
    return relative.format(unit === 'second' ? 0 : direction * Math.floor(seconds / length), unit)
  }
  const dateTime = createDateFormat({ dateStyle: 'medium', timeStyle: 'short' })
  const date = createDateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
  return {
    /** Such as 3 Nov 2026, 14:05. */
    dateTime,
    /** Such as 3 Nov, 14:05:09. */
    toTheSecond: createDateFormat({
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    }),
    /** With the day of the week and the time zone. */
    full: createDateFormat({ dateStyle: 'full', timeStyle: 'long' }),
    /** Such as 3 Nov. The server counts days in UTC. */
    day: createDateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    /** Such as 3 Nov 2026, of a day in UTC. */
    date,
    /** Formats a date or a date-time that an ATS sent. Returns any other text unchanged. */
    sentDate(text: string) {
      if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text
      return isDay(text) ? date(text) : dateTime(text)
    },
    number: (value: number) => numberFormat.format(value),
    /** Writes a part of 1, such as 4.2%. */
    percent: (part: number) => percentFormat.format(part),
    /** Such as 2 hours ago. A moment in the future is now, because the clocks of server and browser may differ a little. */
    ago: (iso: string) => formatDistance((Date.now() - new Date(iso).getTime()) / 1000, -1),
    /** Such as in 2 hours. A moment in the past is now. */
    until: (iso: string) => formatDistance((new Date(iso).getTime() - Date.now()) / 1000, 1),
  }
}

/** Names a key with the end of the key itself, because a rolled key has the name of the old one. */
export const formatKeyName = (name: string, ending: string): string => (ending === '' ? name : `${name} (…${ending})`)
