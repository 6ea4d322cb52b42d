import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useWords } from '../language.tsx'
import { TextLink } from '../part/link.tsx'
import { PAGE_SIZE } from '../part/list.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import type { Answers } from '../trpc.ts'
import { usePersonName } from './applicant.tsx'
import classes from './application.module.css'
import { applicationListWords } from './list-words.ts'
import type { Lookup } from './sequence.ts'
import { StatusBadge } from './status.tsx'

interface SideListProps {
  rows: Answers['application']['list']['applications']
  total: number
  /** The application that the page shows. */
  id: string
  lookup: Lookup
  /** Called when the user presses an arrow in the list. */
  onArrow: (isDown: boolean) => void
}

/** The list beside the application that was opened from it. It keeps its place when another application opens. */
export function SideList({ rows, total, id, lookup, onArrow }: SideListProps) {
  const words = useWords(applicationListWords)
  const common = useWords(commonWords)
  const personName = usePersonName()
  const list = useRef<HTMLElement>(null)
  const { page = 1 } = lookup
  const isLoaded = rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another application or page is shown.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [id, page, isLoaded])
  const turn = (to: number, text: string) => (
    <li>
      <TextLink to="/applications" search={{ ...lookup, page: to }} size="sm" className={classes.turn}>
        {text}
      </TextLink>
    </li>
  )
  return (
    <nav
      ref={list}
      aria-label={words.list}
      className={classes.side}
      onKeyDown={(event) => {
        const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
        if (!isArrow || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        onArrow(event.key === 'ArrowDown')
      }}
    >
      <ul className="plain-list">
        {page > 1 && turn(page - 1, common.pages.previous)}
        {rows.map((row) => (
          <li key={row.id}>
            <TextLink
              to="/applications/$applicationId"
              params={{ applicationId: row.id }}
              search={lookup}
              className={classes.row}
              underline="never"
              c="inherit"
              {...(row.id === id && { 'aria-current': 'true' })}
            >
              <bdi className={classes.rowName}>{personName(row)}</bdi>
              <Text size="sm" c="dimmed" component="bdi" className={classes.rowJob}>
                {row.jobTitle}
              </Text>
              <span className={classes.rowFoot}>
                <StatusBadge status={row.status} />
                <Text size="xs" c="dimmed" span>
                  <When at={row.date} isRelative />
                </Text>
              </span>
            </TextLink>
          </li>
        ))}
        {page * PAGE_SIZE < total && turn(page + 1, common.pages.next)}
      </ul>
    </nav>
  )
}
