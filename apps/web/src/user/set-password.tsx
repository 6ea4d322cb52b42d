import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { errorWords } from '../part/error-words.ts'
import { Form } from '../part/form.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Entrance } from '../shell/entrance.tsx'
import { trpc } from '../trpc.ts'
import { CodeStep, type Credentials } from './credentials.tsx'
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx'
import { useFreshStart } from './session.tsx'
import { signInWords } from './sign-in-words.ts'

/** The page of a one-time link: it shows whose link it is and asks for a new password. */
export function SetPassword() {
  const words = useWords(signInWords)
  const errorTexts = useWords(errorWords)
  // The secret comes after the #. Browsers do not send that part, so no log contains it.
  const { hash: link } = useLocation()
  const owner = useQuery(trpc.session.checkLink.queryOptions({ link }, { enabled: link !== '' }))
  return (
    <Entrance>
      <Page title={words.setPassword.title}>
        {link === '' ? (
          <Text>{errorTexts.byCode.link_invalid}</Text>
        ) : (
          <Loaded query={owner}>{({ email }) => <PasswordForm link={link} email={email} />}</Loaded>
        )}
        <TextLink to="/" size="sm">
          {words.setPassword.signInInstead}
        </TextLink>
      </Page>
    </Entrance>
  )
}

function PasswordForm({ link, email }: { link: string; email: string }) {
  const words = useWords(signInWords)
  const [credentials, setCredentials] = useState<Credentials>()
  const enter = useFreshStart()
  const setPassword = useMutation(
    trpc.session.setPassword.mutationOptions({
      onSuccess({ codeNeededFor }, { password }) {
        if (codeNeededFor === null) return enter()
        setCredentials({ ...codeNeededFor, password })
      },
    }),
  )
  const signIn = useMutation(trpc.session.signIn.mutationOptions({ onSuccess: enter }))
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => checkNewPassword(value) },
  })
  if (credentials !== undefined) return <CodeStep credentials={credentials} signIn={signIn} />
  return (
    <Stack>
      <Text className="breakable">
        {words.setPassword.user} <bdi>{email}</bdi>
      </Text>
      <Form
        mutation={setPassword}
        act={words.setPassword.submit}
        isWide
        onSubmit={form.onSubmit(({ password }) => setPassword.mutate({ link, password }))}
      >
        <NewPasswordField
          label={words.password.label}
          password={form.values.password}
          email={email}
          {...form.getInputProps('password')}
        />
      </Form>
    </Stack>
  )
}
