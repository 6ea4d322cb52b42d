import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Facts } from '../part/facts.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { formatKeyName } from './key-name.ts'

interface RevokeKeyProps {
  apiKey: Answers['key']['list']['keys'][number]
  onClose: () => void
}

/** Revokes a key after the person has typed its name, so that nobody cuts off an ATS by accident. */
export function RevokeKey({ apiKey: { id, name, last4, lastUsedAt }, onClose }: RevokeKeyProps) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const home = useQuery(trpc.home.summary.queryOptions())
  const use = home.data?.keys.find((key) => key.id === id)
  const revoke = useMutation(
    trpc.key.revoke.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.revoke.done(formatKeyName(name, last4)) })
        // First the button that opened this goes, so that the focus does not return to it.
        await queryClient.invalidateQueries()
        onClose()
      },
    }),
  )
  const submit = () => {
    setWrong(typed !== name)
    if (typed === name) revoke.mutate({ id, name: typed })
  }
  const moments = [
    [words.keys.lastUsed, lastUsedAt, words.keys.neverUsed],
    [words.home.lastPush, use?.lastPushAt ?? null, words.home.never],
    [words.home.lastPoll, use?.lastPollAt ?? null, words.home.never],
  ] as const
  return (
    <Confirm
      title={words.revoke.title(formatKeyName(name, last4))}
      act={words.revoke.action}
      isDestructive
      mutation={revoke}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{lastUsedAt === null ? words.revoke.consequenceUnused : words.revoke.consequence}</Text>
      <Facts facts={moments.map(([what, at, never]) => [what, at === null ? never : <When key={what} at={at} />])} />
      <TextInput
        label={words.revoke.typeName}
        description={<bdi>{name}</bdi>}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isWrong && words.revoke.wrongName}
      />
    </Confirm>
  )
}
