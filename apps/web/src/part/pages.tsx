import { Group, Pagination, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'

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
