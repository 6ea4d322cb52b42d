import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLanguage } from '../language.tsx'

interface DialogProps extends Omit<ModalProps, 'opened'> {
  /** The element that opened the dialog, if that is not the one with the focus when the dialog appears. */
  opener?: Element | null
  /** Whether a call is under way. The person cannot close the dialog then, because closing it would not stop the call. */
  isBusy?: boolean
}

/** Remembers the element that has the focus when the component appears. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement)
  return opener
}

/**
 * A dialog that is open while it is rendered. When it goes, the focus returns to what opened it, or to the page's heading if
 * that is gone. Mantine returns the focus only of a dialog that stays rendered.
 */
export function Dialog({ opener, isBusy = false, ...props }: DialogProps) {
  const { words } = useLanguage()
  const focused = useOpener()
  const target = opener ?? focused
  useEffect(
    () => () => {
      // A moment later the dialog is gone, and a page or a message that wanted the focus has it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const next = target?.isConnected ? target : document.querySelector('h1')
        if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      })
    },
    [target],
  )
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': words.close, disabled: isBusy }}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      {...props}
    />
  )
}
