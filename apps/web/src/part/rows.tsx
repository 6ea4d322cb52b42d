import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Whether the cell needs no title: a card gives it the whole line. */
  isPlain?: true
}

interface RowsProps<Row> {
  /** The table's name, for people who cannot see it. */
  caption: string
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  getKey: (row: Row) => string | number
  /** Whether to show a row in grey, because its thing no longer works or was erased. */
  isGrey?: (row: Row) => boolean
}

/** A table that shows each row as a card on narrow screens. The roles are explicit because a card's `display` removes them. */
export function Rows<Row>({ caption, columns, rows, getKey, isGrey }: RowsProps<Row>) {
  const [naming, ...others] = columns
  return (
    <div className={classes.rows}>
      <Table role="table" className={classes.table} verticalSpacing="sm" aria-label={caption}>
        <Table.Thead role="rowgroup" className={classes.titles}>
          <Table.Tr role="row">
            {columns.map(({ title }) => (
              <Table.Th key={title} role="columnheader" scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={getKey(row)} role="row" className={classes.row} data-grey={isGrey?.(row) || undefined}>
              <Table.Th role="rowheader" scope="row" className={classes.name}>
                {naming.cell(row)}
              </Table.Th>
              {others.map(({ title, cell, isPlain }) => (
                <Table.Td key={title} role="cell" data-title={isPlain ? undefined : title} className={classes.cell}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
