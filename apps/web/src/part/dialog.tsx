import { Button, type ButtonProps, Checkbox, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react'
import { applicationWords } from '../application/words.ts'
import { useWords } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { HiddenContext } from './hidden.ts'
import { useQuestion } from './leaving.ts'
import { Failure } from './message.tsx'
import { noteLayerChange } from './second-click.ts'
import { commonWords } from './words.ts'

interface DialogProps extends Omit<ModalProps, 'opened'> {
  /** The element that opened the dialog, if that is not the one with the focus when the dialog appears. */
  opener?: Element | null | undefined
  /** Whether a call is under way. The user cannot close the dialog then, because that would not stop the call. */
  isBusy?: boolean
}

/** Remembers the element that has the focus when the component appears. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement)
  return opener
}

/** Gives the focus that a dialog leaves to an element, or to the page's heading if the element is gone. */
export function returnFocus(target: Element | null): void {
  // After this moment the dialog is gone, and a page or a message that takes the focus has it.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const next = target?.isConnected ? target : document.querySelector('h1')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  })
}

/**
 * A dialog that is open while it is rendered. When it closes, the focus returns to the element that opened it, or to the page's
 * heading if that element is gone. Mantine returns the focus only of a dialog that stays rendered.
 */
export function Dialog({ opener, isBusy = false, ...props }: DialogProps) {
  const words = useWords(commonWords)
  const focused = useOpener()
  const target = opener ?? focused
  useLayoutEffect(() => {
    noteLayerChange()
    return noteLayerChange
  }, [])
  useEffect(() => () => returnFocus(target), [target])
  return (
    <Modal
      opened={!use(HiddenContext)}
      // A dialog that is hidden keeps what the user has typed.
      keepMounted
      closeButtonProps={{ 'aria-label': words.close, disabled: isBusy }}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      // React passes the events of a dialog on to the components around it. A form that contains the dialog would be sent too.
      onSubmit={(event) => event.stopPropagation()}
      {...props}
    />
  )
}

interface DialogButtonProps extends ButtonProps {
  /** Renders the dialog. The button gives it the function that closes it. */
  dialog: (close: () => void) => ReactNode
  'aria-label'?: string
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...props }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open} {...props} />
      {isOpen && dialog(close)}
    </>
  )
}

interface ConfirmProps extends Pick<DialogProps, 'onClose' | 'opener' | 'children'> {
  title: string
  /** The button's text, in the words of the title. */
  act: string
  isDestructive?: boolean
  /** Whether the user has to tick first that this cannot be undone. */
  isFinal?: boolean
  /** The call that follows, if there is one. */
  mutation?: { isPending: boolean; error: BackOfficeError | null }
  onConfirm: () => void
}

/** A dialog that asks before something is done. It is open while it is rendered. */
export function Confirm(props: ConfirmProps) {
  const { title, act, isFinal = false, isDestructive = isFinal, mutation, onConfirm, onClose, opener, children } = props
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const [isSure, setSure] = useState(!isFinal)
  const [isTickMissing, setTickMissing] = useState(false)
  const isBusy = mutation?.isPending ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTickMissing(!isSure)
    if (isSure) onConfirm()
  }
  return (
    <Dialog onClose={onClose} title={title} centered opener={opener} isBusy={isBusy}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          {isFinal && (
            <Checkbox
              label={words.erase.isSure}
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
              error={isTickMissing && !isSure && words.erase.tickFirst}
            />
          )}
          {mutation?.error && <Failure error={mutation.error} takesFocus />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {common.cancel}
            </Button>
            <Button type="submit" color={isDestructive ? 'red.9' : undefined} loading={isBusy}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface LeavingProps {
  /** Whether leaving now would lose something. It is called when the user leaves. */
  wouldLose: () => boolean
  title: string
  text: string
  act: string
}

/** Asks before the user leaves or closes a page, if that would lose something. */
export function Leaving({ wouldLose, title, text, act }: LeavingProps) {
  const blocker = useBlocker({
    // A change of the query part alone does not leave the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  const [resolve, setResolve] = useState<(isLeaving: boolean) => void>()
  useQuestion(async () => !wouldLose() || new Promise<boolean>((decide) => setResolve(() => decide)))
  const answer = (isLeaving: boolean) => {
    setResolve(undefined)
    resolve?.(isLeaving)
  }
  const { proceed, reset } = resolve ? { proceed: () => answer(true), reset: () => answer(false) } : blocker
  if (proceed === undefined || reset === undefined) return null
  return (
    <Confirm title={title} act={act} isDestructive onConfirm={proceed} onClose={reset}>
      <Text>{text}</Text>
    </Confirm>
  )
}

/** Asks before the user leaves a form with changes. Leaving does not stop a save that is under way: the text then says so. */
export function LeavingForm({ isDirty, isSaving }: { isDirty: () => boolean; isSaving: boolean }) {
  const words = useWords(commonWords)
  const { title, text, leave } = isSaving ? words.saving : words.unsaved
  return <Leaving wouldLose={() => isDirty()} title={title} text={text} act={leave} />
}
