import { Badge, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import type { Answers } from '../trpc.ts'
import { activityWords } from './words.ts'

type OutcomeProps = Pick<Answers['activity']['list']['requests'][number], 'status' | 'errorMessage' | 'items'>

/** The status of an answer, how many items of a batch it refused, and why. */
export function Outcome({ status, errorMessage, items }: OutcomeProps) {
  const words = useWords(activityWords)
  const answer = status ?? words.callerDisconnected
  const isInPart = errorMessage === null && items !== null && items.refused > 0
  const message = isInPart ? items.firstRefused[0]?.message : errorMessage
  return (
    <span dir="auto">
      <Badge variant="light" color={isInPart ? 'yellow' : errorMessage === null ? 'teal' : 'red'}>
        {isInPart ? `${answer} · ${words.refused(items.refused, items.sent)}` : answer}
      </Badge>{' '}
      {message && (
        <Text size="sm" span>
          {message}
        </Text>
      )}
    </span>
  )
}
