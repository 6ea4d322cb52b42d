import { Group, Pagination, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { ButtonLink } from './link.tsx'

export const PAGE_SIZE = 50

interface PagesProps {
  page: number
  total: number
  onChange: (page: number) => void
}

/** Says which part of a list is shown, and links to the other pages of the list. */
export function Pages({ page, total, onChange }: PagesProps) {
  const { words, format } = useLanguage()
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

interface OlderRowsProps {
  /** The filters of the list. */
  search: { view?: 'audit'; keyId?: string; requestId?: string; failedOnly?: true }
  /** The rows that are shown, newest first. */
  rows: readonly { at: string }[]
  /** The cursor of this page; undefined for the newest rows. */
  cursor: string | undefined
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** Says which part of a list of the activity page is shown, and links to older rows and back to the newest. */
export function OlderRows({ search, rows, cursor, next }: OlderRowsProps) {
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
