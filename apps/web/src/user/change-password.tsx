import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { required } from '../part/problem.tsx'
import { Section } from '../part/section.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { useMe } from './me.ts'
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'

/** The form that changes the password, which ends all other sessions. */
export function ChangePassword() {
  const { words } = useLanguage()
  const { email } = useMe()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? required : null),
      newPassword: (value) => checkNewPassword(value),
    },
  })
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      async onSuccess() {
        form.reset()
        notifications.show({ message: words.account.passwordChanged })
        await queryClient.invalidateQueries(trpc.account.pathFilter())
      },
    }),
  )
  return (
    <Section title={words.account.passwordTitle} maw={640}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Text>{words.account.passwordText}</Text>
          {/* Password managers store the new password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          {change.error && <Failure error={change.error} takesFocus />}
          <PasswordField
            label={words.account.currentPassword}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            label={words.account.newPassword}
            password={form.values.newPassword}
            {...form.getInputProps('newPassword')}
          />
          <div>
            <Button type="submit" loading={change.isPending}>
              {words.account.changePassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
