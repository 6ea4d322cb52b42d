import { type Format, formats } from './format.ts'
import { BrokenFeed } from './row.ts'
import { hasFirstLine } from './text-source.ts'

const sampleCharacters = 64 * 1024

/** What a feed holds, as far as its beginning can show it. */
export interface FeedKind {
  /** Under which name an object has the list: `jobs`. */
  listed: string
  /** Names of columns, by which a table of one column is known. */
  columns: readonly string[]
}

/** The format that a feed's beginning tells, and the whole feed again. */
export async function formatOfText(
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
  return { format: formatOfStart(start, kind), text: whole() }
}

function formatOfStart(start: string, { listed, columns }: FeedKind): Format {
  const line = start.trimStart().split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new BrokenFeed('is empty')
  if (line.startsWith('<')) return 'xml'
  if (line.startsWith('[')) return 'json'
  if (line.startsWith('{')) return isWholeRow(line, listed) ? 'ndjson' : 'json'
  const names = line.split(/[,;\t]/).map((name) => name.trim().replaceAll('"', ''))
  if (names.length > 1 || names.some((name) => columns.includes(name))) return 'csv'
  throw new BrokenFeed(`begins like none of the formats ${formats.join(', ')}; name one with --format`, 1)
}

/** Whether a line is an object by itself that is not the one with the list: then each line is a row. */
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
