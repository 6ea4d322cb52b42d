import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Name } from '../part/name.tsx'
import { Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { When } from '../part/when.tsx'
import { Who } from '../part/who.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { useBoard } from './board.ts'
import { Invite, useInvite } from './invite.tsx'
import { useMe } from './me.ts'
import { RenewLink } from './renew-link.tsx'

type Person = Answers['user']['list']['users'][number]

/** The page that lists the company's administrators and invites new ones. */
export function People() {
  const { words } = useLanguage()
  const people = useQuery(trpc.user.list.queryOptions())
  const invite = useInvite()
  return (
    <Page title={words.shell.pages.people}>
      <Invite invite={invite} />
      <Loaded query={people}>
        {({ users }) => <PeopleRows people={users} onRenew={(email) => invite.mutate({ email })} />}
      </Loaded>
    </Page>
  )
}

interface PeopleRowsProps {
  people: Person[]
  /** Makes a new link for a person who has not used the first one. */
  onRenew: (email: string) => void
}

function PeopleRows({ people, onRenew }: PeopleRowsProps) {
  const { words } = useLanguage()
  const me = useMe()
  const again = useBoard().sendsMail ? words.people.sendAgain : words.people.newLink
  const [removing, setRemoving] = useState<Person>()
  const [renewing, setRenewing] = useState<Person>()
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.shell.pages.people}
        rows={people}
        getKey={({ id }) => id}
        columns={[
          { title: words.email, cell: ({ email }) => <Name name={email} /> },
          {
            title: words.people.state,
            cell: ({ id, hasPassword }) => (
              <Badge variant={hasPassword ? 'light' : 'default'} color="teal">
                {id === me.userId ? words.people.you : hasPassword ? words.people.active : words.people.invited}
              </Badge>
            ),
          },
          {
            title: words.people.since,
            rank: 1,
            cell: ({ createdAt, invitedBy }) => (
              <>
                <When at={createdAt} />{' '}
                {invitedBy !== null && (
                  <Text size="sm" c="dimmed" span className="cut" title={invitedBy}>
                    {words.people.by} <Who who={invitedBy} />
                  </Text>
                )}
              </>
            ),
          },
          {
            title: words.actions,
            isPlain: true,
            cell: (person) =>
              person.id !== me.userId && (
                <Group gap="xs" wrap="nowrap">
                  {person.hasPassword ? (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={words.actionOn(words.people.passwordLink, person.email)}
                      onClick={() => setRenewing(person)}
                    >
                      {words.people.passwordLink}
                    </Button>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={words.actionOn(again, person.email)}
                      onClick={() => onRenew(person.email)}
                    >
                      {again}
                    </Button>
                  )}
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={words.actionOn(words.people.remove, person.email)}
                    onClick={() => setRemoving(person)}
                  >
                    {words.people.remove}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
      {renewing && <RenewLink person={renewing} onClose={() => setRenewing(undefined)} />}
      {removing && <RemovePerson person={removing} onClose={() => setRemoving(undefined)} />}
    </Paper>
  )
}

function RemovePerson({ person: { id, email }, onClose }: { person: Person; onClose: () => void }) {
  const { words } = useLanguage()
  const remove = useMutation(
    trpc.user.remove.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.people.removed(email) })
        // First the row with the button that opened this goes, so that the focus does not return to it.
        await queryClient.invalidateQueries(trpc.user.pathFilter())
        onClose()
      },
    }),
  )
  return (
    <Confirm
      title={words.people.removeTitle(email)}
      act={words.people.remove}
      isDestructive
      mutation={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <Text>{words.people.removeText}</Text>
    </Confirm>
  )
}
