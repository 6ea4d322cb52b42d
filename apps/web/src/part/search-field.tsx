import { SEARCH_CHARACTERS_MAX } from '@boardwalk/schema/limits'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'

interface SearchFieldProps {
  label: string
  initial: string | undefined
  /** Called when the person stops typing. */
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
