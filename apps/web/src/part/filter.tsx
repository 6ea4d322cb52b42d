import { SEARCH_CHARACTERS_MAX } from '@boardwalk/schema/field-limits'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter.module.css'

/** The controls above a list that choose what it shows. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search className={classes.filters}>{children}</search>
)

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

export function SearchField({ label, initial, onSearch }: SearchFieldProps) {
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
