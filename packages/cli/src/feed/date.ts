import { parseInstant } from '@boardwalk/schema/iso-date'

/*
 * Dates as feeds write them. The board takes ISO 8601 only, so a date is written in that form before it is sent. A date
 * that can be read in two ways, such as 01/09/2025, is read only by a pattern of the map.
 */

/** The parts of a date as texts. Without `hour` it is a day. */
type Parts = Partial<Record<Part, string>>
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone'

const months = [
  'january february march april may june july august september october november december',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
].map((names) => names.split(' '))

const word = '\\p{L}[\\p{L}\\p{M}]*\\.?'
const zone = 'Z|(?:UTC|GMT)?[+-]\\d\\d?(?::?\\d\\d)?|UTC|GMT'
const weekday = `(?:${word},?\\s+)?`
const time =
  '(?<hour>\\d\\d?)(?:[:h](?<minute>\\d\\d)(?:[:m](?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?|h|(?=\\s*[ap]\\.?m))'
const compactTime = '(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)'
const between = '(?:T|,?\\s+(?:(?:at|à|-)\\s+)?)'
// JavaScript writes the name of the zone in brackets after its offset.
const rest = `(?:\\s*(?<half>[ap]\\.?m\\.?))?(?:\\s*(?<zone>${zone}))?(?:\\s+\\([^)]*\\))?`

const createForm = (date: string, clock = time) => new RegExp(`^${date}(?:${between}${clock}${rest})?$`, 'iu')

/** The forms that have one reading. */
const forms = [
  createForm('(?<year>\\d{4})([-/.])(?<month>\\d\\d?)\\2(?<day>\\d\\d?)'),
  createForm('(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)'),
  createForm('(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)', compactTime),
  // Points are between days and months in languages that begin with the day.
  createForm('(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>\\d{4})'),
  createForm(
    `${weekday}(?<day>\\d\\d?)(?:er|st|nd|rd|th|\\.)?(?:\\s+|-)(?:of\\s+)?(?<month>${word}),?(?:\\s+|-)(?<year>\\d{4})`,
  ),
  createForm(`${weekday}(?<month>${word})\\s+(?<day>\\d\\d?)(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})`),
]
/** Day and month, or month and day: a number over 12 is the day. */
const eitherForm = createForm('(?<day>\\d\\d?)([-/])(?<month>\\d\\d?)\\2(?<year>\\d{4})')

/** Writes a date in the form of the board. Undefined if the text is no date, or can be read in two ways. */
export function readDate(text: string): string | undefined {
  const trimmed = text.trim()
  if (parseInstant(trimmed, {}) !== undefined) return trimmed
  for (const form of forms) {
    const found = form.exec(trimmed)?.groups
    if (found !== undefined) return writeDate(found)
  }
  const either = eitherForm.exec(trimmed)?.groups
  if (either === undefined) return undefined
  const { day, month } = either
  const dayFirst = writeDate(either)
  const monthFirst = writeDate({ ...either, day: month, month: day })
  return dayFirst === undefined || monthFirst === undefined || day === month ? (dayFirst ?? monthFirst) : undefined
}

/** Writes the parts in the form of the board. Undefined if there is no such day or time. */
function writeDate(parts: Parts): string | undefined {
  const year = readYear(parts.year)
  const month = readMonth(parts.month)
  const day = pad(parts.day)
  const date = `${year}-${month}-${day}`
  if (month === undefined || parseInstant(date, {}) === undefined) return undefined
  if (parts.hour === undefined) return date
  const clock = `${pad(readHour(parts.hour, parts.half))}:${pad(parts.minute)}:${pad(parts.second)}`
  const fraction = parts.fraction === undefined || /^0+$/.test(parts.fraction) ? '' : `.${parts.fraction}`
  // Databases and spreadsheets write a day so.
  if (clock === '00:00:00' && fraction === '' && parts.zone === undefined) return date
  const instant = `${date}T${clock}${fraction}${readZone(parts.zone)}`
  return parseInstant(instant, {}) === undefined ? undefined : instant
}

const pad = (digits = '0') => digits.padStart(2, '0')
const readYear = (year = '') => (year.length === 2 ? `20${year}` : year)

/** Reads a number, a name of a month in English or French, or its beginning. Undefined if several months begin so. */
function readMonth(text = ''): string | undefined {
  if (/^\d+$/.test(text)) return pad(text)
  const name = text
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase()
  if (name.length < 3) return undefined
  const found = new Set(
    months.flatMap((names) => names.flatMap((full, index) => (full.startsWith(name) ? [index + 1] : []))),
  )
  const [month] = found
  return found.size === 1 ? pad(String(month)) : undefined
}

/** Reads an hour, of 12 with `half`. An hour that does not exist stays as it is, so that no time has it. */
function readHour(hour: string, half: string | undefined): string {
  if (half === undefined) return hour
  if (Number(hour) < 1 || Number(hour) > 12) return '99'
  return String((Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0))
}

function readZone(text = 'Z'): string {
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d\d?):?(\d\d)?$/.exec(text) ?? []
  return sign === undefined ? 'Z' : `${sign}${pad(hours)}:${minutes}`
}

/** Of each letter of a pattern: the part of a date, and what it may be. */
const tokens: Record<string, string> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d\\d)',
  MMMM: `(?<month>${word})`,
  MMM: `(?<month>${word})`,
  MM: '(?<month>\\d\\d)',
  M: '(?<month>\\d\\d?)',
  dd: '(?<day>\\d\\d)',
  d: '(?<day>\\d\\d?)',
  EEEE: word,
  EEE: word,
  HH: '(?<hour>\\d\\d)',
  H: '(?<hour>\\d\\d?)',
  hh: '(?<hour>\\d\\d)',
  h: '(?<hour>\\d\\d?)',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  SSS: '(?<fraction>\\d+)',
  a: '(?<half>[ap]\\.?m\\.?)',
  z: `(?<zone>${zone})`,
}
const patternParts = /'((?:[^']|'')*)'|(\p{L})\2*|\s+|[^\p{L}\s']+/gu

