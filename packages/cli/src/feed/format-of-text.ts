import { type Format, formats } from './format.ts'
import { BrokenFeed } from './row.ts'
import { hasFirstLine } from './text-source.ts'

const sampleCharacters = 64 * 1024

/** What kind of rows a feed holds: jobs or links. */
export interface FeedKind {
  /** Name of the member that holds the list in a JSON object, such as `jobs`. */
  listed: string
  /** Known column names. A CSV feed with only one column is recognised by them. */
  columns: readonly string[]
}

/** Detects a feed's format from its first line. Answers the format, and the whole text from its beginning. */
export async function detectFormat(
  text: AsyncIterable<string>,
  kind: FeedKind,
): Promise<{ format: Format; text: AsyncIterable<string> }> {
  const source = text[Symbol.asyncIterator]()
  let start = ''
  let next = await source.next()
  while (next.done !== true) {
    start += next.value
    if (hasFirstLine(start) || start.length > sampleCharacters) break
    next = await source.next()
  }
  const isEnd = next.done === true
  async function* whole(): AsyncGenerator<string> {
    yield start
    if (isEnd) return
    for (let read = await source.next(); read.done !== true; read = await source.next()) yield read.value
  }
  return { format: detectFromStart(start, kind), text: whole() }
}

function detectFromStart(start: string, { listed, columns }: FeedKind): Format {
  const line = start.trimStart().split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new BrokenFeed('is empty')
  if (line.startsWith('<')) return 'xml'
  if (line.startsWith('[')) return 'json'
  if (line.startsWith('{')) return isWholeRow(line, listed) ? 'ndjson' : 'json'
  const names = line.split(/[,;\t]/).map((name) => name.trim().replaceAll('"', ''))
  if (names.length > 1 || names.some((name) => columns.includes(name))) return 'csv'
  throw new BrokenFeed(`does not begin like any of the formats ${formats.join(', ')}; name one with --format`, 1)
}

/** Tells whether a line is a whole JSON object without the list of rows. Then the format is NDJSON. */
function isWholeRow(line: string, listed: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(Object.entries(value).find(([name]) => name === listed)?.[1])
    )
  } catch {
    return false
  }
}
