import { Checkbox, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { usePersonName } from './name.ts'

interface ErasePersonProps {
  application: Answers['application']['get']
  onClose: () => void
}

/** Erases an applicant's data for good, after a dialog that says what is erased and what is kept. */
export function ErasePerson({ application, onClose }: ErasePersonProps) {
  const { words } = useLanguage()
  const personName = usePersonName()
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
      title={words.erase.title(personName(application))}
      act={words.erase.submit}
      isDestructive
      mutation={erase}
      onConfirm={submit}
      onClose={onClose}
    >
      <Text>{words.erase.erasedIntro}</Text>
      <List>
        {words.erase.erasedItems.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
      <Text>{words.erase.kept}</Text>
      <Text>{words.erase.copies}</Text>
      {application.othersOfPerson > 0 && (
        <Checkbox
          label={words.erase.others(application.othersOfPerson)}
          checked={allOfPerson}
          onChange={(event) => setAllOfPerson(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={words.erase.isSure}
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        error={isAsked && !isSure && words.erase.tickFirst}
      />
    </Confirm>
  )
}
