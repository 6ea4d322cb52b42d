import Table from 'cli-table3'
import { stringify } from 'csv-stringify/sync'
import stringWidth from 'string-width'
import { type Output, type OutputFormat, printable } from './output.ts'

/** One column of a list; `of` gives the text of a cell. */
interface Column<Item> {
  name: string
  of: (item: Item) => string
}

/** A column of a table whose rows are not known yet: it is as wide as it says, or shares what the others leave. */
export interface WideColumn<Item> extends Column<Item> {
  cells?: number
}

interface List<Item> {
  /** The member of the one JSON object that holds the items. */
  name: string
  /** What a table and CSV show of an item; the JSON forms show it whole. */
  columns: Column<Item>[]
  items: AsyncIterable<Item>
  /** Further members of the one JSON object, asked for after the last item. */
  more?: () => object
}

/** Cells in a line where nobody says. */
export const columnsUnlessTold = 80
const gap = 2
const widthMin = 4

/** Prints a list, item by item as they come; only a table and the one JSON object wait for the last. */
export async function printRecords<Item>(
  output: Output,
  format: OutputFormat,
  { name, columns, items, more = () => ({}) }: List<Item>,
): Promise<void> {
  if (format === 'ndjson' || format === 'csv') {
    const { head, lineOf } = recordLines(format, columns)
    if (head !== undefined) await output.result(head)
    for await (const item of items) await output.result(lineOf(item))
  } else {
    const all: Item[] = []
    for await (const item of items) all.push(item)
    if (format === 'json') await output.result(JSON.stringify({ [name]: all, ...more() }))
    else if (all.length > 0) await output.result(tableOf(columns, all, output.columns ?? columnsUnlessTold))
  }
}

/** How an endless list is printed: what comes first, and the line of each item. */
export interface RecordLines<Item> {
  head: string | undefined
  lineOf(item: Item): string
}

export function recordLines<Item>(
  format: Exclude<OutputFormat, 'json'>,
  columns: WideColumn<Item>[],
  width = columnsUnlessTold,
): RecordLines<Item> {
  if (format === 'ndjson') return { head: undefined, lineOf: (item) => JSON.stringify(item) }
  if (format === 'csv') {
    const cellsOf = (item: Item) => columns.map((column) => column.of(item))
    return { head: csvLine(columns.map((column) => column.name)), lineOf: (item) => csvLine(cellsOf(item)) }
  }
  const room = width - gap * (columns.length - 1) - sum(columns.map(({ cells = 0 }) => cells))
  const share = Math.max(widthMin, Math.floor(room / columns.filter(({ cells }) => cells === undefined).length))
  const widths = columns.map(({ cells = share }) => cells)
  return {
    head: drawn([headOf(columns)], widths),
    lineOf: (item) => drawn([rowOf(columns, item)], widths),
  }
}

const csvLine = (cells: string[]) => stringify([cells], { record_delimiter: '' })
const headOf = <Item>(columns: Column<Item>[]) => columns.map((column) => column.name.toUpperCase())
const rowOf = <Item>(columns: Column<Item>[], item: Item) =>
  columns.map((column) => printable(column.of(item)).replaceAll(/\s+/g, ' '))

/** Lines that fit the terminal: the widest columns are cut first. */
export function tableOf<Item>(columns: Column<Item>[], items: Item[], width: number): string {
  const rows = items.map((item) => rowOf(columns, item))
  const heads = headOf(columns)
  const widths = heads.map((head, index) => widestOf([head, ...rows.map((row) => row[index] ?? '')]))
  const room = width - gap * (columns.length - 1)
  for (let over = sum(widths) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    const now = widths[widest] ?? 0
    if (now <= widthMin) break
    widths[widest] = now - 1
  }
  return drawn([heads, ...rows], widths)
}

function drawn(rows: string[][], widths: number[]): string {
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

/** Every field of one object, a line each: the name, and the value whole. */
export function fieldLines(object: object): string {
  const fields = Object.entries(object).map(([name, value]) => [printable(name), printable(valueText(value))] as const)
  const indent = widestOf(fields.map(([name]) => name)) + gap
  return fields
    .map(
      ([name, value]) =>
        name + ' '.repeat(indent - stringWidth(name)) + value.replaceAll(/\s*\n/g, `\n${' '.repeat(indent)}`),
    )
    .join('\n')
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}

const widestOf = (texts: string[]) => texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const noLines = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((part) => [part, '']),
)
