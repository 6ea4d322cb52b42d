import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Digest } from '../digest/digest.tsx'
import { useWords } from '../language.tsx'
import { Form, requireText } from '../part/form.tsx'
import { Page } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { commonWords } from '../part/words.ts'
import { afterChange, trpc } from '../trpc.ts'
import { AlarmMails } from '../watch/alarm-mails.tsx'
import { accountWords } from './account-words.ts'
import { PasswordField } from './credentials.tsx'
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useBoard, useMe } from './session.tsx'
import { Sessions } from './sessions.tsx'

/** The page of the user who is signed in: password, second factor, mails and sessions. */
export function Account() {
  const words = useWords(commonWords)
  const { email, company } = useMe()
  const { sendsMail } = useBoard()
  return (
    <Page title={words.pageNames.account}>
      <Text>
        <bdi>{email}</bdi> · <bdi>{company.name}</bdi>
      </Text>
      <ChangePassword />
      <SecondFactor />
      {sendsMail && <Digest />}
      {sendsMail && <AlarmMails />}
      <Sessions />
    </Page>
  )
}

/** The form that changes the password, which ends all other sessions. */
function ChangePassword() {
  const words = useWords(accountWords)
  const { email } = useMe()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: requireText, newPassword: (value) => checkNewPassword(value) },
  })
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess() {
        // At once, so that another user of the computer finds no password in the form.
        form.reset()
        return afterChange(words.passwordChanged, trpc.account.pathFilter()).onSuccess()
      },
    }),
  )
  return (
    <Section title={words.passwordTitle} maw={640}>
      <Text>{words.passwordText}</Text>
      <Form mutation={change} act={words.passwordTitle} onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <PasswordField label={words.currentPassword} {...form.getInputProps('currentPassword')} />
        <NewPasswordField
          label={words.newPassword}
          password={form.values.newPassword}
          email={email}
          {...form.getInputProps('newPassword')}
        />
      </Form>
    </Section>
  )
}
