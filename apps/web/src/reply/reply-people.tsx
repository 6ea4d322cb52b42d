import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { usePersonName } from '../application/applicant.tsx'
import type { Shown } from '../application/set-status.tsx'
import { type Status, statuses } from '../application/status.tsx'
import { useLanguage, useWords } from '../language.tsx'
import { Dialog, DialogButton } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { formatDuration } from './duration.ts'
import { type Kind, kinds, usualStatus } from './kind.ts'
import { PreviewedMail } from './previewed-mail.tsx'
import { useShowSent } from './show-sent.tsx'
import { replyWords } from './words.ts'

type Preview = Answers['reply']['preview']

interface ReplyPeopleProps {
  /** Whom the user has chosen, with the statuses that the user sees. */
  people: readonly Shown[]
  /** Called when the replies are sent. */
  onSent?: () => void
}

/** The button that replies to one applicant or several by mail. */
export function ReplyPeople({ people, onSent }: ReplyPeopleProps) {
  const words = useWords(replyWords)
  return (
    <DialogButton size="xs" dialog={(close) => <ReplyDialog people={people} onSent={onSent} onClose={close} />}>
      {people.length === 1 ? words.open : words.openSeveral(people.length)}
    </DialogButton>
  )
}

/** Chooses what to tell, shows the mails, and sends them. Nothing is sent that it has not shown. */
function ReplyDialog({ people, onSent, onClose }: ReplyPeopleProps & { onClose: () => void }) {
  const words = useWords(replyWords)
  const { locale } = useLanguage()
  const [kind, setKind] = useState<Kind>()
  const [status, setStatus] = useState<Status>()
  const showSent = useShowSent()
  const send = useMutation(
    trpc.reply.send.mutationOptions({
      async onSuccess(sent, { people: asked }) {
        onClose()
        onSent?.()
        await showSent(sent, asked, people, kind === 'refuse')
      },
    }),
  )
  const choose = (chosen: Kind) => {
    setKind(chosen)
    setStatus(usualStatus[chosen])
    send.reset()
  }
  return (
    <Dialog title={words.title} size="lg" onClose={onClose} isBusy={send.isPending}>
      <Stack>
        <Group gap={6} role="group" aria-label={words.kind}>
          {kinds.map((each) => (
            <Button
              key={each}
              size="xs"
              variant={each === kind ? 'filled' : 'default'}
              aria-pressed={each === kind}
              disabled={send.isPending}
              onClick={() => choose(each)}
            >
              {words.kinds[each]}
            </Button>
          ))}
        </Group>
        {kind !== undefined && kind !== 'refuse' && (
          <NativeSelect
            label={words.status}
            value={status ?? ''}
            onChange={({ currentTarget }) => setStatus(statuses.find((each) => each === currentTarget.value))}
          >
            <option value="">{words.keepStatus}</option>
            {statuses.map((each) => (
              <option key={each} value={each}>
                {applicationStatuses[each][locale]}
              </option>
            ))}
          </NativeSelect>
        )}
        {kind !== undefined && (
          <PreviewAndSend kind={kind} status={status} people={people} send={send} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  )
}

interface PreviewAndSendProps {
  kind: Kind
  status: Status | undefined
  people: readonly Shown[]
  send: ReturnType<typeof useSend>
  onClose: () => void
}
const useSend = () => useMutation(trpc.reply.send.mutationOptions())

function PreviewAndSend({ kind, status, people, send, onClose }: PreviewAndSendProps) {
  const words = useWords(replyWords)
  const common = useWords(commonWords)
  const ids = people.map(({ id }) => id)
  const preview = useQuery(
    trpc.reply.preview.queryOptions(
      { kind, status, ids },
      // What the user has read must not change under their eyes.
      { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  )
  // The second click of a double click comes before the button is shown as busy.
  const isSending = useRef(false)
  const submit = ({ recipients, seen }: Preview) => {
    if (isSending.current) return
    isSending.current = true
    const from = new Map(people.map((each) => [each.id, each.status]))
    const asked = recipients.map((id) => ({ id, from: from.get(id) ?? 'PENDING' }))
    const onSettled = () => {
      isSending.current = false
    }
    send.mutate({ kind, status, people: asked, seen }, { onSettled })
  }
  return (
    <Loaded query={preview}>
      {(shown) => (
        <Stack>
          {shown.mails.map((mail) => (
            <PreviewedMail key={mail.locale} title={words.reads(mail.count)} mail={mail} />
          ))}
          {shown.recipients.length > 0 && <Consequences {...shown} />}
          <Skipped skipped={shown.skipped} people={people} />
          {send.error && (
            <Failure
              error={send.error}
              takesFocus
              {...(send.error.data?.code === 'preview_outdated' && { onRetry: () => void preview.refetch() })}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={send.isPending}>
              {common.cancel}
            </Button>
            {shown.recipients.length > 0 && (
              <Button loading={send.isPending} disabled={preview.isFetching} onClick={() => submit(shown)}>
                {words.send(shown.recipients.length)}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

/** When the mails go out, and where people's replies go. */
function Consequences({ replyTo, delayMinutes }: Pick<Preview, 'replyTo' | 'delayMinutes'>) {
  const words = useWords(replyWords)
  const { locale } = useLanguage()
  return (
    <Stack gap={4}>
      <Text size="sm">{delayMinutes > 0 ? words.waits(formatDuration(locale, delayMinutes)) : words.atOnce}</Text>
      <Text size="sm" {...(replyTo === null && { fw: 600 })}>
        {replyTo === null ? words.noReplies : words.repliesTo(replyTo)}
      </Text>
    </Stack>
  )
}

function Skipped({ skipped, people }: Pick<Preview, 'skipped'> & { people: readonly Shown[] }) {
  const words = useWords(replyWords)
  const personName = usePersonName()
  if (skipped.length === 0) return null
  const name = (id: string) => {
    const person = people.find((each) => each.id === id)
    return person === undefined ? id : personName(person)
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.skippedTitle(skipped.length)}
      </Text>
      <List size="sm">
        {skipped.map(({ id, reason }) => (
          <List.Item key={id}>{words.skipped(name(id), words.reasons[reason])}</List.Item>
        ))}
      </List>
    </div>
  )
}
