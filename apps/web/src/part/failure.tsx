import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage } from '../language.tsx'
import { type BackOfficeError, isRefusal } from '../trpc.ts'
import type { Words } from '../words/en.ts'
import { useFocus } from './focus.tsx'

/** Explains an error, in the reader's language if there is a text for its code. */
function explain({ errors }: Words, error: BackOfficeError): string {
  if (error.data === undefined || error.data === null) return errors.unreachable
  return findExplanation(errors, error.data.code) ?? error.message
}

const findExplanation = ({ byCode }: Words['errors'], code: string): string | undefined =>
  new Map<string, string>(Object.entries(byCode)).get(code)

/** Explains the code of an error that came without a message. */
export const explainCode = ({ errors }: Words, code: string | null): string =>
  findExplanation(errors, code ?? '') ?? errors.byCode.internal

interface FailureProps {
  error: BackOfficeError
  /** Called by a button that tries again. The button is missing if the server would refuse the same request again. */
  onRetry?: () => void
  /** Whether to move the focus here: for errors that answer an action of the user. */
  takesFocus?: boolean
}

/** An error of the server, with the request id by which the operator finds it. */
export function Failure({ error, onRetry, takesFocus = false }: FailureProps) {
  const { words } = useLanguage()
  const wouldFailAgain = isRefusal(error) && error.data?.code !== 'too_many_requests'
  // The request id is needed only to look up an error of the server.
  const requestId = error.data && error.data.httpStatus >= 500 ? error.data.requestId : undefined
  // Every error moves the focus, even if its text is the same as before.
  const box = useFocus<HTMLDivElement>(error, takesFocus)
  return (
    <Alert ref={box} role="alert" tabIndex={-1} color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
      <Stack gap="xs" align="flex-start">
        <Text>{explain(words, error)}</Text>
        {requestId && (
          <Text size="sm">
            {words.errors.requestId} <code dir="ltr">{requestId}</code>
          </Text>
        )}
        {onRetry && !wouldFailAgain && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {words.errors.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
