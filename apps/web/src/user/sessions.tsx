import { Badge, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm, DialogButton } from '../part/dialog.tsx'
import { askToLeave } from '../part/leaving.ts'
import { RowButton } from '../part/list.tsx'
import { Failure } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { shellWords } from '../shell/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { accountWords } from './account-words.ts'
import { useFreshStart } from './session.tsx'

type Session = Answers['account']['listSessions'][number]

/** The browsers in which the user is signed in. */
export function Sessions() {
  const words = useWords(accountWords)
  const sessions = useQuery(trpc.account.listSessions.queryOptions())
  const end = useMutation(
    trpc.account.endSession.mutationOptions(afterChange(words.sessionEnded, trpc.account.listSessions.queryFilter())),
  )
  return (
    <Section title={words.sessionsTitle}>
      <Text>{words.sessionsText}</Text>
      {end.error && <Failure error={end.error} takesFocus />}
      <Loaded query={sessions}>
        {(list) => <SessionRows sessions={list} onEnd={(name) => end.mutate({ name })} />}
      </Loaded>
      <DialogButton w="fit-content" dialog={(close) => <EndAll onClose={close} />}>
        {words.endAll}
      </DialogButton>
    </Section>
  )
}

function SessionRows({ sessions, onEnd }: { sessions: Session[]; onEnd: (name: string) => void }) {
  const words = useWords(accountWords)
  const common = useWords(commonWords)
  const shellTexts = useWords(shellWords)
  const { format } = useLanguage()
  return (
    <Rows
      caption={words.sessionsTitle}
      // The session of this browser comes first.
      rows={sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))}
      getKey={({ name }) => name}
      columns={[
        {
          title: words.browser,
          cell: ({ browser, isThis }) => (
            <Group gap="xs" display="inline-flex">
              {words.browserOn(browser.name, browser.system)}
              {isThis && (
                <Badge variant="light" color="teal">
                  {words.thisSession}
                </Badge>
              )}
            </Group>
          ),
        },
        { title: words.started, rank: 1, cell: ({ startedAt }) => <When at={startedAt} /> },
        { title: words.lastUsed, cell: ({ seenAt }) => <When at={seenAt} /> },
        {
          title: common.actions,
          isPlain: true,
          // For the session of this browser, the navigation has such a button.
          cell: ({ name, browser, startedAt, isThis }) =>
            !isThis && (
              <RowButton
                action={shellTexts.signOut}
                name={`${words.browserOn(browser.name, browser.system)}, ${format.dateTime(startedAt)}`}
                onClick={() => onEnd(name)}
              />
            ),
        },
      ]}
    />
  )
}

function EndAll({ onClose }: { onClose: () => void }) {
  const words = useWords(accountWords)
  const endAll = useMutation(trpc.account.endSessions.mutationOptions({ onSuccess: useFreshStart() }))
  return (
    <Confirm
      title={words.endAllTitle}
      act={words.endAll}
      isDestructive
      mutation={endAll}
      onConfirm={async () => {
        if (await askToLeave()) endAll.mutate()
      }}
      onClose={onClose}
    >
      <Text>{words.endAllText}</Text>
    </Confirm>
  )
}
