import type { RawRow, UnreadableRow } from './row.ts'

// A line is one row, and no row over the server's limit of 1 MiB a request is ever accepted.
const lineCharactersMax = 1024 * 1024

/** Rows of newline-delimited JSON. Each line stands alone, so that a broken one costs only itself; blank ones are none. */
export async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<RawRow | UnreadableRow> {
  let line = 1
  let open = ''
  let isTooLong = false
  for await (const chunk of text) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const row = isTooLong ? tooLong(line) : rowOf(open + chunk.slice(start, end), line)
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
  const last = isTooLong ? tooLong(line) : rowOf(open, line)
  if (last !== undefined) yield last
}

const tooLong = (line: number): UnreadableRow => ({
  line,
  unreadable: `the line is over ${lineCharactersMax} characters; one line is one job`,
})

function rowOf(source: string, line: number): RawRow | UnreadableRow | undefined {
  if (source.trim() === '') return undefined
  if (source.length > lineCharactersMax) return tooLong(line)
  try {
    return { line, value: JSON.parse(source) }
  } catch (error) {
    return { line, unreadable: `the line is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
