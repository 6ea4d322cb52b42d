import { Button, Group, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { usePersonName } from '../application/applicant.tsx'
import type { Shown } from '../application/set-status.tsx'
import type { Status } from '../application/status.tsx'
import { useLanguage, useWords } from '../language.tsx'
import { createMessagePlace, Failure } from '../part/message.tsx'
import { type Answers, type BackOfficeError, queryClient, trpc } from '../trpc.ts'
import { useTakeBack } from './given-replies.tsx'
import { replyWords } from './words.ts'

const place = createMessagePlace()
/** How long the message offers to take refusals back. After that, the list and the application do. */
const UNDO_MS = 30_000

const showFailure = (error: BackOfficeError) =>
  notifications.show({ color: 'red', message: <Failure error={error} />, autoClose: false })

const readAgain = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.reply.list.pathFilter()),
    queryClient.invalidateQueries(trpc.application.list.pathFilter()),
    queryClient.invalidateQueries(trpc.application.get.pathFilter()),
    queryClient.invalidateQueries(trpc.application.countByStatus.pathFilter()),
  ])

/**
 * Returns a function that says what was sent, and to whom not. The message of refusals offers to undo them: that takes back the mails, and
 * gives the applications the statuses that they had.
 */
export function useShowSent() {
  const words = useWords(replyWords)
  const { format } = useLanguage()
  const personName = usePersonName()
  // The message outlives the dialog, so what follows these calls is said by their options, or after them.
  const setBack = useMutation(
    trpc.application.setStatuses.mutationOptions({ onSettled: readAgain, onError: showFailure }),
  )
  const takeBack = useTakeBack(showFailure)

  return async (
    { queued, skipped, sendAt }: Answers['reply']['send'],
    asked: { id: string; from: Status }[],
    people: readonly Shown[],
    isRefusal: boolean,
  ): Promise<void> => {
    const undo = async () => {
      place.hide()
      const { takenBack } = await takeBack.mutateAsync({ kind: 'refuse', ids: queued })
      const changes = asked
        .filter(({ id, from }) => takenBack.includes(id) && from !== 'REJECTED')
        .map(({ id, from }) => ({ id, status: from, from: 'REJECTED' as const }))
      if (changes.length > 0) await setBack.mutateAsync({ changes })
    }
    const name = (id: string) => {
      const person = people.find((each) => each.id === id)
      return person === undefined ? id : personName(person)
    }
    const done = isRefusal ? words.waiting(queued.length, format.dateTime(sendAt)) : words.sent(queued.length)
    place.show({
      ...(skipped.length > 0 && { color: 'yellow' }),
      autoClose: UNDO_MS,
      message: (
        <Stack gap="xs">
          <Text size="sm" c="var(--mantine-color-text)">
            {queued.length === 0 ? words.none : done}
          </Text>
          {skipped.length > 0 && (
            <List size="sm">
              {skipped.map(({ id, reason }) => (
                <List.Item key={id}>{words.skipped(name(id), words.reasons[reason])}</List.Item>
              ))}
            </List>
          )}
          {isRefusal && queued.length > 0 && (
            <Group>
              <Button size="xs" variant="default" onClick={() => void undo().catch(() => {})}>
                {words.undo}
              </Button>
            </Group>
          )}
        </Stack>
      ),
    })
    await readAgain()
  }
}
