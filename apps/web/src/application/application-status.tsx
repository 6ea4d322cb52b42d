import type { ApplicationStatus as Status } from '@boardwalk/schema/application'
import { Badge } from '@mantine/core'
import { useLanguage } from '../language.tsx'

const colours: Record<Status, string> = {
  PENDING: 'gray',
  REVIEWED: 'blue',
  SHORTLISTED: 'grape',
  REJECTED: 'red',
  HIRED: 'teal',
}

export function ApplicationStatus({ status }: { status: Status }) {
  const { words } = useLanguage()
  return (
    <Badge variant="light" color={colours[status]}>
      {words.applications.statuses[status]}
    </Badge>
  )
}
