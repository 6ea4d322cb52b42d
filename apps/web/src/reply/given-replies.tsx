import { Button, Group, Text } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Failure } from '../part/message.tsx'
import { type BackOfficeError, queryClient, trpc } from '../trpc.ts'
import type { Reply } from './kind.ts'
import { replyWords } from './words.ts'

/* What applicants were replied, and what still waits. */

/** How often a page asks whether a reply has gone out. */
const REFRESH_MS = 10_000
/** After this long without a movement or a key, the user may have left. Each request prolongs the session. */
const IDLE_MS = 60_000

/** Reads the replies to applications. `sendsMail` is false until the server has said whether the board sends mail. */
export function useReplies(ids: string[]) {
  const isIdle = useIdle(IDLE_MS, { initialState: false })
  const { data } = useQuery(
    trpc.reply.list.queryOptions(
      { ids },
      {
        enabled: ids.length > 0,
        // A list that has changed keeps its dialogs: they are there as long as the board sends mail.
        placeholderData: keepPreviousData,
        // A page that shows a reply which waits says when it has gone.
        refetchInterval: ({ state }) =>
          !isIdle && state.data?.replies.some(({ state: of }) => of === 'waiting' || of === 'sending')
            ? REFRESH_MS
            : false,
      },
    ),
  )
  return { replies: data?.replies ?? [], withdrawn: data?.withdrawn ?? [], sendsMail: data?.sendsMail ?? false }
}

interface GivenRepliesProps {
  id: string
  of: ReturnType<typeof useReplies>
  /** Whether to leave out replies that were cancelled. */
  isShort?: boolean
}

/** Says of one application how it was replied, and that the applicant withdrew. */
export function GivenReplies({ id, of, isShort = false }: GivenRepliesProps) {
  const words = useWords(replyWords)
  const { format } = useLanguage()
  const withdrawn = of.withdrawn.find((each) => each.id === id)
  return (
    <>
      {withdrawn !== undefined && (
        <Text size="sm" fw={600}>
          {words.withdrawnOn(format.dateTime(withdrawn.at))}
        </Text>
      )}
      {of.replies
        .filter(({ applicationId, state }) => applicationId === id && !(isShort && state === 'cancelled'))
        .map((reply) => (
          <Text key={reply.kind} size="sm">
            <DescribedReply {...reply} />
          </Text>
        ))}
    </>
  )
}

function DescribedReply({ state, kind, by, actor, sendAt, changedAt, cancelReason }: Reply) {
  const words = useWords(replyWords)
  const { format } = useLanguage()
  const who = by === 'key' ? words.byKey(actor) : actor
  if (state === 'waiting') return words.states.waiting[kind](format.dateTime(sendAt), who)
  if (state === 'sent') return words.states.sent[kind](format.dateTime(changedAt), who)
  return state === 'cancelled' ? words.cancelled[cancelReason ?? 'taken_back'] : words[state]
}

/** Takes refusals back that wait, and says of how many. */
export function useTakeBack(onError?: (error: BackOfficeError) => void) {
  const words = useWords(replyWords)
  return useMutation(
    trpc.reply.takeBack.mutationOptions({
      async onSuccess({ takenBack }) {
        await queryClient.invalidateQueries(trpc.reply.list.pathFilter())
        notifications.show({ message: takenBack.length === 0 ? words.tooLate : words.takenBack(takenBack.length) })
      },
      ...(onError && { onError }),
    }),
  )
}

/** The button that takes back the refusals of these applications that wait. Nothing if none does. */
export function TakeBack({ ids, of }: { ids: string[]; of: ReturnType<typeof useReplies> }) {
  const words = useWords(replyWords)
  const takeBack = useTakeBack()
  const waiting = of.replies
    .filter(({ applicationId, kind, state }) => ids.includes(applicationId) && kind === 'refuse' && state === 'waiting')
    .map(({ applicationId }) => applicationId)
  return (
    <>
      {takeBack.error && <Failure error={takeBack.error} takesFocus />}
      {waiting.length > 0 && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={takeBack.isPending}
            onClick={() => takeBack.mutate({ kind: 'refuse', ids: waiting })}
          >
            {ids.length === 1 ? words.takeBack : words.takeBackSeveral(waiting.length)}
          </Button>
        </Group>
      )}
    </>
  )
}
