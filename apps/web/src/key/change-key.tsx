import { Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatKeyName } from '../format.ts'
import { homeWords } from '../home/words.ts'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Fact, Facts } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { keyWords } from './words.ts'

interface KeyProps {
  apiKey: Answers['key']['list']['keys'][number]
  onClose: () => void
}

/** Many pages name a key or show its state, so a change loads all of them again. */
const ALL = {}

/** Gives a key another name. */
export function RenameKey({ apiKey: { id, name, last4 }, onClose }: KeyProps) {
  const words = useWords(keyWords)
  const common = useWords(commonWords)
  const [newName, setNewName] = useState(name)
  const [isRefused, setRefused] = useState(false)
  const isEmpty = newName.trim() === ''
  const rename = useMutation(trpc.key.rename.mutationOptions(afterChange(words.rename.done, ALL, onClose)))
  const submit = () => {
    setRefused(isEmpty)
    if (!isEmpty) rename.mutate({ id, name: newName.trim() })
  }
  return (
    <Confirm
      title={words.rename.title(formatKeyName(name, last4))}
      act={common.save}
      mutation={rename}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{words.rename.text}</Text>
      <TextInput
        label={common.name}
        description={words.nameHint}
        autoComplete="off"
        data-autofocus
        value={newName}
        onChange={(event) => setNewName(event.currentTarget.value)}
        error={isRefused && isEmpty && common.required}
      />
    </Confirm>
  )
}

/** Revokes a key after the user has typed its name, so that a wrong click does not cut off an ATS. */
export function RevokeKey({ apiKey: { id, name, last4, lastUsedAt }, onClose }: KeyProps) {
  const words = useWords(keyWords)
  const homeTexts = useWords(homeWords)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const home = useQuery(trpc.home.summary.queryOptions())
  const use = home.data?.keys.find((key) => key.id === id)
  const revoke = useMutation(
    trpc.key.revoke.mutationOptions(afterChange(words.revoke.done(formatKeyName(name, last4)), ALL, onClose)),
  )
  const submit = () => {
    setWrong(typed !== name)
    if (typed === name) revoke.mutate({ id, name: typed })
  }
  const moment = (at: string | null = null, never = homeTexts.never) => (at === null ? never : <When at={at} />)
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
      <Facts>
        <Fact name={words.lastUsed} value={moment(lastUsedAt, words.neverUsed)} />
        <Fact name={homeTexts.lastPush} value={moment(use?.lastPushAt)} />
        <Fact name={homeTexts.lastPoll} value={moment(use?.lastPollAt)} />
      </Facts>
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
