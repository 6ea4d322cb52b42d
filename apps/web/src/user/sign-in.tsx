import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWords } from '../language.tsx'
import { Form, requireText } from '../part/form.tsx'
import { useFocus } from '../part/message.tsx'
import { Page } from '../part/page.tsx'
import { Entrance } from '../shell/entrance.tsx'
import { type Answers, hideMessages, queryClient, trpc } from '../trpc.ts'
import { CodeStep, type Credentials, EmailField, PasswordField } from './credentials.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { useBoard } from './session.tsx'
import { signInWords } from './sign-in-words.ts'

interface SignInProps {
  /** The user whose session has ended. */
  endedSession: Answers['session']['me'] | undefined
}

export function SignIn({ endedSession }: SignInProps) {
  const words = useWords(signInWords)
  const board = useBoard()
  const [choice, setChoice] = useState<Choice>()
  const [credentials, setCredentials] = useState<Credentials>()
  /** The address that the user has typed so far, while the form for a forgotten password is open. */
  const [forgetful, setForgetful] = useState<string>()
  // A message may name an applicant, or undo something.
  useEffect(hideMessages, [])
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      onSuccess(answer, { email, password, companyId }) {
        if ('isCodeNeeded' in answer) return setCredentials({ email, password, companyId })
        if ('companies' in answer) return setChoice({ email, password, companies: answer.companies })
        // The same user continues on the hidden page. Another user, or one of another company, must not see it.
        return answer.userId === endedSession?.userId ? queryClient.invalidateQueries() : queryClient.resetQueries()
      },
      onError(error) {
        // The user types a wrong code once more. After any other error they begin again.
        if (error.data?.code === 'code_wrong') return
        setChoice(undefined)
        setCredentials(undefined)
      },
    }),
  )
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: endedSession?.email ?? '', password: '' },
    validate: { email: requireText, password: requireText },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  })
  if (forgetful !== undefined) return <ForgottenPassword email={forgetful} onBack={() => setForgetful(undefined)} />
  if (credentials !== undefined || choice !== undefined)
    return (
      <Entrance>
        <Page title={words.title}>
          {credentials !== undefined && <CodeStep credentials={credentials} signIn={signIn} />}
          {credentials === undefined && choice !== undefined && <ChooseCompany choice={choice} signIn={signIn} />}
        </Page>
      </Entrance>
    )
  return (
    <Entrance>
      <Page title={words.title}>
        <Stack>
          {endedSession !== undefined && <Text role="status">{words.sessionEnded}</Text>}
          <Form mutation={signIn} act={words.submit} isWide onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
            <EmailField key={form.key('email')} {...form.getInputProps('email')} />
            <PasswordField
              label={words.password.label}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
          </Form>
          {board.isKnown && !board.sendsMail && (
            <Text size="sm" c="dimmed">
              {words.forgotten}
            </Text>
          )}
        </Stack>
        {board.sendsMail && (
          <Button variant="subtle" size="compact-sm" onClick={() => setForgetful(form.getValues().email.trim())}>
            {words.forgottenPassword.ask}
          </Button>
        )}
      </Page>
    </Entrance>
  )
}

/** What a user has typed, and the companies in which it is right. */
interface Choice extends Credentials {
  companies: { id: string; name: string }[]
}

interface ChooseCompanyProps {
  choice: Choice
  signIn: { mutate: (input: Credentials) => void; isPending: boolean }
}

/** The second step of a sign-in, for a user with the same password in several companies. */
function ChooseCompany({ choice: { companies, email, password }, signIn }: ChooseCompanyProps) {
  const words = useWords(signInWords)
  return (
    <Stack>
      <Text ref={useFocus<HTMLParagraphElement>()} tabIndex={-1}>
        {words.chooseCompany}
      </Text>
      {companies.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          disabled={signIn.isPending}
          onClick={() => signIn.mutate({ email, password, companyId: id })}
        >
          <bdi>{name}</bdi>
        </Button>
      ))}
    </Stack>
  )
}
