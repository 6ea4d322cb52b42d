import { makePrintable } from '@boardwalk/schema/printable'
import { byteOrderMark, escapeFormulas, writeCsvLine } from '@boardwalk/schema/spreadsheet'
import Table from 'cli-table3'
import stringWidth from 'string-width'
import { type Output, type OutputFormat, startProgress } from './output.ts'
import type { Run } from './shell.ts'
import { writeExcelCell } from './spreadsheet.ts'

/** One column of a list; `text` gives an item's cell. */
export interface Column<Item> {
  name: string
  text: (item: Item) => string
  /** Whether a program reads the cell again: then a time keeps its form in Excel. */
  isExact?: boolean
}

/** A column of a table that is printed before all rows are known: `cells` wide, or an equal share of the rest. */
export type WideColumn<Item> = Column<Item> & { cells?: number }

interface List<Item> {
  /** Name of the member that holds the items in the format `json`. */
  name: string
  /** The columns of a table and of CSV; the JSON formats have the whole item. */
  columns: Column<Item>[]
  items: AsyncIterable<Item> | Item[]
  /** Gives further members for the format `json`; called after the last item. */
  more?: () => object
}

/** Width of a table without a terminal, in characters: nothing is cut, because a program or a file takes any width. */
export const defaultColumns = Number.POSITIVE_INFINITY
// The width for which the columns of an endless table are laid out without a terminal.
const usualColumns = 80
const gap = 2
const widthMin = 4

/** Gives the first items, or all without a limit. It asks for no item after them. */
export async function* takeFirst<Item>(limit = Number.POSITIVE_INFINITY, items: AsyncIterable<Item>) {
  let count = 0
  for await (const item of items) {
    yield item
    if (++count >= limit) return
  }
}

/** Prints a list. NDJSON and CSV are printed item by item; a table and JSON wait for the last item. */
export async function printRecords<Item>(
  { output, format }: Pick<Run, 'output' | 'format'>,
  { name, columns, items, more = () => ({}) }: List<Item>,
): Promise<void> {
  if (format !== 'json' && format !== 'table') {
    const { head, formatLine } = createLineFormat(format, columns)
    if (head !== undefined) await output.result(head)
    for await (const item of items) await output.result(formatLine(item))
  } else {
    const all = await collect(output, name, items)
    if (format === 'json') await output.document({ [name]: all, ...more() })
    else if (all.length > 0) await output.result(formatTable(columns, all, output.columns ?? defaultColumns))
  }
}

/** Collects all items. On a terminal it shows how many there are so far: a long list takes minutes. */
async function collect<Item>(output: Output, name: string, items: List<Item>['items']): Promise<Item[]> {
  const progress = startProgress(output)
  const all: Item[] = []
  try {
    for await (const item of items) progress.update(undefined, `${all.push(item)} ${name}`)
  } finally {
    progress.stop()
  }
  return all
}

/** Creates the format of a list that is printed line by line: an optional first line, then one line for each item. */
export function createLineFormat<Item>(
  format: Exclude<OutputFormat, 'json'>,
  columns: WideColumn<Item>[],
  width = defaultColumns,
): { head: string | undefined; formatLine(item: Item): string } {
  if (format === 'ndjson') return { head: undefined, formatLine: (item) => JSON.stringify(item) }
  if (format !== 'table') {
    const write = cellWriters[format]
    const readCells = (item: Item) => columns.map(({ text, isExact = false }) => write(text(item), isExact))
    const names = columns.map((column) => column.name)
    if (format === 'excel')
      return { head: byteOrderMark + formatExcelLine(names), formatLine: (item) => formatExcelLine(readCells(item)) }
    return { head: writeCsvLine(names, ','), formatLine: (item) => writeCsvLine(readCells(item), ',') }
  }
  const isCut = Number.isFinite(width)
  const room = (isCut ? width : usualColumns) - gap * (columns.length - 1) - sum(columns.map(({ cells = 0 }) => cells))
  const share = Math.max(widthMin, Math.floor(room / columns.filter(({ cells }) => cells === undefined).length))
  const widths = columns.map(({ cells = share }) => cells)
  return {
    head: drawTable([formatHead(columns)], widths),
    formatLine(item) {
      const cells = formatRow(columns, item)
      // A cell that is too wide moves the rest of its line to the right.
      const rowWidths = isCut ? widths : widths.map((least, index) => Math.max(least, stringWidth(cells[index] ?? '')))
      return drawTable([cells], rowWidths)
    },
  }
}

const cellWriters = { csv: escapeFormulas, excel: writeExcelCell }
// Excel of French and many other languages splits a line at ";" only. With the line end of every format, a line ends with CRLF.
const formatExcelLine = (cells: string[]) => `${writeCsvLine(cells, ';')}\r`
const formatHead = <Item>(columns: Column<Item>[]) => columns.map((column) => column.name.toUpperCase())
const formatRow = <Item>(columns: Column<Item>[], item: Item) =>
  columns.map((column) => makePrintable(column.text(item)).replaceAll(/\s+/g, ' '))

/** Formats a table that fits the width: the widest columns are cut first. */
export function formatTable<Item>(columns: Column<Item>[], items: Item[], width: number): string {
  const rows = items.map((item) => formatRow(columns, item))
  const heads = formatHead(columns)
  const widths = heads.map((head, index) => measureWidest([head, ...rows.map((row) => row[index] ?? '')]))
  const room = width - gap * (columns.length - 1)
  for (let over = sum(widths) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    const now = widths[widest] ?? 0
    if (now <= widthMin) break
    widths[widest] = now - 1
  }
  return drawTable([heads, ...rows], widths)
}

function drawTable(rows: string[][], widths: number[]): string {
  const table = new Table({
    colWidths: widths.map((cells) => cells + gap),
    chars: noLines,
    style: { 'padding-left': 0, 'padding-right': gap, border: [] },
  })
  table.push(...rows)
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Formats an object, one field per line: the name, and the whole value. */
export function formatFields(object: object): string {
  const fields = Object.entries(object).map(([name, value]) => [name, formatValue(value)].map(makePrintable))
  const indent = measureWidest(fields.map(([name = '']) => name)) + gap
  const formatField = ([name = '', value = '']: string[]) =>
    name + ' '.repeat(indent - stringWidth(name)) + value.replaceAll(/\s*\n/g, `\n${' '.repeat(indent)}`)
  return fields.map(formatField).join('\n')
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}

const measureWidest = (texts: string[]) => texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

// The names that cli-table3 gives to the lines of a table.
const lineNames = 'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid'
const noLines = Object.fromEntries(`${lineNames} right right-mid middle`.split(' ').map((part) => [part, '']))
