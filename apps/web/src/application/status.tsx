import type { ApplicationStatus } from '@boardwalk/schema/application'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Badge, Button, Group, Kbd } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { useLanguage } from '../language.tsx'
import classes from './application.module.css'

export type Status = ApplicationStatus

/** The statuses that a user sets, in the order of their keys. An applicant or an ATS sets WITHDRAWN. */
export const statuses = ['PENDING', 'REVIEWED', 'SHORTLISTED', 'REJECTED', 'HIRED'] as const satisfies readonly Status[]

const colours: Record<Status, string> = {
  PENDING: 'gray',
  REVIEWED: 'blue',
  SHORTLISTED: 'grape',
  REJECTED: 'red',
  HIRED: 'teal',
  WITHDRAWN: 'dark',
}

export function StatusBadge({ status }: { status: Status }) {
  const { locale } = useLanguage()
  return (
    <Badge variant="light" color={colours[status]}>
      {applicationStatuses[status][locale]}
    </Badge>
  )
}

interface StatusButtonsProps {
  /** The status that is set. Undefined for several applications. */
  status?: Status
  /** Whether the keys 1 to 5 do the same. */
  hasKeys?: boolean
  onSet: (status: Status) => void
}

/** One control with a button for each status. */
export function StatusButtons({ status, hasKeys = false, onSet }: StatusButtonsProps) {
  const { locale } = useLanguage()
  return (
    <Group role="group" className={classes.statuses} aria-label={listLabels.status[locale]}>
      {statuses.map((each, index) => (
        <Button
          key={each}
          size="xs"
          variant={each === status ? 'filled' : 'subtle'}
          {...(status !== undefined && { 'aria-pressed': each === status })}
          {...(hasKeys && { 'aria-keyshortcuts': String(index + 1) })}
          onClick={() => onSet(each)}
          rightSection={
            hasKeys && (
              <Kbd size="xs" className={classes.key} aria-hidden="true">
                {index + 1}
              </Kbd>
            )
          }
        >
          {applicationStatuses[each][locale]}
        </Button>
      ))}
    </Group>
  )
}
