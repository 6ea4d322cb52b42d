// biome-ignore-all lint/a11y/noRedundantRoles: the `display` of a card removes the roles of its elements.

import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../language.tsx'
import classes from './rows.module.css'
import { commonWords } from './words.ts'

export type Order = 'ascending' | 'descending'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Whether a card gives the cell the whole line, without the column's title. */
  isPlain?: true
  /** A table that is too narrow drops the columns with the highest rank first. A column without a rank stays. */
  rank?: 1 | 2 | 3
  /** Whether the column takes the width that the others leave, on up to three lines. By default the first column does. */
  grows?: true
  /** Sorts the table by this column. */
  sort?: { order: Order | undefined; onSort: (order: Order) => void }
}

interface RowsProps<Row> {
  /** The table's name, for screen readers. */
  caption: string
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  getKey: (row: Row) => string | number
  /** Whether to show a row in grey: a key that no longer works, or an application whose data was erased. */
  isGrey?: (row: Row) => boolean
  /** Names a row for the controls of `selection` and `details`. */
  getName?: (row: Row) => string
  /** Lets the user choose rows, by their keys. */
  selection?: { keys: ReadonlySet<string | number>; onChange: (keys: ReadonlySet<string | number>) => void }
  /** What a row shows when the user opens it. */
  details?: (row: Row) => ReactNode
}

/**
 * A table with one line for each row. If it is too narrow, it drops columns by their rank. If that is not enough, each row
 * becomes a card with the columns of rank 1 and 2. The roles are explicit because a card's `display` removes them.
 */
export function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows, selection } = props
  const ranks = [...new Set(columns.flatMap(({ rank }) => rank ?? []))].sort((one, other) => other - one)
  const { box, step } = useFit(ranks.length + 1, rows)
  const isCards = step > ranks.length
  // A card has room for every column except the least important ones.
  const dropped: readonly (number | undefined)[] = isCards ? [3] : ranks.slice(0, step)
  const shown = columns.filter(({ rank }) => rank === undefined || !dropped.includes(rank))
  return (
    <div ref={box} className={classes.rows} data-cards={isCards || undefined}>
      <table role="table" className={classes.table} aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row" className={classes.titles}>
            {selection && (
              <th role="columnheader" scope="col">
                <SelectAll {...props} selection={selection} />
              </th>
            )}
            {shown.map((column) => (
              <Title key={column.title} {...column} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Line key={props.getKey(row)} {...props} row={row} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Title<Row>({ title, sort }: Column<Row>) {
  if (sort === undefined)
    return (
      <th role="columnheader" scope="col" className={classes.title}>
        {title}
      </th>
    )
  const Arrow = sort.order === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th role="columnheader" scope="col" aria-sort={sort.order ?? 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sort.onSort(sort.order === 'descending' ? 'ascending' : 'descending')}
      >
        {title} <Arrow size={14} aria-hidden="true" data-idle={sort.order === undefined || undefined} />
      </UnstyledButton>
    </th>
  )
}

function SelectAll<Row>({ rows, getKey, selection }: RowsProps<Row> & Required<Pick<RowsProps<Row>, 'selection'>>) {
  const words = useWords(commonWords)
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
}

function Line<Row>({ columns, row, shown, getKey, isGrey, getName, selection, details }: LineProps<Row>) {
  const words = useWords(commonWords)
  const [isOpen, setOpen] = useState(false)
  const key = getKey(row)
  const name = getName?.(row) ?? ''
  const [naming] = columns
  const growing = shown.filter(({ grows }) => grows).length
  const select = (isChosen: boolean) => {
    const keys = new Set(selection?.keys)
    if (isChosen) keys.add(key)
    else keys.delete(key)
    selection?.onChange(keys)
  }
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const opener = details && (
    <>
      <ActionIcon
        variant="subtle"
        size={24}
        aria-label={words.actionOn(words.rows.details, name)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} aria-hidden="true" className={isOpen ? undefined : 'mantine-rotate-rtl'} />
      </ActionIcon>{' '}
    </>
  )
  return (
    <>
      <tr role="row" className={classes.row} data-grey={isGrey?.(row) || undefined}>
        {selection && (
          <td role="cell" className={classes.choice}>
            <Checkbox
              size="sm"
              aria-label={words.actionOn(words.rows.select, name)}
              checked={selection.keys.has(key)}
              onChange={({ currentTarget }) => select(currentTarget.checked)}
            />
          </td>
        )}
        {shown.map((column) => {
          const { title, cell, isPlain, grows } = column
          const growth = grows || (growing === 0 && column === naming) ? Math.max(growing, 1) : undefined
          return column === naming ? (
            <th key={title} role="rowheader" scope="row" data-grows={growth} className={classes.name}>
              <div>
                {opener}
                {cell(row)}
              </div>
            </th>
          ) : (
            <td
              key={title}
              role="cell"
              data-title={isPlain ? undefined : title}
              data-grows={growth}
              className={classes.cell}
            >
              <div>{cell(row)}</div>
            </td>
          )
        })}
      </tr>
      {isOpen && details && (
        <tr role="row" className={classes.details}>
          <td role="cell" colSpan={shown.length + (selection ? 1 : 0)}>
            {details(row)}
          </td>
        </tr>
      )}
    </>
  )
}

/**
 * Finds out how many steps are needed until the content fits into its box. Each step makes the content narrower. The hook
 * measures before the browser paints, and again after the width of the box or the content has changed. `box` is for the element
 * whose first child has to fit.
 */
function useFit(steps: number, content: unknown): { box: RefObject<HTMLDivElement | null>; step: number } {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [fit, setFit] = useState({ step: 0, width, content })
  if (fit.width !== width || fit.content !== content) setFit({ step: 0, width, content })
  useLayoutEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const first = box.current?.firstElementChild
    if (!first || box.current === null || fit.step === steps) return
    // Browsers round one of the numbers.
    if (first.getBoundingClientRect().width > box.current.clientWidth + 1) setFit({ ...fit, step: fit.step + 1 })
  })
  return { box, step: fit.step }
}
