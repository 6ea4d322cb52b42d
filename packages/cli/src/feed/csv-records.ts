import { pipeline, Readable } from 'node:stream'
import { type CsvError, type InfoRecord, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import { BrokenFeed, CutFeed, type UnreadableRow } from './row.ts'

// Without this limit, a quote that is never closed would read the rest of the feed into memory.
export const recordBytesMax = 1024 * 1024

/** A record of CSV: the cells between two line ends. */
export interface CsvRecord {
  cells: string[]
  /** The line on which the record begins, from 1. */
  line: number
  /** Whether the record has a line end. */
  isEnded: boolean
}

const quoteRule = 'a text that contains a quote needs quotes, and the quote inside it is written twice'

/** Reads the records of CSV, and what cannot be read between them. Throws BrokenFeed if a quote is never closed. */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  linesBefore: number,
): AsyncGenerator<CsvRecord | UnreadableRow> {
  const lines = new LineEnds(linesBefore)
  let end: BrokenFeed | undefined
  async function* readBytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      lines.add(bytes)
      yield bytes
      if (end !== undefined) return
    }
  }
  const parser = createParser(delimiter)
  parser.on('skip', (error: CsvError) => {
    end ??= createBroken(error, lines)
  })
  // The loop below reads the parser, and so receives its errors.
  pipeline(Readable.from(readBytes()), parser, () => {})
  for await (const parsed of parser) {
    // With `info` and `raw` the parser gives a record, its position and its text; without `columns` a record is a list of texts.
    const { record: cells, info, raw } = parsed as { record: string[]; info: InfoRecord; raw: string }
    const isEnded = lines.isLineStart(info.bytes)
    const line = 1 + lines.count(info.bytes) - (isEnded ? 1 : 0) - countLineEnds(cells.join('\0'))
    lines.forget(info.bytes - 1)
    // A quote that is not closed has swallowed rows. What the parser gives after it is not a row of the feed.
    if ((end?.line ?? line) < line) break
    yield hasWrongQuotes(cells, raw, delimiter)
      ? { line, unreadable: `the quotes do not match: ${quoteRule}` }
      : { cells, line, isEnded }
  }
  if (end !== undefined) throw end
}

const createParser = (delimiter: string) =>
  parse({
    delimiter,
    info: true,
    max_record_size: recordBytesMax,
    raw: true,
    relax_column_count: true,
    // Otherwise a quote in a wrong place costs the next row as well.
    relax_quotes: true,
    skip_empty_lines: true,
    // A spreadsheet writes a line of delimiters for each row that was emptied.
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
  })

/** Tells whether a quote of a record is in a wrong place. Such a quote stays in its cell. */
function hasWrongQuotes(cells: string[], raw: string, delimiter: string): boolean {
  if (!cells.some((cell) => cell.includes('"'))) return false
  try {
    parseWhole(raw, { delimiter, relax_column_count: true })
    return false
  } catch {
    return true
  }
}

/** Turns a mistake after which nothing can be read into an error; undefined for other mistakes. */
function createBroken(error: CsvError, lines: LineEnds): BrokenFeed | undefined {
  // The parser adds its position, the end of the last cell before the mistake, but the type of the error does not say so.
  const { bytes } = error as { bytes?: unknown }
  const line = 1 + lines.count(typeof bytes === 'number' ? bytes : 0)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new BrokenFeed('has a row over 1 MiB: a quote in it may never be closed', line)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new CutFeed('ends inside quotes that were never closed', line)
  return undefined
}

const newline = 0x0a
const carriageReturn = 0x0d

/** Counts the line ends of a text: a line feed, a carriage return, or both together. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** Where the lines of a feed end. CRLF counts once; the parser of CSV counts it twice inside quotes. */
class LineEnds {
  /** The bytes at which lines end, from the last row that was counted. */
  #ends: number[] = []
  #counted: number
  #bytes = 0
  #isAfterReturn = false

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
    return this.#counted + this.#find(byte)
  }

  /** Tells whether a line ends with the byte before this one. */
  isLineStart(byte: number): boolean {
    return this.#ends.includes(byte - 1)
  }

  /** Forgets the lines that end before this byte: their ends are not needed any more. */
  forget(byte: number): void {
    const length = this.#find(byte)
    this.#counted += length
    this.#ends.splice(0, length)
  }

  #find(byte: number): number {
    const next = this.#ends.findIndex((end) => end >= byte)
    return next === -1 ? this.#ends.length : next
  }
}
