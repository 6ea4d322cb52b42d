import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { required } from '../part/problem.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { CodeField } from './code-field.tsx'

/** What a person has typed before the code is asked for. */
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

/** The last step of a sign-in, for an account with a second factor. */
export function CodeStep({ credentials, signIn }: CodeStepProps) {
  const { words } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? required : null) },
  })
  return (
    <form onSubmit={form.onSubmit(({ code }) => signIn.mutate({ ...credentials, code }))} noValidate>
      <Stack>
        <Text className="breakable">
          <bdi>{credentials.email}</bdi>
        </Text>
        {signIn.error && <Failure error={signIn.error} takesFocus />}
        <CodeField ref={field} key={form.key('code')} {...form.getInputProps('code')} />
        <Button type="submit" loading={signIn.isPending}>
          {words.signIn.submit}
        </Button>
        <Text size="sm" c="dimmed">
          {words.secondFactor.lost}
        </Text>
      </Stack>
    </form>
  )
}
