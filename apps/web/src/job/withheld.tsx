import { Badge } from '@mantine/core'
import { useLanguage } from '../language.tsx'

interface WithheldProps {
  /** Whether the operator has suspended the job. */
  isSuspended: boolean
  /** When applications closed. Null if the job has no closing date. */
  closesAt: string | null
  /** Whether the closing date of the job has passed. */
  isClosed: boolean
}

/** Says why people cannot see a job although it is published. */
export function Withheld({ isSuspended, closesAt, isClosed }: WithheldProps) {
  const { words, format } = useLanguage()
  return (
    <>
      {isSuspended && (
        <Badge variant="light" color="red">
          {words.jobs.withheld.suspended}
        </Badge>
      )}
      {isClosed && closesAt !== null && (
        <Badge variant="light" color="yellow">
          {words.jobs.withheld.closed(format.day(closesAt))}
        </Badge>
      )}
    </>
  )
}
