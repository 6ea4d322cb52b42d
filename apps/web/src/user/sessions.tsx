import { Badge, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Failure } from '../part/failure.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Rows } from '../part/rows.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

type Session = Answers['account']['listSessions'][number]

/** The list of the browsers in which the person is signed in. */
export function Sessions() {
  const { words } = useLanguage()
  const sessions = useQuery(trpc.account.listSessions.queryOptions())
  const [isEndingAll, setEndingAll] = useState(false)
  const end = useMutation(
    trpc.account.endSession.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.account.sessionEnded })
        await queryClient.invalidateQueries(trpc.account.listSessions.queryFilter())
      },
    }),
  )
  return (
    <Section title={words.account.sessionsTitle}>
      <Text>{words.account.sessionsText}</Text>
      {end.error && <Failure error={end.error} takesFocus />}
      <Loaded query={sessions}>
        {(found) => <SessionRows sessions={found} onEnd={(name) => end.mutate({ name })} />}
      </Loaded>
      <div>
        <Button variant="default" onClick={() => setEndingAll(true)}>
          {words.account.endAll}
        </Button>
      </div>
      {isEndingAll && <EndAll onClose={() => setEndingAll(false)} />}
    </Section>
  )
}

function SessionRows({ sessions, onEnd }: { sessions: Session[]; onEnd: (name: string) => void }) {
  const { words, format } = useLanguage()
  return (
    <Rows
      caption={words.account.sessionsTitle}
      // This one first, so that it is easy to find.
      rows={sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))}
      getKey={({ name }) => name}
      columns={[
        {
          title: words.account.browser,
          cell: ({ browser, isThis }) => (
            <Group gap="xs" display="inline-flex">
              {words.account.browserOn(browser.name, browser.system)}
              {isThis && (
                <Badge variant="light" color="teal">
                  {words.account.thisSession}
                </Badge>
              )}
            </Group>
          ),
        },
        { title: words.account.started, rank: 1, cell: ({ startedAt }) => <When at={startedAt} /> },
        { title: words.account.lastUsed, cell: ({ seenAt }) => <When at={seenAt} /> },
        {
          title: words.actions,
          isPlain: true,
          // The navigation signs out of this session.
          cell: ({ name, browser, startedAt, isThis }) =>
            !isThis && (
              <Button
                size="xs"
                variant="default"
                aria-label={words.actionOn(
                  words.shell.signOut,
                  `${words.account.browserOn(browser.name, browser.system)}, ${format.dateTime(startedAt)}`,
                )}
                onClick={() => onEnd(name)}
              >
                {words.shell.signOut}
              </Button>
            ),
        },
      ]}
    />
  )
}

function EndAll({ onClose }: { onClose: () => void }) {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const endAll = useMutation(
    trpc.account.endSessions.mutationOptions({
      async onSuccess() {
        await navigate({ to: '/' })
        await queryClient.resetQueries()
      },
    }),
  )
  return (
    <Confirm
      title={words.account.endAllTitle}
      act={words.account.endAll}
      isDestructive
      mutation={endAll}
      onConfirm={() => endAll.mutate()}
      onClose={onClose}
    >
      <Text>{words.account.endAllText}</Text>
    </Confirm>
  )
}
