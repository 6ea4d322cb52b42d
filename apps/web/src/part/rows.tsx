import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** What says itself what it is: a card gives it the whole line. */
  isPlain?: true
}

interface RowsProps<Row> {
  /** What the table holds, for those who do not see it. */
  caption: string
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Rows of what is no more. */
  isGrey?: (row: Row) => boolean
}

/** A table; where that is too narrow each row is a card. The roles are spelled out because a card's `display` takes them away. */
export function Rows<Row>({ caption, columns, rows, keyOf, isGrey }: RowsProps<Row>) {
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
            <Table.Tr key={keyOf(row)} role="row" className={classes.row} data-grey={isGrey?.(row) || undefined}>
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
