import { Badge, Text } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import type { Answers } from '../trpc.ts'

type OutcomeProps = Pick<Answers['activity']['list']['requests'][number], 'status' | 'errorMessage'>

/** The status of an answer, and the message of a failed one. */
export function Outcome({ status, errorMessage }: OutcomeProps) {
  const { words } = useLanguage()
  return (
    <span dir="auto">
      <Badge variant="light" color={errorMessage === null ? 'teal' : 'red'}>
        {status ?? words.activity.callerDisconnected}
      </Badge>{' '}
      {errorMessage !== null && (
        <Text size="sm" span>
          {errorMessage}
        </Text>
      )}
    </span>
  )
}
