import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Badge, Group, Paper, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm, Dialog, useOpener } from '../part/dialog.tsx'
import { RowButton } from '../part/list.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Created, Name } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { Invite, LinkMessage, useInvite } from './invite.tsx'
import { useBoard, useMe } from './session.tsx'
import { userWords } from './words.ts'

type User = Answers['user']['list']['users'][number]

/** The page that lists the company's users and invites new ones. */
export function Users() {
  const words = useWords(commonWords)
  const users = useQuery(trpc.user.list.queryOptions())
  const invite = useInvite()
  return (
    <Page title={words.pageNames.users}>
      <Invite invite={invite} />
      <Loaded query={users}>
        {(answer) => <UserRows users={answer.users} onInvite={(email) => invite.mutate({ email })} />}
      </Loaded>
    </Page>
  )
}

interface UserRowsProps {
  users: User[]
  /** Invites a user again who has not used the first link. */
  onInvite: (email: string) => void
}

function UserRows({ users, onInvite }: UserRowsProps) {
  const words = useWords(userWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const me = useMe()
  const inviteAgain = useBoard().sendsMail ? words.sendAgain : words.newLink
  return (
    <Paper withBorder px="md">
      <Rows
        caption={common.pageNames.users}
        rows={users}
        getKey={({ id }) => id}
        columns={[
          { title: applyFieldLabels.email[locale], grows: true, cell: ({ email }) => <Name name={email} /> },
          {
            title: listLabels.status[locale],
            cell: ({ id, hasPassword }) => (
              <Badge variant={hasPassword ? 'light' : 'default'} color="teal">
                {id === me.userId ? words.you : hasPassword ? words.active : words.invited}
              </Badge>
            ),
          },
          {
            title: words.since,
            rank: 1,
            grows: true,
            cell: ({ createdAt, invitedBy }) => <Created at={createdAt} by={invitedBy} label={words.by} />,
          },
          {
            title: common.actions,
            isPlain: true,
            cell: (user) =>
              user.id !== me.userId && (
                <Group gap="xs" wrap="nowrap">
                  {user.hasPassword ? (
                    <RowButton
                      action={words.passwordLink}
                      name={user.email}
                      dialog={(close) => <RenewLink user={user} onClose={close} />}
                    />
                  ) : (
                    <RowButton action={inviteAgain} name={user.email} onClick={() => onInvite(user.email)} />
                  )}
                  <RowButton
                    action={words.remove}
                    name={user.email}
                    dialog={(close) => <RemoveUser user={user} onClose={close} />}
                  />
                </Group>
              ),
          },
        ]}
      />
    </Paper>
  )
}

interface UserDialogProps {
  user: User
  onClose: () => void
}

function RemoveUser({ user: { id, email }, onClose }: UserDialogProps) {
  const words = useWords(userWords)
  const remove = useMutation(
    trpc.user.remove.mutationOptions(afterChange(words.removed(email), trpc.user.pathFilter(), onClose)),
  )
  return (
    <Confirm
      title={words.removeTitle(email)}
      act={words.remove}
      isDestructive
      mutation={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <Text>{words.removeText}</Text>
    </Confirm>
  )
}

/** Makes a link for a user who has forgotten the password, after a question, and shows it. */
function RenewLink({ user: { id, email }, onClose }: UserDialogProps) {
  const words = useWords(userWords)
  const opener = useOpener()
  const renew = useMutation(trpc.user.renewLink.mutationOptions())
  if (renew.data !== undefined)
    return (
      <Dialog centered size="lg" onClose={onClose} title={words.passwordLink} opener={opener}>
        <LinkMessage invitation={renew.data} email={email} />
      </Dialog>
    )
  return (
    <Confirm
      title={words.passwordLinkTitle(email)}
      act={words.makeLink}
      mutation={renew}
      onConfirm={() => renew.mutate({ id })}
      onClose={onClose}
      opener={opener}
    >
      <Text>{words.passwordLinkText}</Text>
    </Confirm>
  )
}
