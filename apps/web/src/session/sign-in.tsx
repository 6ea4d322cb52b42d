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
  /** Whose session has ended under the page that waits behind this form. */
  ended: string | undefined
}

export function SignIn({ ended }: SignInProps) {
  const { words } = useLanguage()
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      // The page of the same person goes on where it was; another person sees nothing of it.
      onSuccess: (_, { email }) =>
        email.toLowerCase() === ended ? queryClient.invalidateQueries() : queryClient.resetQueries(),
    }),
  )
  const required = (value: string) => (value.trim() === '' ? words.required : null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: ended ?? '', password: '' },
    validate: { email: required, password: required },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  })
  return (
    <Entrance>
      <Page title={words.signIn.title}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
          <Stack>
            {ended !== undefined && <Text role="status">{words.signIn.ended}</Text>}
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
              {words.signIn.act}
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
