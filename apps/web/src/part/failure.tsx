import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import type { Words } from '../words/en.ts'

/** What went wrong, in the reader's language where we have words for it. */
function explain({ errors }: Words, error: BackOfficeError): string {
  if (error.data === undefined || error.data === null) return errors.unreachable
  const { code } = error.data
  const known: Partial<Record<string, string>> = errors.byCode
  return known[code] ?? error.message
}

interface FailureProps {
  error: BackOfficeError
  /** Offered where asking again may help. */
  onRetry?: () => void
  /** After an act of the person: the focus goes where the answer is. */
  takesFocus?: boolean
}

/** An error of the server, with the request id to name when one asks for help. */
export function Failure({ error, onRetry, takesFocus = false }: FailureProps) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  // Each error anew: the same one twice is two answers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus, error])
  // A refusal says itself what to do; a fault of ours has to be looked up.
  const requestId = error.data && error.data.httpStatus >= 500 ? error.data.requestId : undefined
  return (
    <Alert ref={box} role="alert" tabIndex={-1} color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
      <Stack gap="xs" align="flex-start">
        <Text>{explain(words, error)}</Text>
        {requestId && (
          <Text size="sm">
            {words.errors.requestId} <code dir="ltr">{requestId}</code>
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {words.errors.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
