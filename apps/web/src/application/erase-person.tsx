import { Checkbox, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { useNameOf } from './name.ts'

interface ErasePersonProps {
  application: Answers['application']['get']
  onClose: () => void
}

/** Erases what a person sent, for good, and says before what goes and what stays. */
export function ErasePerson({ application, onClose }: ErasePersonProps) {
  const { words } = useLanguage()
  const nameOf = useNameOf()
  const [isSure, setSure] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [allOfPerson, setAllOfPerson] = useState(true)
  const erase = useMutation(
    trpc.application.erase.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.erase.done })
        onClose()
        await queryClient.invalidateQueries(trpc.application.pathFilter())
      },
    }),
  )
  const submit = () => {
    setAsked(true)
    if (isSure) erase.mutate({ id: application.id, allOfPerson })
  }
  return (
    <Confirm
      title={words.erase.title(nameOf(application))}
      act={words.erase.act}
      isDestructive
      mutation={erase}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{words.erase.goes}</Text>
      <List>
        {words.erase.going.map((what) => (
          <List.Item key={what}>{what}</List.Item>
        ))}
      </List>
      <Text>{words.erase.stays}</Text>
      <Text>{words.erase.copies}</Text>
      {application.othersOfPerson > 0 && (
        <Checkbox
          label={words.erase.others(application.othersOfPerson)}
          checked={allOfPerson}
          onChange={(event) => setAllOfPerson(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={words.erase.sure}
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        error={isAsked && !isSure && words.erase.sureFirst}
      />
    </Confirm>
  )
}
