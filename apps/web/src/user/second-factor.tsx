import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Confirm, Leaving } from '../part/dialog.tsx'
import { Form, requireText } from '../part/form.tsx'
import { Message } from '../part/message.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, queryClient, trpc } from '../trpc.ts'
import { accountWords } from './account-words.ts'
import { CodeField, PasswordField } from './credentials.tsx'
import { secondFactorWords } from './second-factor-words.ts'

/** The section of the account page that turns the second factor on and off. */
export function SecondFactor() {
  const words = useWords(secondFactorWords)
  const state = useQuery(trpc.account.secondFactor.queryOptions())
  const [codes, setCodes] = useState<string[]>()
  const showCodes: ShowCodes = ({ recoveryCodes }) => {
    setCodes(recoveryCodes)
    void queryClient.invalidateQueries(trpc.account.secondFactor.queryFilter())
  }
  return (
    <Section title={words.title}>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <Loaded query={state}>
          {({ isOn, recoveryCodesLeft }) =>
            isOn ? (
              <TurnedOn codesLeft={recoveryCodesLeft} showCodes={showCodes} />
            ) : (
              <TurnedOff showCodes={showCodes} />
            )
          }
        </Loaded>
      )}
    </Section>
  )
}

type ShowCodes = (answer: { recoveryCodes: string[] }) => void

function TurnedOff({ showCodes }: { showCodes: ShowCodes }) {
  const words = useWords(secondFactorWords)
  const accountTexts = useWords(accountWords)
  const enrol = useMutation(trpc.account.enrolSecondFactor.mutationOptions())
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' }, validate: { password: requireText } })
  if (enrol.data !== undefined) return <ConfirmApp enrolment={enrol.data} showCodes={showCodes} />
  return (
    <Stack maw={590}>
      <Text>{words.text}</Text>
      <Form mutation={enrol} act={words.setUp} onSubmit={form.onSubmit((values) => enrol.mutate(values))}>
        <PasswordField
          label={accountTexts.currentPassword}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </Form>
    </Stack>
  )
}

interface ConfirmAppProps {
  enrolment: Answers['account']['enrolSecondFactor']
  showCodes: ShowCodes
}

/** Shows the key for the authenticator app, and asks for a code that proves that the app has it. */
function ConfirmApp({ enrolment: { key, address }, showCodes }: ConfirmAppProps) {
  const words = useWords(secondFactorWords)
  const { locale } = useLanguage()
  const turnOn = useMutation(trpc.account.turnOnSecondFactor.mutationOptions({ onSuccess: showCodes }))
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: requireText } })
  // Groups of four are easier to type.
  const groups = key.match(/.{1,4}/g)?.join(' ')
  return (
    <Stack maw={590}>
      <List type="ordered" spacing="md">
        <List.Item>{words.openApp}</List.Item>
        <List.Item>{words.scan}</List.Item>
      </List>
      <QRCodeSVG value={address} size={220} marginSize={4} title={words.qrCode} />
      <Text size="sm">{words.orType}</Text>
      <Group gap="xs">
        <code dir="ltr" className="lines">
          {groups}
        </code>
        <Copy text={key} what={listLabels.key[locale]} />
      </Group>
      <Form mutation={turnOn} act={words.turnOn} onSubmit={form.onSubmit((values) => turnOn.mutate(values))}>
        <CodeField description={words.confirmHint} key={form.key('code')} {...form.getInputProps('code')} />
      </Form>
    </Stack>
  )
}

/** Shows the recovery codes, this one time. It asks a user who leaves before storing them. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const words = useWords(secondFactorWords)
  const common = useWords(commonWords)
  return (
    <Stack align="flex-start">
      <Message color="yellow" title={words.storeCodes}>
        {words.storeCodesText}
      </Message>
      <ul className="plain-list" dir="ltr" aria-label={words.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Copy text={codes.join('\n')} what={words.recoveryCodes} size="sm" variant="filled" />
        <Button variant="default" onClick={onDone}>
          {words.stored}
        </Button>
      </Group>
      <Leaving wouldLose={() => true} title={words.leaveTitle} text={words.storeCodesText} act={common.saving.leave} />
    </Stack>
  )
}

type Change = 'renew' | 'turnOff'

function TurnedOn({ codesLeft, showCodes }: { codesLeft: number; showCodes: ShowCodes }) {
  const words = useWords(secondFactorWords)
  const [change, setChange] = useState<Change>()
  return (
    <Stack align="flex-start">
      <Group gap="xs">
        <Badge variant="light" color="teal">
          {words.isOn}
        </Badge>
        <Text>{words.codesLeft(codesLeft)}</Text>
      </Group>
      <Group gap="xs">
        {(['renew', 'turnOff'] as const).map((name) => (
          <Button key={name} variant="default" onClick={() => setChange(name)}>
            {words[name]}
          </Button>
        ))}
      </Group>
      {change && <ConfirmChange change={change} showCodes={showCodes} onClose={() => setChange(undefined)} />}
    </Stack>
  )
}

interface ConfirmChangeProps {
  change: Change
  showCodes: ShowCodes
  onClose: () => void
}

/** Turns the second factor off, or makes new recovery codes, after it has asked for the password and a code. */
function ConfirmChange({ change, showCodes, onClose }: ConfirmChangeProps) {
  const words = useWords(secondFactorWords)
  const accountTexts = useWords(accountWords)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: requireText, code: requireText },
  })
  const renew = useMutation(trpc.account.renewRecoveryCodes.mutationOptions({ onSuccess: showCodes }))
  const turnOff = useMutation(
    trpc.account.turnOffSecondFactor.mutationOptions(
      afterChange(words.turnedOff, trpc.account.secondFactor.queryFilter(), onClose),
    ),
  )
  const mutation = change === 'renew' ? renew : turnOff
  return (
    <Confirm
      title={words[change]}
      act={words[change]}
      isDestructive={change === 'turnOff'}
      mutation={mutation}
      onConfirm={form.onSubmit((values) => mutation.mutate(values))}
      onClose={onClose}
    >
      <Text>{change === 'renew' ? words.renewText : words.turnOffText}</Text>
      <PasswordField label={accountTexts.currentPassword} data-autofocus {...form.getInputProps('password')} />
      <CodeField {...form.getInputProps('code')} />
    </Confirm>
  )
}
