import { pipeline, Readable } from 'node:stream'
import { type CsvError, type InfoRecord, parse } from 'csv-parse'
import { BrokenFeed, type RawRow, type UnreadableRow } from './row.ts'
import { countLines } from './text-source.ts'

// An unclosed quote would otherwise swallow the rest of the feed into memory.
const recordBytesMax = 1024 * 1024

/** Rows of a table whose first line names the columns; an empty cell is an absent field. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<RawRow | UnreadableRow> {
  const source = text[Symbol.asyncIterator]()
  const { start, isEnd } = await firstLine(source)
  if (start.trim() === '') throw new BrokenFeed('is empty: a CSV feed begins with a line of column names')
  // Excel writes this line, and hides it, to say which delimiter follows.
  const excel = /^sep=([,;\t])\r?\n/.exec(start)
  const linesBefore = excel === null ? 0 : 1
  const body = start.slice(excel?.[0].length ?? 0)
  const parser = parse({
    delimiter: excel?.[1] ?? delimiterOf(body),
    info: true,
    max_record_size: recordBytesMax,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  })
  const skipped = new SkippedRows(linesBefore)
  parser.on('skip', (error: CsvError) => skipped.add(error))
  // The error reaches the loop below, which reads the parser.
  pipeline(Readable.from(rest(body, source, () => isEnd || skipped.end !== undefined)), parser, () => {})

  let columns: string[] | undefined
  for await (const read of parser) {
    // `info: true` makes a record of each row, and of no columns a list of texts.
    const { record, info } = read as { record: string[]; info: InfoRecord }
    const line = linesBefore + firstLineOf(record, info)
    yield* skipped.before(line)
    // Whatever follows a quote that swallowed rows is no row that anybody wrote.
    if ((skipped.end?.line ?? line) < line) break
    if (columns === undefined) columns = columnsOf(record)
    else yield rowOf(columns, record, line)
  }
  yield* skipped.before(Number.POSITIVE_INFINITY)
  if (skipped.end !== undefined) throw skipped.end
  if (columns === undefined) throw new BrokenFeed('has no readable line of column names', linesBefore + 1)
}

async function firstLine(source: AsyncIterator<string>): Promise<{ start: string; isEnd: boolean }> {
  let start = ''
  while (headerOf(start) === undefined && start.length < recordBytesMax) {
    const next = await source.next()
    if (next.done === true) return { start, isEnd: true }
    start += next.value
  }
  return { start, isEnd: false }
}

async function* rest(start: string, source: AsyncIterator<string>, isEnd: () => boolean): AsyncGenerator<string> {
  yield start
  while (!isEnd()) {
    const next = await source.next()
    if (next.done === true) return
    yield next.value
  }
}

/** The delimiter that the line of column names has most of, outside quotes. */
function delimiterOf(text: string): string {
  const header = headerOf(`${text}\n`) ?? ''
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

/** The line of column names with an x for each text in quotes, which may hold line ends; undefined until it is whole. */
function headerOf(text: string): string | undefined {
  const lines = text
    .replaceAll(/"[^"]*"/g, 'x')
    .split('\n')
    .slice(0, -1)
  const header = lines.find((line) => line.trim() !== '')
  return header?.includes('"') ? undefined : header
}

function columnsOf(record: string[]): string[] {
  const columns = record.map((name) => name.trim())
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated !== undefined) throw new BrokenFeed(`has two columns named ${JSON.stringify(repeated)}`, 1)
  return columns
}

/** The parser tells where a record ends; it began as many lines earlier as its cells have line ends. */
function firstLineOf(record: string[], info: InfoRecord): number {
  return info.lines - record.reduce((lines, cell) => lines + countLines(cell), 0)
}

function rowOf(columns: string[], record: string[], line: number): RawRow | UnreadableRow {
  const tooMany = record.findIndex((cell, index) => cell.trim() !== '' && (columns[index] ?? '') === '')
  if (tooMany !== -1) {
    const unreadable = `cell ${tooMany + 1} has no column name above it; a text with the delimiter in it needs quotes`
    return { line, unreadable }
  }
  const cells = columns.flatMap((name, index): [string, string][] => {
    const cell = record[index] ?? ''
    return cell.trim() === '' ? [] : [[name, cell]]
  })
  return { line, value: Object.fromEntries(cells) }
}

const quoteRule = 'a quote inside a text in quotes is written twice, and a text with a quote in it needs quotes'

/** The rows that the parser passed over; it is ahead of those that were read from it. */
class SkippedRows {
  /** What is so wrong that nothing after it can be read. */
  end: BrokenFeed | undefined
  #rows: UnreadableRow[] = []
  readonly #linesBefore: number

  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore
  }

  add(error: CsvError): void {
    const line = this.#linesBefore + lineOf(error)
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      this.end ??= new BrokenFeed('has a row over 1 MiB: a quote before this line may never be closed', line)
    else if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      this.end ??= new BrokenFeed('ends inside quotes that were never closed', line)
    // A row of several bad quotes is one bad row.
    else if (this.#rows.at(-1)?.line !== line)
      this.#rows.push({ line, unreadable: `the quotes do not match: ${quoteRule}` })
  }

  before(line: number): UnreadableRow[] {
    const rows = this.#rows.filter((row) => row.line < line)
    this.#rows = this.#rows.filter((row) => row.line >= line)
    return rows
  }
}

function lineOf(error: CsvError): number {
  // The parser puts its position beside the code; its type leaves that open.
  const { lines } = error as { lines?: unknown }
  return typeof lines === 'number' ? lines : 1
}
