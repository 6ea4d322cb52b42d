import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { CodeStep, type Credentials } from './code-step.tsx'
import { Entrance } from './entrance.tsx'
import { checkNewPassword, NewPasswordField } from './new-password-field.tsx'

/** The page of a one-time link: it shows whose link it is and asks for a new password. */
export function SetPassword() {
  const { words } = useLanguage()
  // The secret is behind the #. Browsers do not send that part, so no log contains it.
  const { hash: link } = useLocation()
  const owner = useQuery(trpc.session.checkLink.queryOptions({ link }, { enabled: link !== '' }))
  return (
    <Entrance>
      <Page title={words.setPassword.title}>
        {link === '' ? (
          <Text>{words.errors.byCode.link_invalid}</Text>
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
  const { words } = useLanguage()
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState<Credentials>()
  const enter = async () => {
    await navigate({ to: '/' })
    await queryClient.resetQueries()
  }
  const setPassword = useMutation(
    trpc.session.setPassword.mutationOptions({
      onSuccess({ codeNeededFor }, { password }) {
        if (codeNeededFor === null) return enter()
        setNeedsCode({ ...codeNeededFor, password })
      },
    }),
  )
  const signIn = useMutation(trpc.session.signIn.mutationOptions({ onSuccess: enter }))
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => checkNewPassword(value) },
  })
  if (needsCode !== undefined) return <CodeStep credentials={needsCode} signIn={signIn} />
  return (
    <form onSubmit={form.onSubmit(({ password }) => setPassword.mutate({ link, password }))} noValidate>
      <Stack>
        <Text className="breakable">
          {words.setPassword.account} <bdi>{email}</bdi>
        </Text>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {setPassword.error && <Failure error={setPassword.error} takesFocus />}
        <NewPasswordField
          label={words.password.label}
          password={form.values.password}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={setPassword.isPending}>
          {words.setPassword.submit}
        </Button>
      </Stack>
    </form>
  )
}
