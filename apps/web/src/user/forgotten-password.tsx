import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { problem } from '../part/problem.tsx'
import { trpc } from '../trpc.ts'
import { Entrance } from './entrance.tsx'

interface ForgottenPasswordProps {
  /** What was typed on the sign-in form. */
  email: string
  onBack: () => void
}

/**
 * Asks for a mail with a link to choose a new password. It takes the place of the sign-in form, at the same address, so that
 * a page whose session has ended stays behind it.
 */
export function ForgottenPassword({ email, onBack }: ForgottenPasswordProps) {
  const { words, locale } = useLanguage()
  const request = useMutation(trpc.session.requestPasswordMail.mutationOptions())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : problem((words) => words.emailExample)) },
  })
  const back = (
    <Button variant="subtle" size="compact-sm" onClick={onBack}>
      {words.forgottenPassword.back}
    </Button>
  )
  if (request.isSuccess)
    return (
      <Entrance>
        <Page key="sent" title={words.forgottenPassword.sentTitle}>
          <Text role="status">{words.forgottenPassword.sentText}</Text>
          {back}
        </Page>
      </Entrance>
    )
  return (
    <Entrance>
      <Page title={words.forgottenPassword.title}>
        <form onSubmit={form.onSubmit((typed) => request.mutate({ email: typed.email.trim(), locale }))} noValidate>
          <Stack>
            <Text>{words.forgottenPassword.text}</Text>
            {request.error && <Failure error={request.error} takesFocus />}
            <TextInput
              label={words.email}
              type="email"
              dir="ltr"
              autoComplete="username"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={request.isPending}>
              {words.forgottenPassword.send}
            </Button>
          </Stack>
        </form>
        {back}
      </Page>
    </Entrance>
  )
}
