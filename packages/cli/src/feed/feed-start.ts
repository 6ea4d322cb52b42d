import { isObject } from '@boardwalk/schema/json'
import { formatValue } from '@boardwalk/schema/wording'
import { tryParseJson } from '../stored-file.ts'
import { type Format, formats } from './format.ts'
import { BrokenFeed, WebPage } from './row.ts'
import { type Bytes, decodeText, gunzip, prepend, splitStart } from './text-source.ts'

/* Unpacks a feed, and finds its format from its first bytes. */

/** What is known of a feed before it is read. */
export interface TextOptions {
  /** Without it, the format is detected from the beginning of the feed. */
  format?: Format | undefined
  /** The encoding of a feed without a byte order mark; by default UTF-8, or what XML declares. */
  encoding?: string | undefined
  /** Receives a mistake that was read as it was probably meant. */
  warn?: (message: string, line: number) => void
}

/** What kind of rows a feed holds: jobs or links. */
interface FeedKind {
  /** Names of the members that lead to the list in a JSON object, such as `jobs`. */
  list: readonly string[]
  /** Tells whether an object is a row by itself. */
  isRow(value: unknown): boolean
  /** Known column names. A CSV feed with only one column is recognised by them. */
  columns: readonly string[]
}

/** Unpacks and decodes a feed. Returns its format, and its text from the beginning. */
export async function readFeedText(
  bytes: Bytes,
  { format, encoding, warn }: TextOptions,
  kind: FeedKind,
): Promise<{ format: Format; text: AsyncIterable<string> }> {
  const { start, rest } = await splitStart(decodeText(gunzip(bytes), encoding, warn), '', showsFormat)
  if (format !== undefined && format !== 'html' && pageTag.test(start)) throw new WebPage()
  if (format === 'csv' && /^\s*<[a-z!?]/i.test(start))
    throw new BrokenFeed(`is not CSV: it begins with ${formatValue(start.trim())}`, 1)
  return { format: format ?? detectFormat(start, kind), text: prepend(start, rest) }
}

const sampleCharacters = 64 * 1024
/** How many lines may be above the column names of a table. */
const titleLinesMax = 5

// What may come before the first tag of a page, as of XML.
const prolog = '^(?:\\s|<\\?[^>]*>|<!--(?:(?!-->)[\\s\\S])*-->)*'
const firstTag = new RegExp(`${prolog}<[^?!]|${prolog}<!d[^>]*>`, 'i')
/** The first tag of a web page. */
const pageTag = new RegExp(`${prolog}<(?:!doctype\\s+html|html|head|body)\\b`, 'i')

/** Tells whether the start of a feed has its first tag, or its first line that is not blank. */
function showsFormat(start: string): boolean {
  if (start.length > sampleCharacters) return true
  const text = start.trimStart()
  if (text.startsWith('<')) return firstTag.test(start)
  // The column names of a table may be below a title.
  const [first = '', ...others] = text.split('\n')
  return others.length > (/^[[{]|[,;\t|]/.test(first) ? 0 : titleLinesMax)
}

/** Detects a feed's format from its first line. */
function detectFormat(start: string, { columns, ...object }: FeedKind): Format {
  const line = start.trimStart().split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new BrokenFeed('is empty')
  if (pageTag.test(start)) return 'html'
  if (line.startsWith('<')) return 'xml'
  if (line.startsWith('[')) return 'json'
  if (line.startsWith('{')) return isWholeRow(line, object) ? 'ndjson' : 'json'
  const lines = start.trimStart().split(/\r?\n/, titleLinesMax + 1)
  const names = lines.map((text) => text.split(/[,;\t|]/).map((name) => name.trim().replaceAll('"', '')))
  const isHeader = (cells: string[]) => cells.filter((name) => columns.includes(name)).length > 1
  const [firstNames = []] = names
  if (firstNames.length > 1 || firstNames.some((name) => columns.includes(name)) || names.some(isHeader)) return 'csv'
  throw new BrokenFeed(`does not begin like any of the formats ${formats.join(', ')}; name one with --format`, 1)
}

/** Tells whether a line is a whole JSON object that is a row, or a wrong one, and not the object around a list of rows. */
function isWholeRow(line: string, { list, isRow }: Omit<FeedKind, 'columns'>): boolean {
  const value = tryParseJson(line)
  if (value === undefined) return false
  const rows = list.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
  if (Array.isArray(rows)) return false
  if (isRow(value)) return true
  const isByNumber = /^\d+$/.test(Object.keys(value ?? {})[0] ?? '')
  return (
    !isObject(rows) &&
    !isByNumber &&
    !Object.values(value ?? {}).some((member) => Array.isArray(member) && member.some(isObject))
  )
}
