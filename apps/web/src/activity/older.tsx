import { Group, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { ButtonLink } from '../part/link.tsx'

interface OlderProps {
  /** What the list is filtered by. */
  search: { view?: 'audit'; keyId?: string; requestId?: string; failedOnly?: true }
  /** What is shown, newest first. */
  rows: readonly { at: string }[]
  /** Where this page of the list begins; undefined for the newest rows. */
  cursor: string | undefined
  /** Where the next one does; null on the last. */
  next: string | null
}

/** Which part of a list this is, the way to the rows before it, and back to the newest. */
export function Older({ search, rows, cursor, next }: OlderProps) {
  const { words, format } = useLanguage()
  const [first, last] = [rows.at(0), rows.at(-1)]
  return (
    <Group justify="space-between">
      <Text size="sm" role="status">
        {first && last && words.activity.shown(rows.length, format.toTheSecond(first.at), format.toTheSecond(last.at))}{' '}
        {next === null && words.activity.lastPage}
      </Text>
      <Group gap="xs">
        {cursor !== undefined && (
          <ButtonLink variant="default" to="/activity" search={search}>
            {words.newest}
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
