import { Alert, type AlertProps, Button, type ElementProps, Stack, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useWords } from '../language.tsx'
import { type BackOfficeError, isRefusal } from '../trpc.ts'
import { type ErrorWords, errorWords } from './error-words.ts'
import { noteLayerChange } from './second-click.ts'

/** Moves the focus to an element when it appears, and again each time `cause` changes; not at all while `isOn` is false. */
export function useFocus<E extends HTMLElement>(cause?: unknown, isOn = true): RefObject<E | null> {
  const element = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect does not read its cause.
  useEffect(() => {
    if (isOn) element.current?.focus()
  }, [cause, isOn])
  return element
}

interface MessageProps extends AlertProps, ElementProps<'div', keyof AlertProps> {
  /** A change of it moves the focus here again. */
  cause?: unknown
}

/** A message that answers an action of the user. It takes the focus, so that screen readers read it. */
export function Message({ cause, ...props }: MessageProps) {
  return <Alert ref={useFocus<HTMLDivElement>(cause)} tabIndex={-1} {...props} />
}

/** Explains an error, in the reader's language if there is a text for its code. */
function explain(errors: ErrorWords, error: BackOfficeError): string {
  if (error.data === undefined || error.data === null) return errors.unreachable
  return findExplanation(errors, error.data.code) ?? error.message
}

const findExplanation = ({ byCode }: ErrorWords, code: string): string | undefined =>
  new Map<string, string>(Object.entries(byCode)).get(code)

/** Explains the code of an error that came without a message. */
export const explainCode = (errors: ErrorWords, code: string | null): string =>
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
  const words = useWords(errorWords)
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
            {words.requestId} <code dir="ltr">{requestId}</code>
          </Text>
        )}
        {onRetry && !wouldFailAgain && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/**
 * Makes the place of messages that replace each other, such as those with a button that undoes. Each message has its own time on the
 * screen. The second click of a double click on a button of one message presses nothing on the next.
 */
export function createMessagePlace() {
  let shown = ''
  const hide = () => {
    noteLayerChange()
    notifications.hide(shown)
  }
  return {
    hide,
    show(message: NotificationData) {
      hide()
      // An id of its own: Mantine would leave a message that replaces one of the same id the rest of that one's time.
      shown = notifications.show(message)
    },
  }
}
