import { SEARCH_CHARACTERS_MAX } from '@boardwalk/schema/limits'
import { Button, Group, NativeSelect, Pagination, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconDownload, IconFilter, IconSearch } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { DialogButton } from './dialog.tsx'
import { ButtonLink } from './link.tsx'
import classes from './list.module.css'
import { commonWords } from './words.ts'

interface FiltersProps {
  /** The field that is always in sight. */
  search?: ReactNode
  /** The other controls. A phone shows them after a touch. */
  children?: ReactNode
  /** How many of the other controls leave something out. */
  active?: number
}

/** The controls above a list that choose what it shows. */
export function Filters({ search, children, active = 0 }: FiltersProps) {
  const words = useWords(commonWords)
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <search className={classes.filters}>
      {search}
      {children !== undefined && (
        <>
          <Button
            className={classes.fold}
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {words.filters(active)}
          </Button>
          <div id={id} className={classes.more} data-open={isOpen || undefined}>
            {children}
          </div>
        </>
      )}
    </search>
  )
}

/** Counts the filters that leave something out. */
export const countActive = (filter: object): number =>
  Object.values(filter).filter((value) => value !== undefined).length

interface FilterProps<Value extends string> {
  label: string
  /** The text of the choice that filters nothing. */
  all: string
  /** Each value with its name. */
  names: Record<Value, string>
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}

/** A choice of one value, or of all. */
export function Filter<Value extends string>({ label, all, names, value, onChoose }: FilterProps<Value>) {
  const isValue = (text: string): text is Value => Object.hasOwn(names, text)
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(isValue(currentTarget.value) ? currentTarget.value : undefined)}
    >
      <option value="">{all}</option>
      {Object.entries<string>(names).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

interface SearchFieldProps {
  label: string
  initial: string | undefined
  /** Called when the user stops typing. */
  onSearch: (text: string | undefined) => void
}

/**
 * A search that the address repeats. What the user types replaces the address. Any other step of the browser's history, such as one of the
 * palette, makes the field anew, with the search of that step.
 */
export const SearchField = (props: SearchFieldProps) => <TypedSearch key={useStep()} {...props} />

/** The step of the browser's history that the page shows. */
const useStep = () => useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_index })

function TypedSearch({ label, initial, onSearch }: SearchFieldProps) {
  const search = useDebouncedCallback((text: string) => onSearch(text.trim() || undefined), 300)
  return (
    <TextInput
      type="search"
      label={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      defaultValue={initial}
      maxLength={SEARCH_CHARACTERS_MAX}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}

interface DayFieldProps {
  label: string
  /** Such as 2026-03-01. */
  value: string | undefined
  onChoose: (day: string | undefined) => void
}

/** A day that the address repeats, as in `SearchField`. While a user types one, the browser fills the field, and React must not. */
export const DayField = ({ label, value, onChoose }: DayFieldProps) => (
  <TextInput
    key={useStep()}
    type="date"
    label={label}
    defaultValue={value}
    onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
  />
)

export const PAGE_SIZE = 50

interface PagesProps {
  page: number
  total: number
  onChange: (page: number) => void
}

/** Says which part of a list is shown, and links to the other pages of the list. */
export function Pages({ page, total, onChange }: PagesProps) {
  const words = useWords(commonWords)
  const { format } = useLanguage()
  const pages = Math.ceil(total / PAGE_SIZE)
  const first = Math.min((page - 1) * PAGE_SIZE + 1, total)
  return (
    <Group justify="space-between">
      <Text size="sm" role="status">
        {words.pages.shown(first, Math.min(page * PAGE_SIZE, total), total)}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={words.pages.pages}
          value={page}
          total={pages}
          onChange={onChange}
          getItemProps={(number) => ({ 'aria-label': `${words.pages.page} ${format.number(number)}` })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? words.pages.next : words.pages.previous,
          })}
        />
      )}
    </Group>
  )
}

/** Shown instead of a list in which the filters leave nothing. */
export function NoResults({ onClear }: { onClear: () => void }) {
  const words = useWords(commonWords)
  return (
    <Group>
      <Text role="status">{words.pages.shown(0, 0, 0)}</Text>
      <Button size="xs" variant="default" onClick={onClear}>
        {words.pages.clear}
      </Button>
    </Group>
  )
}

/** The query part of the activity page's address, without the cursor. */
interface ActivitySearch {
  view?: 'audit'
  /** Of the audit trail: whose changes. By default those of users and of the board. */
  by?: 'keys' | undefined
  keyId?: string | undefined
  requestId?: string | undefined
  failedOnly?: true | undefined
  operation?: string | undefined
  answer?: 'success' | 'warned' | 'refused' | 'failed' | undefined
  /** An external id. */
  job?: string | undefined
  /** Days in this browser's time zone. */
  since?: string | undefined
  until?: string | undefined
}

interface OlderRowsProps {
  /** The filters of the list. */
  search: ActivitySearch
  /** The rows that are shown, newest first. */
  rows: readonly { at: string }[]
  /** The cursor of this page; undefined for the newest rows. */
  cursor: string | undefined
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** Says which part of a list of the activity page is shown, and links to older rows and back to the newest. */
export function OlderRows({ search, rows, cursor, next }: OlderRowsProps) {
  const words = useWords(commonWords)
  const { format } = useLanguage()
  const [first, last] = [rows.at(0), rows.at(-1)]
  return (
    <Group justify="space-between">
      <Text size="sm" role="status">
        {first && last && words.pages.entries(rows.length, format.toTheSecond(first.at), format.toTheSecond(last.at))}{' '}
        {next === null && words.pages.isLastPage}
      </Text>
      <Group gap="xs">
        {cursor !== undefined && (
          <ButtonLink variant="default" to="/activity" search={search}>
            {words.backToNewest}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink variant="default" to="/activity" search={{ ...search, cursor: next }}>
            {words.older}
          </ButtonLink>
        )}
      </Group>
    </Group>
  )
}

interface ExportLinkProps {
  list: 'applications' | 'jobs' | 'audit' | 'keyChanges' | 'requests'
  /** The filters of the page. */
  filter?: object
}

/** Downloads a whole list as a CSV file, with the filters of the page. */
export function ExportLink({ list, filter = {} }: ExportLinkProps) {
  const words = useWords(commonWords)
  const { locale } = useLanguage()
  const query = new URLSearchParams({ locale, filter: JSON.stringify(filter) })
  return (
    <Button
      component="a"
      href={`/backoffice/export/${list}.csv?${query}`}
      download
      variant="default"
      aria-label={words.exportList}
      title={words.exportList}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
    >
      CSV
    </Button>
  )
}

interface RowButtonProps {
  action: string
  /** The name of the row, for screen readers. */
  name: string
  onClick?: () => void
  /** The dialog that the button opens instead, as in `DialogButton`. */
  dialog?: (close: () => void) => ReactNode
}

/** A button in the row of a table. */
export function RowButton({ action, name, onClick, dialog }: RowButtonProps) {
  const words = useWords(commonWords)
  const look = { size: 'xs', variant: 'default', 'aria-label': words.actionOn(action, name), children: action } as const
  return dialog ? <DialogButton {...look} dialog={dialog} /> : <Button {...look} onClick={onClick} />
}
