import { ActionIcon, Checkbox, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { useFit } from './fit.ts'
import classes from './rows.module.css'

export type Order = 'ascending' | 'descending'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Whether the cell needs no title: a card gives it the whole line. */
  isPlain?: true
  /** Columns with the highest rank go first if the table is too narrow. Without a rank a column stays. */
  rank?: 1 | 2 | 3
  /** Whether the column takes from the width that the others leave, and cuts its text. Without any it is the first column. */
  grows?: true
  /** Sorts the table by this column. */
  sort?: { order: Order | undefined; onSort: (order: Order) => void }
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
  /** Names a row for the controls of `selection` and `details`. */
  getName?: (row: Row) => string
  /** Lets people choose rows, by their keys. */
  selection?: { keys: ReadonlySet<string | number>; onChange: (keys: ReadonlySet<string | number>) => void }
  /** What a row shows when it is opened. */
  details?: (row: Row) => ReactNode
}

/**
 * A table with one line for each row. If it is too narrow, columns go by their rank; if it is still too narrow, each row is a
 * card with the columns of rank 1 and 2. The roles are explicit because a card's `display` removes them.
 */
export function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows, selection } = props
  const { words } = useLanguage()
  const ranks = [...new Set(columns.flatMap(({ rank }) => rank ?? []))].sort((one, other) => other - one)
  const { box, taken } = useFit(ranks.length + 1, rows)
  const isCards = taken > ranks.length
  // A card has room for every column except the least important ones.
  const dropped: readonly (number | undefined)[] = isCards ? [3] : ranks.slice(0, taken)
  const shown = columns.filter(({ rank }) => rank === undefined || !dropped.includes(rank))
  return (
    <div ref={box} className={classes.rows} data-cards={isCards || undefined}>
      <Table role="table" className={classes.table} verticalSpacing={6} horizontalSpacing="xs" aria-label={caption}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" className={classes.titles}>
            {selection && (
              <Table.Th role="columnheader" scope="col">
                <SelectAll {...props} selection={selection} />
              </Table.Th>
            )}
            {shown.map((column) => (
              <Title key={column.title} {...column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Line key={props.getKey(row)} {...props} row={row} shown={shown} words={words.rows} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Title<Row>({ title, sort }: Column<Row>) {
  if (sort === undefined)
    return (
      <Table.Th role="columnheader" scope="col" className={classes.title}>
        {title}
      </Table.Th>
    )
  const Arrow = sort.order === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th role="columnheader" scope="col" aria-sort={sort.order ?? 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sort.onSort(sort.order === 'descending' ? 'ascending' : 'descending')}
      >
        {title} <Arrow size={14} aria-hidden="true" data-idle={sort.order === undefined || undefined} />
      </UnstyledButton>
    </Table.Th>
  )
}

function SelectAll<Row>({ rows, getKey, selection }: RowsProps<Row> & Required<Pick<RowsProps<Row>, 'selection'>>) {
  const { words } = useLanguage()
  const chosen = rows.filter((row) => selection.keys.has(getKey(row))).length
  const isAll = chosen === rows.length
  return (
    <Checkbox
      size="sm"
      aria-label={words.rows.selectAll}
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(getKey)))}
    />
  )
}

interface LineProps<Row> extends RowsProps<Row> {
  row: Row
  /** The columns that have room. */
  shown: readonly Column<Row>[]
  words: { select: string; details: string }
}

function Line<Row>({ columns, row, shown, words, getKey, isGrey, getName, selection, details }: LineProps<Row>) {
  const { words: all } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const key = getKey(row)
  const name = getName?.(row) ?? ''
  const [naming] = columns
  const hasGrowing = columns.some(({ grows }) => grows)
  const select = (isChosen: boolean) => {
    const keys = new Set(selection?.keys)
    if (isChosen) keys.add(key)
    else keys.delete(key)
    selection?.onChange(keys)
  }
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Fragment>
      <Table.Tr role="row" className={classes.row} data-grey={isGrey?.(row) || undefined}>
        {selection && (
          <Table.Td role="cell" className={classes.choice}>
            <Checkbox
              size="sm"
              aria-label={all.actionOn(words.select, name)}
              checked={selection.keys.has(key)}
              onChange={({ currentTarget }) => select(currentTarget.checked)}
            />
          </Table.Td>
        )}
        {shown.map((column) => {
          const { title, cell, isPlain, grows } = column
          const growth = grows || (!hasGrowing && column === naming) || undefined
          if (column !== naming)
            return (
              <Table.Td
                key={title}
                role="cell"
                data-title={isPlain ? undefined : title}
                data-grows={growth}
                className={classes.cell}
              >
                <div>{cell(row)}</div>
              </Table.Td>
            )
          return (
            <Table.Th key={title} role="rowheader" scope="row" data-grows={growth} className={classes.name}>
              <div>
                {details && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      size={24}
                      aria-label={all.actionOn(words.details, name)}
                      aria-expanded={isOpen}
                      onClick={() => setOpen(!isOpen)}
                    >
                      <Chevron size={16} aria-hidden="true" className={isOpen ? undefined : 'mantine-rotate-rtl'} />
                    </ActionIcon>{' '}
                  </>
                )}
                {cell(row)}
              </div>
            </Table.Th>
          )
        })}
      </Table.Tr>
      {isOpen && details && (
        <Table.Tr role="row" className={classes.details}>
          <Table.Td role="cell" colSpan={shown.length + (selection ? 1 : 0)}>
            {details(row)}
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  )
}
