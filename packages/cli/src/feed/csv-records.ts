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

const newline = 0x0a
const carriageReturn = 0x0d

/** Counts the line ends of a text: a line feed, a carriage return, or both together. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** Where the lines of a feed end. CRLF counts once; the parser of CSV counts it twice inside quotes. */
export class LineEnds {
  /** The bytes at which lines end, from the last row that was counted. */
  #ends: number[] = []
  #counted: number
  #bytes = 0
  #isAfterReturn = false

  /** `linesBefore`: how many lines are before the first byte. */
  constructor(linesBefore: number) {
    this.#counted = linesBefore
  }

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#isAfterReturn && byte !== newline) this.#ends.push(this.#bytes - 1)
      if (byte === newline) this.#ends.push(this.#bytes)
      this.#isAfterReturn = byte === carriageReturn
      this.#bytes++
    }
  }

  /** Counts the lines that end before this byte. */
  count(byte: number): number {
    const next = this.#ends.findIndex((end) => end >= byte)
    return this.#counted + (next === -1 ? this.#ends.length : next)
  }

  /** Tells whether a line ends with the byte before this one. */
  isLineStart(byte: number): boolean {
    return this.#ends.includes(byte - 1)
  }

  /** Forgets the lines that end before this byte: no earlier one is asked for. */
  forget(byte: number): void {
    const next = this.#ends.findIndex((end) => end >= byte)
    const length = next === -1 ? this.#ends.length : next
    this.#counted += length
    this.#ends.splice(0, length)
  }
}
