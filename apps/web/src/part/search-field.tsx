import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'

interface SearchFieldProps {
  label: string
  initial: string | undefined
  /** Called once the person pauses. */
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
      maxLength={200}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}
