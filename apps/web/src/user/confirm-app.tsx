import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Failure } from '../part/failure.tsx'
import { required } from '../part/problem.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { CodeField } from './code-field.tsx'

interface ConfirmAppProps {
  enrolment: Answers['account']['enrolSecondFactor']
  onCodes: (made: Answers['account']['turnOnSecondFactor']) => void
}

/** Shows the key for the authenticator app, and asks for a code that proves that the app has it. */
export function ConfirmApp({ enrolment: { key, address }, onCodes }: ConfirmAppProps) {
  const { words } = useLanguage()
  const turnOn = useMutation(trpc.account.turnOnSecondFactor.mutationOptions({ onSuccess: onCodes }))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? required : null) },
  })
  // In groups, so that a person can type it.
  const groups = key.match(/.{1,4}/g)?.join(' ')
  return (
    <form onSubmit={form.onSubmit((values) => turnOn.mutate(values))} noValidate>
      <Stack maw={590}>
        <List type="ordered" spacing="md">
          <List.Item>{words.secondFactor.openApp}</List.Item>
          <List.Item>{words.secondFactor.scan}</List.Item>
        </List>
        <QRCodeSVG value={address} size={220} marginSize={4} title={words.secondFactor.qrCode} />
        <Text size="sm">{words.secondFactor.orType}</Text>
        <Group gap="xs">
          <code dir="ltr" className="lines">
            {groups}
          </code>
          <Copy text={key} what={words.secondFactor.key} />
        </Group>
        {turnOn.error && <Failure error={turnOn.error} takesFocus />}
        <CodeField
          description={words.secondFactor.confirmHint}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <div>
          <Button type="submit" loading={turnOn.isPending}>
            {words.secondFactor.turnOn}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
