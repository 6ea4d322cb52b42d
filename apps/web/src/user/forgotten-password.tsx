import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { Form, requireEmail } from '../part/form.tsx'
import { Page } from '../part/page.tsx'
import { Entrance } from '../shell/entrance.tsx'
import { trpc } from '../trpc.ts'
import { EmailField } from './credentials.tsx'
import { signInWords } from './sign-in-words.ts'

interface ForgottenPasswordProps {
  /** What the user has typed on the sign-in form. */
  email: string
  onBack: () => void
}

/**
 * Asks for a mail with a link to choose a new password. It replaces the sign-in form at the same address, so that a page whose
 * session has ended stays behind it.
 */
export function ForgottenPassword({ email, onBack }: ForgottenPasswordProps) {
  const words = useWords(signInWords)
  const { locale } = useLanguage()
  const request = useMutation(trpc.session.requestPasswordMail.mutationOptions())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: { email: requireEmail },
  })
  const submit = form.onSubmit((values) => request.mutate({ email: values.email.trim(), locale }))
  const back = (
    <Button variant="subtle" size="compact-sm" onClick={onBack}>
      {words.forgottenPassword.back}
    </Button>
  )
  return (
    <Entrance>
      {request.isSuccess ? (
        <Page key="sent" title={words.forgottenPassword.sentTitle}>
          <Text role="status">{words.forgottenPassword.sentText}</Text>
          {back}
        </Page>
      ) : (
        <Page title={words.forgottenPassword.title}>
          <Stack>
            <Text>{words.forgottenPassword.text}</Text>
            <Form mutation={request} act={words.forgottenPassword.send} isWide onSubmit={submit}>
              <EmailField key={form.key('email')} {...form.getInputProps('email')} />
            </Form>
          </Stack>
          {back}
        </Page>
      )}
    </Entrance>
  )
}
