import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { formatKeyName } from './key-name.ts'

interface RenameKeyProps {
  apiKey: Answers['key']['list']['keys'][number]
  onClose: () => void
}

/** Gives a key another name. */
export function RenameKey({ apiKey: { id, name, last4 }, onClose }: RenameKeyProps) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState(name)
  const [isAsked, setAsked] = useState(false)
  const isEmpty = typed.trim() === ''
  const rename = useMutation(
    trpc.key.rename.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.renameKey.done })
        await queryClient.invalidateQueries()
        onClose()
      },
    }),
  )
  const submit = () => {
    setAsked(true)
    if (!isEmpty) rename.mutate({ id, name: typed.trim() })
  }
  return (
    <Confirm
      title={words.renameKey.title(formatKeyName(name, last4))}
      act={words.save}
      mutation={rename}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{words.renameKey.text}</Text>
      <TextInput
        label={words.keys.name}
        description={words.keys.nameHint}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isAsked && isEmpty && words.required}
      />
    </Confirm>
  )
}
