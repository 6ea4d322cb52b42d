import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { requireEmail } from '../part/form.tsx'
import { Failure, Message } from '../part/message.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { EmailField } from './credentials.tsx'
import { useBoard } from './session.tsx'
import { userWords } from './words.ts'

/** Invites a user, or makes a new link for one who has not chosen a password yet. */
export const useInvite = () =>
  useMutation(
    trpc.user.invite.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.user.pathFilter()) }),
  )

/** The form that invites a user. If the board sends no mail, it shows a link to pass on. */
export function Invite({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const words = useWords(userWords)
  const { sendsMail } = useBoard()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: requireEmail },
  })
  const submit = form.onSubmit(({ email }) =>
    invite.mutate(
      { email: email.trim() },
      {
        onSuccess() {
          // The user may have typed the next address.
          if (form.getValues().email === email) form.reset()
        },
      },
    ),
  )
  return (
    <Section title={words.inviteTitle}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-end">
          <EmailField
            description={sendsMail ? words.inviteByMail : words.inviteText}
            autoComplete="off"
            miw="min(20rem, 100%)"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={invite.isPending}>
            {words.invite}
          </Button>
        </Group>
      </form>
      {invite.error && <Failure error={invite.error} takesFocus />}
      {invite.data && 'link' in invite.data && <LinkMessage invitation={invite.data} email={invite.variables.email} />}
      {invite.data && 'sentTo' in invite.data && <MailMessage invitation={invite.data} />}
    </Section>
  )
}

/** Says that the invitation went by mail: only the invited person gets the link. */
function MailMessage({ invitation }: { invitation: Extract<Answers['user']['invite'], { sentTo: string }> }) {
  const words = useWords(userWords)
  return (
    <Message cause={invitation} color="teal" title={words.sentTo(invitation.sentTo)}>
      {words.sentText} {invitation.isAgain && words.mailEndsFirst}
    </Message>
  )
}

interface LinkMessageProps {
  invitation: { link: string; expiresAt: string; isAgain?: boolean }
  email: string
}

/** A one-time link, to pass on by hand. */
export function LinkMessage({ invitation: { link, expiresAt, isAgain = false }, email }: LinkMessageProps) {
  const words = useWords(userWords)
  return (
    <Message cause={link} color="teal" title={words.linkFor(email)}>
      <Stack gap="xs" align="flex-start">
        <Text>{words.linkOnce}</Text>
        {isAgain && <Text>{words.firstLinkEnded}</Text>}
        <code dir="ltr" className="lines">
          {link}
        </code>
        <Copy text={link} what={words.linkFor(email)} size="sm" variant="filled" />
        <Text size="sm">
          {words.linkUntil} <When at={expiresAt} />
        </Text>
      </Stack>
    </Message>
  )
}
