import { Anchor, Checkbox, List, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { applicationWords } from './words.ts'

interface Applicant {
  firstName: string
  lastName: string
  isErased: boolean
}

/** Returns a function that names an applicant. After an erasure there is no name. */
export function usePersonName() {
  const words = useWords(applicationWords)
  return ({ firstName, lastName, isErased }: Applicant) => (isErased ? words.erased : `${firstName} ${lastName}`)
}

/** A link that writes a mail. Characters such as `?` in an address must not begin another part of the link. */
export const MailLink = ({ email }: { email: string }) => (
  <Anchor href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
    <bdi>{email}</bdi>
  </Anchor>
)

interface ErasePersonProps {
  application: Answers['application']['get']
  onClose: () => void
}

/** Erases an applicant's data for good, after a dialog that says what is erased and what is kept. */
export function ErasePerson({ application, onClose }: ErasePersonProps) {
  const words = useWords(applicationWords)
  const personName = usePersonName()
  const [allOfPerson, setAllOfPerson] = useState(true)
  const erase = useMutation(
    trpc.application.erase.mutationOptions(afterChange(words.erase.done, trpc.application.pathFilter(), onClose)),
  )
  return (
    <Confirm
      title={words.erase.title(personName(application))}
      act={words.erase.submit}
      isFinal
      mutation={erase}
      onConfirm={() => erase.mutate({ id: application.id, allOfPerson })}
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
    </Confirm>
  )
}
