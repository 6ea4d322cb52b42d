import { PasswordInput, type PasswordInputProps, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { Ref } from 'react'
import { useLanguage } from '../language.tsx'
import { Form, requireText } from '../part/form.tsx'
import { useFocus } from '../part/message.tsx'
import type { BackOfficeError } from '../trpc.ts'

/** What a user has typed before the server asks for the code. */
export interface Credentials {
  email: string
  password: string
  companyId?: string | undefined
}

interface CodeStepProps {
  credentials: Credentials
  signIn: {
    mutate: (input: Credentials & { code: string }) => void
    isPending: boolean
    error: BackOfficeError | null
  }
}

/** The last step of a sign-in with a second factor. */
export function CodeStep({ credentials, signIn }: CodeStepProps) {
  const { words } = useLanguage()
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: requireText } })
  return (
    <Stack>
      <Text className="breakable">
        <bdi>{credentials.email}</bdi>
      </Text>
      <Form
        mutation={signIn}
        act={words.signIn.submit}
        isWide
        onSubmit={form.onSubmit(({ code }) => signIn.mutate({ ...credentials, code }))}
      >
        <CodeField ref={useFocus<HTMLInputElement>()} key={form.key('code')} {...form.getInputProps('code')} />
      </Form>
      <Text size="sm" c="dimmed">
        {words.secondFactor.lost}
      </Text>
    </Stack>
  )
}

/** A field for a code of the authenticator app, or for a recovery code. */
export function CodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { words } = useLanguage()
  return (
    <TextInput
      label={words.secondFactor.code}
      description={words.secondFactor.codeHint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...props}
    />
  )
}

/** A field for the e-mail address by which a user signs in. */
export function EmailField(props: TextInputProps) {
  const { words } = useLanguage()
  return <TextInput label={words.email} type="email" dir="ltr" autoComplete="username" {...props} />
}

/** A field for the user's password, with a button that shows it. */
export function PasswordField(props: PasswordInputProps) {
  const { words } = useLanguage()
  const [isVisible, { toggle }] = useDisclosure(false)
  return (
    <PasswordInput
      autoComplete="current-password"
      {...props}
      dir="ltr"
      visible={isVisible}
      onVisibilityChange={toggle}
      visibilityToggleButtonProps={{ 'aria-label': isVisible ? words.password.hide : words.password.show, tabIndex: 0 }}
    />
  )
}
