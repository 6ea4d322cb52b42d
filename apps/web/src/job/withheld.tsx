import { Badge } from '@mantine/core'
import { useLanguage, useWords } from '../language.tsx'
import { jobWords } from './words.ts'

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
  const words = useWords(jobWords)
  const { format } = useLanguage()
  return (
    <>
      {isSuspended && (
        <Badge variant="light" color="red">
          {words.withheld.suspended}
        </Badge>
      )}
      {isClosed && closesAt !== null && (
        <Badge variant="light" color="yellow">
          {words.withheld.closed(format.day(closesAt))}
        </Badge>
      )}
    </>
  )
}
