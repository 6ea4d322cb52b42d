import { Badge, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import type { Answers } from '../trpc.ts'
import { codeWords } from './code-words.ts'
import { operationWords } from './operation-words.ts'
import { activityWords } from './words.ts'

type Request = Answers['activity']['list']['requests'][number]
type OutcomeProps = Pick<Request, 'operation' | 'status' | 'errorMessage' | 'errorCode' | 'items' | 'warnings'>

/** The status of an answer, how many items of a batch it took or refused, its warnings, and the first reason. */
export function Outcome({ operation, status, errorMessage, errorCode, items, warnings }: OutcomeProps) {
  const words = useWords(activityWords)
  const describeBatch = useBatchWords()
  const isRefused = items !== null && items.refused > 0
  const [refused] = items?.firstRefused ?? []
  const [warning] = warnings?.first ?? []
  const reason = errorMessage === null ? (refused ?? warning) : { message: errorMessage, code: errorCode }
  const color = errorMessage === null ? (isRefused || warnings !== null ? 'yellow' : 'teal') : 'red'
  const parts = [
    status ?? words.callerDisconnected,
    items !== null && (isRefused ? words.refused(items.refused, items.sent) : describeBatch(operation, items.sent)),
    warnings !== null && words.warnings(warnings.count),
  ]
  return (
    <span dir="auto">
      <Badge variant="light" color={color}>
        {parts.filter(Boolean).join(' · ')}
      </Badge>{' '}
      {reason !== undefined && <Reason {...reason} />}
    </span>
  )
}

interface ReasonProps {
  code?: string | null
  /** As the API said it, in English. */
  message: string
}

/** Says why something was refused, or what is warned of: a sentence in the reader's language, and what the API said. */
export function Reason({ code, message }: ReasonProps) {
  // Another version of the board may have other codes.
  const sentences: Partial<Record<string, string>> = useWords(codeWords)
  const sentence = sentences[code ?? '']
  if (sentence === undefined)
    return (
      <Text size="sm" span>
        <bdi>{message}</bdi>
      </Text>
    )
  return (
    <>
      <Text size="sm" span>
        {sentence}
      </Text>{' '}
      <Text size="sm" span display="block" c="dimmed" lang="en" dir="ltr">
        {message}
      </Text>
    </>
  )
}

/** Returns a function that says how many jobs, links or candidates a batch had. */
export function useBatchWords() {
  const words = useWords(operationWords)
  return (operation: string, sent: number): string => {
    if (operation === 'linkJobs') return words.links(sent)
    return operation === 'updateCandidates' ? words.candidates(sent) : words.jobs(sent)
  }
}
