import { Group } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { ButtonLink } from '../part/link.tsx'

interface OlderProps {
  /** What the list is filtered by. */
  search: { view?: 'audit'; keyId?: string; requestId?: string; failedOnly?: true }
  /** Where this page of the list begins; undefined for the newest rows. */
  cursor: string | undefined
  /** Where the next one does; null on the last. */
  next: string | null
}

/** The way to the rows before those shown, and back to the newest. */
export function Older({ search, cursor, next }: OlderProps) {
  const { words } = useLanguage()
  return (
    <Group justify="center">
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
  )
}
