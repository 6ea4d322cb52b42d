import type { PublicationStatus } from '@boardwalk/schema/job'
import { Badge } from '@mantine/core'
import { useLanguage } from '../language.tsx'

const colours: Record<PublicationStatus, string> = { PUBLISHED: 'teal', UNPUBLISHED: 'gray' }

export function JobStatus({ status }: { status: PublicationStatus }) {
  const { words } = useLanguage()
  return (
    <Badge variant="light" color={colours[status]}>
      {words.jobs.statuses[status]}
    </Badge>
  )
}
