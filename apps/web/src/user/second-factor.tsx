import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Loaded } from '../part/loaded.tsx'
import { required } from '../part/problem.tsx'
import { Section } from '../part/section.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { ChangeSecondFactor } from './change-second-factor.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The part of the page that turns the second factor on and off. */
export function SecondFactor() {
  const { words } = useLanguage()
  const state = useQuery(trpc.account.secondFactor.queryOptions())
  const [codes, setCodes] = useState<string[]>()
  const show = (made: { recoveryCodes: string[] }) => {
    setCodes(made.recoveryCodes)
    void queryClient.invalidateQueries(trpc.account.secondFactor.queryFilter())
  }
  return (
    <Section title={words.secondFactor.title}>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <Loaded query={state}>
          {({ isOn, recoveryCodesLeft }) =>
            isOn ? <On codesLeft={recoveryCodesLeft} onCodes={show} /> : <Off onCodes={show} />
          }
        </Loaded>
      )}
    </Section>
  )
}

type OnCodes = (made: Answers['account']['turnOnSecondFactor']) => void

function Off({ onCodes }: { onCodes: OnCodes }) {
  const { words } = useLanguage()
  const enrol = useMutation(trpc.account.enrolSecondFactor.mutationOptions())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? required : null) },
  })
  if (enrol.data !== undefined) return <ConfirmApp enrolment={enrol.data} onCodes={onCodes} />
  return (
    <form onSubmit={form.onSubmit((values) => enrol.mutate(values))} noValidate>
      <Stack maw={590}>
        <Text>{words.secondFactor.text}</Text>
        {enrol.error && <Failure error={enrol.error} takesFocus />}
        <PasswordField
          label={words.account.currentPassword}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" loading={enrol.isPending}>
            {words.secondFactor.setUp}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function On({ codesLeft, onCodes }: { codesLeft: number; onCodes: OnCodes }) {
  const { words } = useLanguage()
  const [asked, setAsked] = useState<'renew' | 'turnOff'>()
  return (
    <Stack align="flex-start">
      <Group gap="xs">
        <Badge variant="light" color="teal">
          {words.secondFactor.isOn}
        </Badge>
        <Text>{words.secondFactor.codesLeft(codesLeft)}</Text>
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('renew')}>
          {words.secondFactor.renew}
        </Button>
        <Button variant="default" onClick={() => setAsked('turnOff')}>
          {words.secondFactor.turnOff}
        </Button>
      </Group>
      {asked && <ChangeSecondFactor change={asked} onCodes={onCodes} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}
