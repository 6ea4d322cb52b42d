import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Failure } from '../part/failure.tsx'
import { problem } from '../part/problem.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { useBoard } from './board.ts'

/** Invites an administrator, or makes a new link for one who has not chosen a password yet. */
export const useInvite = () =>
  useMutation(
    trpc.user.invite.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.user.pathFilter()) }),
  )

/** The form that invites a colleague. If the board sends no mail, the administrator passes the link on. */
export function Invite({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const { words } = useLanguage()
  const { sendsMail } = useBoard()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : problem((words) => words.emailExample)) },
  })
  const submit = form.onSubmit(({ email }) => invite.mutate({ email: email.trim() }, { onSuccess: () => form.reset() }))
  return (
    <Paper component="section" withBorder p="lg">
      <Stack>
        <Title order={2} size="h4">
          {words.people.inviteTitle}
        </Title>
        <form onSubmit={submit} noValidate>
          <Group align="flex-end">
            <TextInput
              label={words.email}
              description={sendsMail ? words.people.inviteByMail : words.people.inviteText}
              type="email"
              dir="ltr"
              autoComplete="off"
              miw="min(20rem, 100%)"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={invite.isPending}>
              {words.people.invite}
            </Button>
          </Group>
        </form>
        {invite.error && <Failure error={invite.error} takesFocus />}
        {invite.data && 'link' in invite.data && <Link invitation={invite.data} email={invite.variables.email} />}
        {invite.data && 'sentTo' in invite.data && <Sent invitation={invite.data} />}
      </Stack>
    </Paper>
  )
}

type Invitation = Answers['user']['invite']

/** Says that the invitation goes to the invited person, who alone gets the link. */
function Sent({ invitation }: { invitation: Extract<Invitation, { sentTo: string }> }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to the message of each invitation.
  useEffect(() => box.current?.focus(), [invitation])
  return (
    <Alert ref={box} tabIndex={-1} color="teal" title={words.people.sentTo(invitation.sentTo)}>
      {words.people.sentText} {invitation.isAgain && words.people.mailEndsFirst}
    </Alert>
  )
}

interface LinkProps {
  invitation: { link: string; expiresAt: string; isAgain?: boolean }
  email: string
}

/** A one-time link, to pass on by hand. */
export function Link({ invitation: { link, expiresAt, isAgain = false }, email }: LinkProps) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to each new link.
  useEffect(() => box.current?.focus(), [link])
  return (
    <Alert ref={box} tabIndex={-1} color="teal" title={words.people.linkFor(email)}>
      <Stack gap="xs" align="flex-start">
        <Text>{words.people.linkOnce}</Text>
        {isAgain && <Text>{words.people.firstLinkEnded}</Text>}
        <code dir="ltr" className="lines">
          {link}
        </code>
        <Copy text={link} what={words.people.linkFor(email)} size="sm" variant="filled" />
        <Text size="sm">
          {words.people.linkUntil} <When at={expiresAt} />
        </Text>
      </Stack>
    </Alert>
  )
}
