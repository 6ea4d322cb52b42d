import { formatValue } from '@boardwalk/schema/wording'
import { parse } from 'csv-parse/sync'
import { readCell } from '../spreadsheet.ts'
import { type CsvRecord, countLineEnds, readRecords, recordBytesMax } from './csv-records.ts'
import { BrokenFeed, CutFeed, type ReaderOptions, type SourceRow } from './row.ts'
import { prepend, splitStart } from './text-source.ts'

type CsvOptions = Pick<ReaderOptions, 'columns'> & Partial<Pick<ReaderOptions, 'warn' | 'onColumns'>>

/** Reads the rows of a table. A line of column names is before them; an empty cell is an absent field. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { columns: knownColumns, warn, onColumns }: CsvOptions,
): AsyncGenerator<SourceRow> {
  const isEnough = (start: string) => hasHeader(start, knownColumns) || start.length >= recordBytesMax
  const { start, rest } = await splitStart(text, '', isEnough)
  if (start.trim() === '') throw new BrokenFeed('is empty: a CSV feed begins with a line of column names')
  // Excel writes this line to name the delimiter, and does not show it.
  const excel = /^sep=([^\r\n])\r?\n/i.exec(start)
  const body = start.slice(excel?.[0].length ?? 0)
  const header = findHeader(body, knownColumns)
  const above = body.slice(0, header.at)
  const linesBefore = (excel === null ? 0 : 1) + countLineEnds(above)
  const skipped = above.trim()
  if (skipped !== '')
    warn?.(`the column names are on this line; what is above it is left out: ${formatValue(skipped)}`, linesBefore + 1)
  const delimiter = excel?.[1] ?? header.delimiter
  let table: Table | undefined
  for await (const record of readRecords(prepend(body.slice(header.at), rest), delimiter, linesBefore)) {
    if ('unreadable' in record && table === undefined) break
    if ('unreadable' in record) yield record
    else if (table === undefined) {
      table = new Table(record, delimiter, warn)
      onColumns?.(table.columns, nameDelimiter(delimiter), record.line)
    } else yield table.readRow(record)
  }
  if (table === undefined) throw new BrokenFeed('has no readable line of column names', linesBefore + 1)
}

/** The columns of a feed, and how its rows are read. */
class Table {
  readonly columns: string[]
  readonly #delimiter: string
  readonly #warn: CsvOptions['warn']
  /** How many cells the shortest record has. */
  #cellsMin: number

  constructor({ cells, line }: CsvRecord, delimiter: string, warn: CsvOptions['warn']) {
    this.columns = cells.map((name) => name.trim())
    this.#cellsMin = cells.length
    this.#delimiter = delimiter
    this.#warn = warn
    const repeated = this.columns.find((name, index) => name !== '' && this.columns.indexOf(name) !== index)
    if (repeated !== undefined) throw new BrokenFeed(`has two columns named ${JSON.stringify(repeated)}`, line)
  }

  readRow({ cells, line, isEnded }: CsvRecord): SourceRow {
    const { columns } = this
    const count = `${cells.length} of ${columns.length} cells`
    if (!isEnded && cells.length < this.#cellsMin)
      throw new CutFeed(`ends in a row with ${count} and without a line end; if it is whole, add a line end`, line)
    if (cells.length < columns.length) this.#warn?.(`the row has ${count}; the fields of the others are absent`, line)
    this.#cellsMin = Math.min(this.#cellsMin, cells.length)
    const tooMany = cells.findIndex((cell, index) => cell.trim() !== '' && (columns[index] ?? '') === '')
    if (tooMany !== -1) {
      const rule = `a text with ${nameDelimiter(this.#delimiter)} in it needs quotes`
      return { line, unreadable: `cell ${tooMany + 1} has no column name above it; ${rule}` }
    }
    const fields = columns.flatMap((name, index): [string, string][] => {
      const cell = cells[index] ?? ''
      return cell.trim() === '' ? [] : [[name, readCell(cell)]]
    })
    return { line, value: Object.fromEntries(fields) }
  }
}

const delimiters = [',', ';', '\t', '|']
/** How many lines may be above the column names, such as a title and a blank line. */
const linesAboveMax = 20

/** A line that may hold the column names. */
interface HeaderLine {
  /** Where it begins in the text. */
  at: number
  delimiter: string
  /** How many of its cells are known column names. */
  known: number
  /** How many cells hold a text. */
  filled: number
}

/**
 * Finds the line of column names: the first line that is not blank, unless it has no known name and a later line has some, or
 * it is a title alone and the next lines have several cells.
 */
function findHeader(text: string, columns: readonly string[]): HeaderLine {
  const lines = listLines(`${text}\n`, columns)
  const first = lines[0] ?? { at: 0, delimiter: ',', known: 0, filled: 0 }
  const table = first.filled > 1 ? first : lines.find(({ filled }) => filled > 1)
  return lines.find(isHeader) ?? table ?? first
}

const isHeader = ({ known }: HeaderLine) => known > 0

/** Tells whether the start of a feed has its column names, or so many lines that a title cannot be above them. */
function hasHeader(text: string, columns: readonly string[]): boolean {
  const lines = listLines(text, columns)
  return lines.some(isHeader) || lines.length >= linesAboveMax
}

/** Lists the first whole lines that are not blank. A line may have line ends inside quotes. */
function listLines(text: string, columns: readonly string[]): HeaderLine[] {
  const masked = text.replaceAll(/"[^"]*"/g, (quoted) => 'x'.repeat(quoted.length))
  const lines: HeaderLine[] = []
  for (const { 0: line, index } of masked.matchAll(/[^\r\n]+(?=[\r\n])/g)) {
    // The quotes are not closed yet.
    if (line.includes('"') || lines.length >= linesAboveMax) break
    if (/[^\s,;|]/.test(line)) lines.push(readHeaderLine(text.slice(index, index + line.length), index, columns))
  }
  return lines
}

/** Detects the delimiter: the one that gives most of the known column names, and among equals the one that gives most columns. */
function readHeaderLine(line: string, at: number, columns: readonly string[]): HeaderLine {
  const counts = delimiters.map((delimiter) => {
    const names = splitHeader(line, delimiter)
    const known = names.filter((name) => columns.includes(name)).length
    return { at, delimiter, known, filled: names.filter((name) => name !== '').length, all: names.length }
  })
  const [best] = counts.sort((one, other) => other.known - one.known || other.all - one.all)
  return best ?? { at, delimiter: ',', known: 0, filled: 0 }
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
const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter))
