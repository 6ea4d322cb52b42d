import { CHOSEN_MAX, STATUSES_MAX } from '@boardwalk/schema/limits'
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { Failure } from '../part/message.tsx'
import { TakeBack, type useReplies } from '../reply/given-replies.tsx'
import { ReplyPeople } from '../reply/reply-people.tsx'
import { replyWords } from '../reply/words.ts'
import { type Answers, type BackOfficeError, client } from '../trpc.ts'
import { applicationListWords } from './list-words.ts'
import type { Lookup } from './sequence.ts'
import { type Shown, useSetStatus } from './set-status.tsx'
import { StatusButtons } from './status.tsx'

type Keys = ReadonlySet<string | number>
type Found = Answers['application']['listFirst']

/** Keeps which applications the user has chosen: rows of the page, or also those of the other pages. */
export function useChoice(rows: readonly Shown[], filter: Omit<Lookup, 'page'>) {
  const [keys, setKeys] = useState<Keys>(new Set())
  const [found, setFound] = useState<readonly Shown[]>([])
  const all = useMutation<Found, BackOfficeError>({
    mutationFn: () => client.application.listFirst.query(filter),
    onSuccess({ applications }) {
      // The answer has none whose data was erased.
      setFound(applications.map((each) => ({ ...each, isErased: false })))
      setKeys(new Set(applications.map(({ id }) => id)))
    },
  })
  // A row has the status that the user sees.
  const ofOtherPages = found.filter(({ id }) => !rows.some((row) => row.id === id))
  return {
    keys,
    setKeys,
    /** Leaves out a chosen row that is no longer on the page, because the user does not see it, unless all were chosen. */
    chosen: [...rows, ...ofOtherPages].filter(({ id }) => keys.has(id)),
    isPageChosen: rows.every(({ id }) => keys.has(id)),
    hasOtherPages: ofOtherPages.some(({ id }) => keys.has(id)),
    chooseAll: all,
    clear() {
      setKeys(new Set())
      setFound([])
    },
  }
}

interface ChosenProps {
  choice: ReturnType<typeof useChoice>
  /** The number of applications on the page, and of those on all pages. */
  shown: number
  total: number
  /** The replies to the applications on the page. */
  replies: ReturnType<typeof useReplies>
}

/** Says how many applications are chosen, and what the user can do with them. */
export function Chosen({ choice, shown, total, replies }: ChosenProps) {
  const words = useWords(applicationListWords)
  const replyTexts = useWords(replyWords)
  const setStatus = useSetStatus({ keepsList: false })
  const { chosen, isPageChosen, hasOtherPages, chooseAll, clear } = choice
  if (chosen.length === 0) return null
  return (
    <Group gap="xs">
      <Text role="status">{words.chosen(chosen.length)}</Text>
      {hasOtherPages ? (
        <Button size="xs" variant="light" onClick={clear}>
          {words.clearChoice}
        </Button>
      ) : (
        isPageChosen &&
        total > shown && (
          <Button size="xs" variant="light" loading={chooseAll.isPending} onClick={() => chooseAll.mutate()}>
            {total > CHOSEN_MAX ? words.chooseFirst(CHOSEN_MAX) : words.chooseAll(total)}
          </Button>
        )
      )}
      <StatusButtons
        onSet={(status) => {
          setStatus(chosen, status)
          clear()
        }}
      />
      {replies.sendsMail &&
        (chosen.length > STATUSES_MAX ? (
          <Text size="sm">{replyTexts.tooMany(STATUSES_MAX)}</Text>
        ) : (
          <ReplyPeople people={chosen} onSent={clear} />
        ))}
      {!hasOtherPages && <TakeBack ids={chosen.map(({ id }) => id)} of={replies} />}
      {chooseAll.error && <Failure error={chooseAll.error} takesFocus />}
    </Group>
  )
}
