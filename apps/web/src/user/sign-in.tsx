import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { required } from '../part/problem.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { useBoard } from './board.ts'
import { type Choice, ChooseCompany } from './choose-company.tsx'
import { CodeStep, type Credentials } from './code-step.tsx'
import { Entrance } from './entrance.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { PasswordField } from './password-field.tsx'

interface SignInProps {
  /** The person whose session has ended; undefined if nobody was signed in. */
  endedSession: Answers['session']['me'] | undefined
}

export function SignIn({ endedSession }: SignInProps) {
  const { words } = useLanguage()
  const board = useBoard()
  const [choice, setChoice] = useState<Choice>()
  const [needsCode, setNeedsCode] = useState<Credentials>()
  /** The address that was typed so far, while the form for a forgotten password is open. */
  const [forgottenOf, setForgottenOf] = useState<string>()
  const signIn = useMutation(
    trpc.session.signIn.mutationOptions({
      onSuccess(answer, { email, password, companyId }) {
        if ('isCodeNeeded' in answer) return setNeedsCode({ email, password, companyId })
        if ('companies' in answer) return setChoice({ email, password, companies: answer.companies })
        // The same person continues on the hidden page; another person, or in another company, must not see it.
        return answer.userId === endedSession?.userId ? queryClient.invalidateQueries() : queryClient.resetQueries()
      },
      onError(error) {
        // Only a wrong code is typed once more. After any other error the person begins again.
        if (error.data?.code === 'code_wrong') return
        setChoice(undefined)
        setNeedsCode(undefined)
      },
    }),
  )
  const findProblem = (value: string) => (value.trim() === '' ? required : null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: endedSession?.email ?? '', password: '' },
    validate: { email: findProblem, password: findProblem },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  })
  if (needsCode !== undefined)
    return (
      <Entrance>
        <Page title={words.signIn.title}>
          <CodeStep credentials={needsCode} signIn={signIn} />
        </Page>
      </Entrance>
    )
  if (forgottenOf !== undefined)
    return <ForgottenPassword email={forgottenOf} onBack={() => setForgottenOf(undefined)} />
  if (choice !== undefined)
    return (
      <Entrance>
        <Page title={words.signIn.title}>
          <ChooseCompany choice={choice} signIn={signIn} />
        </Page>
      </Entrance>
    )
  return (
    <Entrance>
      <Page title={words.signIn.title}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
          <Stack>
            {endedSession !== undefined && <Text role="status">{words.signIn.sessionEnded}</Text>}
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
              {words.signIn.submit}
            </Button>
            {board.isKnown && !board.sendsMail && (
              <Text size="sm" c="dimmed">
                {words.signIn.forgotten}
              </Text>
            )}
          </Stack>
        </form>
        {board.sendsMail && (
          <Button variant="subtle" size="compact-sm" onClick={() => setForgottenOf(form.getValues().email.trim())}>
            {words.forgottenPassword.ask}
          </Button>
        )}
      </Page>
    </Entrance>
  )
}
