import Table from 'cli-table3'
import { stringify } from 'csv-stringify/sync'
import stringWidth from 'string-width'
import { type Output, type OutputFormat, printable } from './output.ts'

/** One column of a list; `of` gives the text of a cell. */
interface Column<Item> {
  name: string
  of: (item: Item) => string
}

interface List<Item> {
  /** The member of the one JSON object that holds the items. */
  name: string
  /** What a table and CSV show of an item; the JSON forms show it whole. */
  columns: Column<Item>[]
  items: AsyncIterable<Item>
}

const columnsUnlessTold = 80
const gap = 2
const widthMin = 4

/** Prints a list, item by item as they come; only a table and the one JSON object wait for the last. */
export async function printRecords<Item>(
  output: Output,
  format: OutputFormat,
  { name, columns, items }: List<Item>,
): Promise<void> {
  if (format === 'ndjson') {
    for await (const item of items) await output.result(JSON.stringify(item))
  } else if (format === 'csv') {
    await output.result(csvLine(columns.map((column) => column.name)))
    for await (const item of items) await output.result(csvLine(columns.map((column) => column.of(item))))
  } else {
    const all: Item[] = []
    for await (const item of items) all.push(item)
    if (format === 'json') await output.result(JSON.stringify({ [name]: all }))
    else if (all.length > 0) await output.result(tableOf(columns, all, output.columns ?? columnsUnlessTold))
  }
}

const csvLine = (cells: string[]) => stringify([cells], { record_delimiter: '' })

/** Lines that fit the terminal: the widest columns are cut first. */
function tableOf<Item>(columns: Column<Item>[], items: Item[], width: number): string {
  const rows = items.map((item) => columns.map((column) => printable(column.of(item)).replaceAll(/\s+/g, ' ')))
  const heads = columns.map((column) => column.name.toUpperCase())
  const widths = heads.map((head, index) =>
    Math.max(...[head, ...rows.map((row) => row[index] ?? '')].map(stringWidth)),
  )
  const room = width - gap * (columns.length - 1)
  for (let over = sum(widths) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    const now = widths[widest] ?? 0
    if (now <= widthMin) break
    widths[widest] = now - 1
  }
  const table = new Table({
    head: heads,
    colWidths: widths.map((cells, index) => cells + (index === widths.length - 1 ? 0 : gap)),
    chars: noLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  table.push(...rows)
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

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
