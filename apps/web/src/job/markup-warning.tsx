import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage } from '../language.tsx'
import type { Answers } from '../trpc.ts'

/** Warns that a job's page has no structured data for Google for Jobs, and says what to do. */
export function MarkupWarning({ job: { markupWarning, fields } }: { job: Answers['job']['get'] }) {
  const { words } = useLanguage()
  if (markupWarning === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.jobs.markup.title}>
      {words.jobs.markup[markupWarning](fields.country ?? '')}
    </Alert>
  )
}
