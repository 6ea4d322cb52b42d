import { Group, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { ButtonLink } from '../part/link.tsx'

interface OlderProps {
  /** The filters of the list. */
  search: { view?: 'audit'; keyId?: string; requestId?: string; failedOnly?: true }
  /** The rows that are shown, newest first. */
  rows: readonly { at: string }[]
  /** The cursor of this page; undefined for the newest rows. */
  cursor: string | undefined
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** Says which part of a list is shown, and links to the older rows and back to the newest. */
export function Older({ search, rows, cursor, next }: OlderProps) {
  const { words, format } = useLanguage()
  const [first, last] = [rows.at(0), rows.at(-1)]
  return (
    <Group justify="space-between">
      <Text size="sm" role="status">
        {first && last && words.activity.shown(rows.length, format.toTheSecond(first.at), format.toTheSecond(last.at))}{' '}
        {next === null && words.activity.isLastPage}
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
