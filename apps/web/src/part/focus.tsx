import { Alert, type AlertProps, type ElementProps } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'

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