/** The pattern of the dates of Excel: days since the end of 1899, with the time as a fraction. */
const excelPattern = 'excel'

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Writes a part of a pattern without a time as `tokens` has it: there, `mm` can only be the month, and `DD` and `YYYY` only day and year. */
const writeDayToken = (part: string) => {
  const lower = part.toLowerCase()
  if (lower.startsWith('m')) return part.toUpperCase()
  return lower.startsWith('d') || lower.startsWith('y') ? lower : part
}

/** Makes the form of a pattern such as `dd/MM/yyyy`. Undefined if it is no pattern of a date. */
function createPatternForm(pattern: string): RegExp | undefined {
  const parts = [...pattern.matchAll(patternParts)]
  const isRead = parts.reduce((length, [part]) => length + part.length, 0) === pattern.length
  const hasTime = parts.some(([, , letter]) => letter === 'H' || letter === 'h')
  const sources = parts.map(([part, quoted, letter]) => {
    if (quoted !== undefined) return escapePattern(quoted.replaceAll("''", "'"))
    if (part.trim() === '') return '\\s+'
    if (letter === undefined || part === 'T') return escapePattern(part)
    return tokens[hasTime ? part : writeDayToken(part)]
  })
  const names = sources.flatMap((source) => /^\(\?<(\w+)>/.exec(source ?? '')?.[1] ?? [])
  const isDate = ['year', 'month', 'day'].every((name) => names.includes(name))
  if (!isRead || !isDate || new Set(names).size < names.length || sources.includes(undefined)) return undefined
  return new RegExp(`^${sources.join('')}$`, 'iu')
}

/** Tells whether a text is the pattern of a date, such as `dd/MM/yyyy`. */
export const isDatePattern = (pattern: string): boolean =>
  pattern === excelPattern || createPatternForm(pattern) !== undefined

const looseParts = { day: '\\d\\d?', month: `\\d\\d?|${word}`, year: '\\d{4}|\\d\\d' }

/** The orders of the parts of a date, each as a form in which a year may have two digits. */
const orderedForms = (
  [
    ['day', 'month', 'year'],
    ['month', 'day', 'year'],
    ['year', 'month', 'day'],
  ] as const
).map((order) => {
  const [first, second, third] = order.map((part) => `(?<${part}>${looseParts[part]})`)
  return new RegExp(createForm(`${first}(?<mark>[-/.]|\\s+)${second}\\k<mark>${third}`).source, 'diu')
})

const compactPatterns = ['yyyyMMdd', 'ddMMyyyy', 'MMddyyyy', 'ddMMyy', 'MMddyy', 'yyMMdd']

/** Lists the patterns that a text may have. Not each of them reads it. */
export function listPatterns(text: string): string[] {
  const trimmed = text.trim()
  const found = orderedForms.map((form) => form.exec(trimmed)).filter((match) => match !== null)
  return [...found.map(writePattern), ...compactPatterns, excelPattern]
}

/** Writes the pattern of a text from the places of its parts. */
function writePattern({ 0: text, groups = {}, indices }: RegExpExecArray): string {
  const { day = '', month = '', half } = groups
  // `1/9/2026` and `15/12/2026` have the same pattern.
  const width = Math.min(day.length, month.length)
  const tokenByPart: Record<Part, (found: string) => string> = {
    year: (found) => 'y'.repeat(found.length),
    month: (found) => (/\d/.test(found) ? 'M'.repeat(width) : 'MMM'),
    day: () => 'd'.repeat(width),
    hour: (found) => (half === undefined ? 'H' : 'h').repeat(found.length),
    minute: () => 'mm',
    second: () => 'ss',
    fraction: () => 'SSS',
    half: () => 'a',
    zone: () => 'z',
  }
  const places = Object.entries(tokenByPart).flatMap(([part, write]) => {
    const [from, to] = indices?.groups?.[part] ?? []
    return from === undefined ? [] : [{ from, to, token: write(text.slice(from, to)) }]
  })
  let pattern = ''
  let end: number | undefined = 0
  for (const { from, to, token } of places.toSorted((a, b) => a.from - b.from)) {
    pattern += quoteWords(text.slice(end, from)) + token
    end = to
  }
  return pattern + quoteWords(text.slice(end))
}

const quoteWords = (text: string) =>
  text.replaceAll(/[\p{L}']+/gu, (found) => (found === 'T' ? found : `'${found.replaceAll("'", "''")}'`))

/** Writes a date that has a pattern in the form of the board, or one that has a single reading. Undefined for any other text. */
export function readDateBy(pattern: string, text: string): string | undefined {
  if (pattern === excelPattern) return readExcelDate(text) ?? readDate(text)
  const found = createPatternForm(pattern)?.exec(text.trim())?.groups
  return (found && writeDate(found)) ?? readDate(text)
}

const dayMs = 86_400_000
/** The day before which Excel counts a day that there was not: 29 February 1900. */
const firstSafeDay = 61
/** 31 December 9999. */
const lastDay = 2_958_465
/** The number that Excel gives to 1 January 1970. */
const unixDay = 25_569

function readExcelDate(text: string): string | undefined {
  const number = /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0
  if (number < firstSafeDay || number >= lastDay + 1) return undefined
  const instant = new Date(Math.round(((number - unixDay) * dayMs) / 1000) * 1000).toISOString()
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.replace('.000Z', 'Z')
}
