import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'

interface SignInProps {
  /** The e-mail address of the person whose session has ended; undefined if nobody was signed in. */
  endedSession: string | undefined
}

export function SignIn({ endedSession }: SignInProps) {
  const { words } = useLanguage()
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      // The same person continues on the hidden page; another person must not see it.
      onSuccess: (_, { email }) =>
        email.toLowerCase() === endedSession ? queryClient.invalidateQueries() : queryClient.resetQueries(),
    }),
  )
  const required = (value: string) => (value.trim() === '' ? words.required : null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: endedSession ?? '', password: '' },
    validate: { email: required, password: required },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  })
  return (
    <Entrance>
      <Page title={words.signIn.title}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
          <Stack>
            {endedSession !== undefined && <Text role="status">{words.signIn.sessionEnded}</Text>}
            {signIn.error && <Failure error={signIn.error} takesFocus />}
            <TextInput
              label={words.email}
              type="email"
              dir="ltr"
              autoComplete="username"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordField
              label={words.password.label}
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending}>
              {words.signIn.submit}
            </Button>
            <Text size="sm" c="dimmed">
              {words.signIn.forgotten}
            </Text>
          </Stack>
        </form>
      </Page>
    </Entrance>
  )
}
