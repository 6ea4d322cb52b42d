import { parse } from 'csv-parse/sync'
import { readCell } from '../spreadsheet.ts'
import { type CsvRecord, readRecords, recordBytesMax } from './csv-records.ts'
import { BrokenFeed, CutFeed, type ReaderOptions, type SourceRow } from './row.ts'
import { prepend, splitStart } from './text-source.ts'

type CsvOptions = Pick<ReaderOptions, 'columns'> & Partial<Pick<ReaderOptions, 'warn' | 'onColumns'>>

/** Reads the rows of a table. Its first line names the columns; an empty cell is an absent field. */
export async function* readCsv(
  text: AsyncIterable<string>,
  { columns: knownColumns, warn, onColumns }: CsvOptions,
): AsyncGenerator<SourceRow> {
  const isEnough = (start: string) => findHeader(start) !== undefined || start.length >= recordBytesMax
  const { start, rest } = await splitStart(text, '', isEnough)
  if (start.trim() === '') throw new BrokenFeed('is empty: a CSV feed begins with a line of column names')
  // Excel writes this line to name the delimiter, and does not show it.
  const excel = /^sep=([^\r\n])\r?\n/i.exec(start)
  const linesBefore = excel === null ? 0 : 1
  const body = start.slice(excel?.[0].length ?? 0)
  const delimiter = excel?.[1] ?? detectDelimiter(body, knownColumns)
  let table: Table | undefined
  for await (const record of readRecords(prepend(body, rest), delimiter, linesBefore)) {
    if ('unreadable' in record && table === undefined) break
    if ('unreadable' in record) yield record
    else if (table === undefined) {
      table = new Table(record.cells, delimiter, warn)
      onColumns?.(table.columns, nameDelimiter(delimiter))
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

  constructor(header: string[], delimiter: string, warn: CsvOptions['warn']) {
    this.columns = header.map((name) => name.trim())
    this.#cellsMin = header.length
    this.#delimiter = delimiter
    this.#warn = warn
    const repeated = this.columns.find((name, index) => name !== '' && this.columns.indexOf(name) !== index)
    if (repeated !== undefined) throw new BrokenFeed(`has two columns named ${JSON.stringify(repeated)}`, 1)
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

/** The first line that is not blank, with its line end; it is no header before its quotes are closed. */
const firstLine = /^\s*(?=\S)[^\r\n]*[\r\n]/

/** Finds the line of column names, which may have line ends inside quotes. Undefined until it is whole. */
function findHeader(text: string): string | undefined {
  const masked = text.replaceAll(/"[^"]*"/g, (quoted) => 'x'.repeat(quoted.length))
  const line = firstLine.exec(masked)?.[0]
  return line === undefined || line.includes('"') ? undefined : text.slice(0, line.length)
}

/** Detects the delimiter: the one that gives most of the known column names, and among equals the one that gives most columns. */
function detectDelimiter(text: string, knownColumns: readonly string[]): string {
  const header = findHeader(`${text}\n`) ?? ''
  const counts = delimiters.map((delimiter) => {
    const columns = splitHeader(header, delimiter)
    return { delimiter, known: columns.filter((name) => knownColumns.includes(name)).length, all: columns.length }
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
const nameDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : JSON.stringify(delimiter))
