import { pipeline, Readable } from 'node:stream'
import { type CsvError, type InfoRecord, parse } from 'csv-parse'
import { unescapeFormulas } from './formula.ts'
import { BrokenFeed, type RawRow, type UnreadableRow } from './row.ts'
import { countLines } from './text-source.ts'

// Without this limit, a quote that is never closed would read the rest of the feed into memory.
const recordBytesMax = 1024 * 1024

/** Reads the rows of a table. Its first line names the columns; an empty cell is an absent field. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<RawRow | UnreadableRow> {
  const source = text[Symbol.asyncIterator]()
  const { start, isEnd } = await readFirstLine(source)
  if (start.trim() === '') throw new BrokenFeed('is empty: a CSV feed begins with a line of column names')
  // Excel writes this line to name the delimiter, and does not show it.
  const excel = /^sep=([,;\t])\r?\n/.exec(start)
  const linesBefore = excel === null ? 0 : 1
  const body = start.slice(excel?.[0].length ?? 0)
  const parser = parse({
    delimiter: excel?.[1] ?? detectDelimiter(body),
    info: true,
    max_record_size: recordBytesMax,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  })
  const skipped = new SkippedRows(linesBefore)
  parser.on('skip', (error: CsvError) => skipped.add(error))
  // The loop below reads the parser, and so receives its errors.
  pipeline(Readable.from(readRest(body, source, () => isEnd || skipped.end !== undefined)), parser, () => {})

  let columns: string[] | undefined
  for await (const read of parser) {
    // With `info: true` the parser gives a record and its position; without `columns` a record is a list of texts.
    const { record, info } = read as { record: string[]; info: InfoRecord }
    const line = linesBefore + findFirstLine(record, info)
    yield* skipped.takeBefore(line)
    // A quote that is not closed has swallowed rows. What the parser gives after it is not a row of the feed.
    if ((skipped.end?.line ?? line) < line) break
    if (columns === undefined) columns = readColumns(record)
    else yield readRow(columns, record, line)
  }
  yield* skipped.takeBefore(Number.POSITIVE_INFINITY)
  if (skipped.end !== undefined) throw skipped.end
  if (columns === undefined) throw new BrokenFeed('has no readable line of column names', linesBefore + 1)
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

async function* readRest(start: string, source: AsyncIterator<string>, isEnd: () => boolean): AsyncGenerator<string> {
  yield start
  while (!isEnd()) {
    const next = await source.next()
    if (next.done === true) return
    yield next.value
  }
}

/** Detects the delimiter: the one that is most frequent in the line of column names, outside quotes. */
function detectDelimiter(text: string): string {
  const header = findHeader(`${text}\n`) ?? ''
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

/** Finds the line of column names, with an x for each text in quotes (it may hold line ends); undefined until it is whole. */
function findHeader(text: string): string | undefined {
  const lines = text
    .replaceAll(/"[^"]*"/g, 'x')
    .split('\n')
    .slice(0, -1)
  const header = lines.find((line) => line.trim() !== '')
  return header?.includes('"') ? undefined : header
}

function readColumns(record: string[]): string[] {
  const columns = record.map((name) => name.trim())
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated !== undefined) throw new BrokenFeed(`has two columns named ${JSON.stringify(repeated)}`, 1)
  return columns
}

/** Finds the line on which a record begins. The parser only knows where it ends, so the line ends in its cells are subtracted. */
function findFirstLine(record: string[], info: InfoRecord): number {
  return info.lines - record.reduce((lines, cell) => lines + countLines(cell), 0)
}

function readRow(columns: string[], record: string[], line: number): RawRow | UnreadableRow {
  const tooMany = record.findIndex((cell, index) => cell.trim() !== '' && (columns[index] ?? '') === '')
  if (tooMany !== -1) {
    const unreadable = `cell ${tooMany + 1} has no column name above it; a text that contains the delimiter needs quotes`
    return { line, unreadable }
  }
  const cells = columns.flatMap((name, index): [string, string][] => {
    const cell = record[index] ?? ''
    return cell.trim() === '' ? [] : [[name, unescapeFormulas(cell)]]
  })
  return { line, value: Object.fromEntries(cells) }
}

const quoteRule = 'a text that contains a quote needs quotes, and the quote inside it is written twice'

/** Rows that the parser skipped because they are broken. They wait here until the rows before them have been given. */
class SkippedRows {
  /** A mistake after which nothing can be read. */
  end: BrokenFeed | undefined
  #rows: UnreadableRow[] = []
  readonly #linesBefore: number

  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore
  }

  add(error: CsvError): void {
    const line = this.#linesBefore + findLine(error)
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      this.end ??= new BrokenFeed('has a row over 1 MiB: a quote before this line may never be closed', line)
    else if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      this.end ??= new BrokenFeed('ends inside quotes that were never closed', line)
    // The parser may report one row several times.
    else if (this.#rows.at(-1)?.line !== line)
      this.#rows.push({ line, unreadable: `the quotes do not match: ${quoteRule}` })
  }

  takeBefore(line: number): UnreadableRow[] {
    const rows = this.#rows.filter((row) => row.line < line)
    this.#rows = this.#rows.filter((row) => row.line >= line)
    return rows
  }
}

function findLine(error: CsvError): number {
  // The parser adds its position to the error, but the type of the error does not say so.
  const { lines } = error as { lines?: unknown }
  return typeof lines === 'number' ? lines : 1
}
