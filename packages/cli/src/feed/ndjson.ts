import { parseJson } from '@boardwalk/schema/json'
import { findFault } from './json-scanner.ts'
import { CutFeed, type SourceRow, type UnreadableRow } from './row.ts'

// The server accepts at most 1 MiB per request, so it would refuse every longer row.
const lineCharactersMax = 1024 * 1024

/** Reads newline-delimited JSON, one row per line. A broken line affects no other line; blank lines are skipped. */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let line = 1
  let open = ''
  let isTooLong = false
  for await (const chunk of text) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const row = isTooLong ? reportLongLine(line) : readRow(open + chunk.slice(start, end), line)
      if (row !== undefined) yield row
      open = ''
      isTooLong = false
      line++
      start = end + 1
    }
    if (!isTooLong) open += chunk.slice(start)
    if (open.length > lineCharactersMax) {
      isTooLong = true
      open = ''
    }
  }
  const last = isTooLong ? reportLongLine(line) : readRow(open, line, true)
  if (last !== undefined) yield last
}

const reportLongLine = (line: number): UnreadableRow => ({
  line,
  unreadable: `the line is over ${lineCharactersMax} characters; each line must be one row`,
})

function readRow(source: string, line: number, isLast = false): SourceRow | undefined {
  if (source.trim() === '') return undefined
  if (source.length > lineCharactersMax) return reportLongLine(line)
  try {
    return { line, value: parseJson(source) }
  } catch {
    const fault = findFault(source)
    if (isLast && fault?.at === source.length) throw new CutFeed('ends in the middle of a row', line)
    const why = fault === undefined ? 'it is nested too deep' : `column ${fault.at + 1}: ${fault.message}`
    return { line, unreadable: `the row is not JSON: ${why}` }
  }
}
