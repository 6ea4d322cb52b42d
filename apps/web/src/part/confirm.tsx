import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useLanguage } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'

interface ConfirmProps {
  title: string
  /** The button's text, in the words of the title. */
  act: string
  isDestructive?: boolean
  mutation: { isPending: boolean; error: BackOfficeError | null }
  onConfirm: () => void
  onClose: () => void
  /** As in `Dialog`. */
  opener?: Element | null
  children: ReactNode
}

/** A dialog that asks before something is done. It is open while it is rendered. */
export function Confirm({
  title,
  act,
  isDestructive = false,
  mutation,
  onConfirm,
  onClose,
  opener = null,
  children,
}: ConfirmProps) {
  const { words } = useLanguage()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog onClose={onClose} title={title} centered opener={opener} isBusy={mutation.isPending}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          {mutation.error && <Failure error={mutation.error} takesFocus />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={mutation.isPending}>
              {words.cancel}
            </Button>
            <Button type="submit" color={isDestructive ? 'red.9' : undefined} loading={mutation.isPending}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
