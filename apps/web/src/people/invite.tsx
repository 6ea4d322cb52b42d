import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Failure } from '../part/failure.tsx'
import { When } from '../part/when.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

/** Invites an administrator, or makes a new link for one who has not chosen a password yet. */
export const useInvite = () =>
  useMutation(
    trpc.user.invite.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.user.pathFilter()) }),
  )

/** The form that invites a colleague. The board sends no e-mail, so the administrator passes the link on. */
export function Invite({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const { words } = useLanguage()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : words.emailExample) },
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
              description={words.people.inviteText}
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
        {invite.data && <Link invitation={invite.data} email={invite.variables.email} />}
      </Stack>
    </Paper>
  )
}

function Link({ invitation: { link, expiresAt }, email }: { invitation: Answers['user']['invite']; email: string }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to each new link.
  useEffect(() => box.current?.focus(), [link])
  return (
    <Alert ref={box} tabIndex={-1} color="teal" title={words.people.linkFor(email)}>
      <Stack gap="xs" align="flex-start">
        <Text>{words.people.linkOnce}</Text>
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
