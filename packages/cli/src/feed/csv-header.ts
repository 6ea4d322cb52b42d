import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|']

/** The first line that is not blank, with its line end; it is no header before its quotes are closed. */
const firstLine = /^\s*(?=\S)[^\r\n]*[\r\n]/

/** Finds the line of column names, which may have line ends inside quotes. Undefined until it is whole. */
export function findHeader(text: string): string | undefined {
  const masked = text.replaceAll(/"[^"]*"/g, (quoted) => 'x'.repeat(quoted.length))
  const line = firstLine.exec(masked)?.[0]
  return line === undefined || line.includes('"') ? undefined : text.slice(0, line.length)
}

/**
 * Detects the delimiter by the line of column names: the one that gives most of the known names, and of several the one that
 * gives most columns.
 */
export function detectDelimiter(text: string, known: readonly string[]): string {
  const header = findHeader(`${text}\n`) ?? ''
  const counts = delimiters.map((delimiter) => {
    const columns = splitHeader(header, delimiter)
    return { delimiter, known: columns.filter((name) => known.includes(name)).length, all: columns.length }
  })
  counts.sort((one, other) => other.known - one.known || other.all - one.all)
  return counts[0]?.delimiter ?? ','
}

function splitHeader(header: string, delimiter: string): string[] {
  try {
    const records: string[][] = parse(header, { delimiter, to: 1, trim: true, skip_empty_lines: true })
    return records[0] ?? []
  } catch {
    // With this delimiter, a quote is in the middle of a name.
    return []
  }
}

/** Names a delimiter for a message. */
export const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter))
