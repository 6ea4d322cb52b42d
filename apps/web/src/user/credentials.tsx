import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { PasswordInput, type PasswordInputProps, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { Ref } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { Form, requireText } from '../part/form.tsx'
import { useFocus } from '../part/message.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { signInWords } from './sign-in-words.ts'

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
  const words = useWords(signInWords)
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: requireText } })
  return (
    <Stack>
      <Text className="breakable">
        <bdi>{credentials.email}</bdi>
      </Text>
      <Form
        mutation={signIn}
        act={words.submit}
        isWide
        onSubmit={form.onSubmit(({ code }) => signIn.mutate({ ...credentials, code }))}
      >
        <CodeField ref={useFocus<HTMLInputElement>()} key={form.key('code')} {...form.getInputProps('code')} />
      </Form>
      <Text size="sm" c="dimmed">
        {words.code.lost}
      </Text>
    </Stack>
  )
}

/** A field for a code of the authenticator app, or for a recovery code. */
export function CodeField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const words = useWords(signInWords)
  return (
    <TextInput
      label={words.code.label}
      description={words.code.hint}
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
  const { locale } = useLanguage()
  return <TextInput label={applyFieldLabels.email[locale]} type="email" dir="ltr" autoComplete="username" {...props} />
}

/** A field for the user's password, with a button that shows it. */
export function PasswordField(props: PasswordInputProps) {
  const words = useWords(signInWords)
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
