import { pipeline, Readable } from 'node:stream'
import { type CsvError, type InfoRecord, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import { unescapeFormulas } from '../spreadsheet.ts'
import { countLineEnds, detectDelimiter, findHeader, LineEnds, nameDelimiter } from './csv-records.ts'
import { BrokenFeed, CutFeed, type RawRow, type ReaderOptions, type UnreadableRow } from './row.ts'

// Without this limit, a quote that is never closed would read the rest of the feed into memory.
const recordBytesMax = 1024 * 1024

type CsvOptions = Pick<ReaderOptions, 'columns'> & Partial<Pick<ReaderOptions, 'warn' | 'onColumns'>>

/** Reads the rows of a table. Its first line names the columns; an empty cell is an absent field. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { columns: known, warn, onColumns }: CsvOptions,
): AsyncGenerator<RawRow | UnreadableRow> {
  const source = text[Symbol.asyncIterator]()
  const { start, isEnd } = await readFirstLine(source)
  if (start.trim() === '') throw new BrokenFeed('is empty: a CSV feed begins with a line of column names')
  // Excel writes this line to name the delimiter, and does not show it.
  const excel = /^sep=([^\r\n])\r?\n/i.exec(start)
  const linesBefore = excel === null ? 0 : 1
  const body = start.slice(excel?.[0].length ?? 0)
  const delimiter = excel?.[1] ?? detectDelimiter(body, known)
  const lines = new LineEnds(linesBefore)
  const mistakes = new Mistakes(lines)
  const pieces = readRest(body, source, lines, () => isEnd || mistakes.end !== undefined)
  let table: Table | undefined
  for await (const read of readRecords(pieces, delimiter, lines, mistakes)) {
    if ('unreadable' in read && table === undefined) break
    if ('unreadable' in read) yield read
    else if (table === undefined) {
      table = new Table(read.record, delimiter, warn)
      onColumns?.(table.columns, nameDelimiter(delimiter))
    } else yield table.readRow(read)
  }
  if (table === undefined) throw new BrokenFeed('has no readable line of column names', linesBefore + 1)
}

interface CsvRecord {
  record: string[]
  line: number
  /** Whether it has a line end. */
  isEnded: boolean
}

/** Reads the records of a feed, with the lines on which they begin, and what cannot be read between them. */
async function* readRecords(
  pieces: AsyncIterable<Uint8Array>,
  delimiter: string,
  lines: LineEnds,
  mistakes: Mistakes,
): AsyncGenerator<CsvRecord | UnreadableRow> {
  const parser = openParser(delimiter)
  parser.on('skip', (error: CsvError) => mistakes.add(error))
  // The loop below reads the parser, and so receives its errors.
  pipeline(Readable.from(pieces), parser, () => {})
  for await (const read of parser) {
    // With `info` and `raw` the parser gives a record, its position and its text; without `columns` a record is a list of texts.
    const { record, info, raw } = read as { record: string[]; info: InfoRecord; raw: string }
    const isEnded = lines.isLineStart(info.bytes)
    const line = 1 + lines.count(info.bytes) - (isEnded ? 1 : 0) - countLineEnds(record.join('\0'))
    lines.forget(info.bytes - 1)
    // A quote that is not closed has swallowed rows. What the parser gives after it is not a row of the feed.
    if ((mistakes.end?.line ?? line) < line) break
    yield hasWrongQuotes(record, raw, delimiter)
      ? { line, unreadable: `the quotes do not match: ${quoteRule}` }
      : { record, line, isEnded }
  }
  if (mistakes.end !== undefined) throw mistakes.end
}

const openParser = (delimiter: string) =>
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
function hasWrongQuotes(record: string[], raw: string, delimiter: string): boolean {
  if (!record.some((cell) => cell.includes('"'))) return false
  try {
    parseWhole(raw, { delimiter, relax_column_count: true })
    return false
  } catch {
    return true
  }
}

async function readFirstLine(source: AsyncIterator<string>): Promise<{ start: string; isEnd: boolean }> {
  let start = ''
  while (findHeader(start) === undefined && start.length < recordBytesMax) {
    const next = await source.next()
    if (next.done === true) return { start, isEnd: true }
    start += next.value
  }
  return { start, isEnd: false }
}

/** Gives the bytes of the feed to the parser, and notes where lines end. */
async function* readRest(
  start: string,
  source: AsyncIterator<string>,
  lines: LineEnds,
  isEnd: () => boolean,
): AsyncGenerator<Uint8Array> {
  let piece: string | undefined = start
  while (piece !== undefined) {
    const bytes = Buffer.from(piece)
    lines.add(bytes)
    yield bytes
    const next: IteratorResult<string> | undefined = isEnd() ? undefined : await source.next()
    piece = next === undefined || next.done === true ? undefined : next.value
  }
}

/** The columns of a feed, and how its rows are read. */
class Table {
  readonly columns: string[]
  readonly #delimiter: string
  readonly #warn: CsvOptions['warn']
  /** How many cells the shortest record has. */
  #cellsMin: number

  constructor(header: string[], delimiter: string, warn: CsvOptions['warn']) {
    this.columns = header.map((name) => name.trim())
    this.#cellsMin = header.length
    this.#delimiter = delimiter
    this.#warn = warn
    const repeated = this.columns.find((name, index) => name !== '' && this.columns.indexOf(name) !== index)
    if (repeated !== undefined) throw new BrokenFeed(`has two columns named ${JSON.stringify(repeated)}`, 1)
  }

  readRow({ record, line, isEnded }: CsvRecord): RawRow | UnreadableRow {
    const { columns } = this
    const cells = `${record.length} of ${columns.length} cells`
    if (!isEnded && record.length < this.#cellsMin)
      throw new CutFeed(`ends in a row with ${cells} and without a line end; if it is whole, add a line end`, line)
    if (record.length < columns.length) this.#warn?.(`the row has ${cells}; the fields of the others are absent`, line)
    this.#cellsMin = Math.min(this.#cellsMin, record.length)
    const tooMany = record.findIndex((cell, index) => cell.trim() !== '' && (columns[index] ?? '') === '')
    if (tooMany !== -1) {
      const rule = `a text with ${nameDelimiter(this.#delimiter)} in it needs quotes`
      return { line, unreadable: `cell ${tooMany + 1} has no column name above it; ${rule}` }
    }
    const fields = columns.flatMap((name, index): [string, string][] => {
      const cell = record[index] ?? ''
      return cell.trim() === '' ? [] : [[name, unescapeFormulas(cell)]]
    })
    return { line, value: Object.fromEntries(fields) }
  }
}

const quoteRule = 'a text that contains a quote needs quotes, and the quote inside it is written twice'

/** Receives the mistakes of the parser. After the one in `end`, nothing can be read. */
class Mistakes {
  end: BrokenFeed | undefined
  readonly #lines: LineEnds

  constructor(lines: LineEnds) {
    this.#lines = lines
  }

  add(error: CsvError): void {
    const line = 1 + this.#lines.count(findByte(error))
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      this.end ??= new BrokenFeed('has a row over 1 MiB: a quote in it may never be closed', line)
    else if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      this.end ??= new CutFeed('ends inside quotes that were never closed', line)
  }
}

/** Finds the byte at which the last cell before a mistake ends. */
function findByte(error: CsvError): number {
  // The parser adds its position to the error, but the type of the error does not say so.
  const { bytes } = error as { bytes?: unknown }
  return typeof bytes === 'number' ? bytes : 0
}
