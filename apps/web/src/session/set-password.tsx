import { PASSWORD_CHARACTERS_MIN } from '@boardwalk/schema/field-limits'
import { Button, Progress, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { TextLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'

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
  const setPassword = useMutation(
    trpc.session.setPassword.mutationOptions({
      async onSuccess() {
        await navigate({ to: '/' })
        await queryClient.resetQueries()
      },
    }),
  )
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) =>
        value.length < PASSWORD_CHARACTERS_MIN ? words.password.hint(PASSWORD_CHARACTERS_MIN) : null,
    },
  })
  const { length } = form.values.password
  return (
    <form onSubmit={form.onSubmit(({ password }) => setPassword.mutate({ link, password }))} noValidate>
      <Stack>
        <Text>
          {words.setPassword.account} <bdi>{email}</bdi>
        </Text>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {setPassword.error && <Failure error={setPassword.error} takesFocus />}
        <PasswordField
          label={words.password.label}
          description={words.password.hint(PASSWORD_CHARACTERS_MIN)}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Progress
          value={Math.min(100, (length / PASSWORD_CHARACTERS_MIN) * 100)}
          color={length < PASSWORD_CHARACTERS_MIN ? 'yellow' : 'teal'}
          aria-label={words.password.length}
        />
        <Text size="sm" role="status">
          {length < PASSWORD_CHARACTERS_MIN
            ? words.password.missing(PASSWORD_CHARACTERS_MIN - length)
            : words.password.longEnough}
        </Text>
        <Button type="submit" loading={setPassword.isPending}>
          {words.setPassword.submit}
        </Button>
      </Stack>
    </form>
  )
}
