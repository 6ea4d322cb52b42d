import { Badge } from '@mantine/core'
import { useLanguage } from '../language.tsx'

interface WithheldProps {
  /** Whether the operator has suspended the job. */
  isSuspended: boolean
  /** Whether the closing date of the job has passed. */
  isClosed: boolean
}

/** Says why people cannot see a job although it is published. */
export function Withheld({ isSuspended, isClosed }: WithheldProps) {
  const { words } = useLanguage()
  return (
    <>
      {isSuspended && (
        <Badge variant="light" color="red">
          {words.jobs.withheld.suspended}
        </Badge>
      )}
      {isClosed && (
        <Badge variant="light" color="yellow">
          {words.jobs.withheld.closed}
        </Badge>
      )}
    </>
  )
}
