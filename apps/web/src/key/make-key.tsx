import type { Scope } from '@boardwalk/schema/api-key'
import { Paper, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Form, type FormProps, requireText } from '../part/form.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { formatKeyName } from './key.tsx'
import { StoreKey } from './store-key.tsx'

const accesses: Record<'readAndWrite' | 'readOnly', Scope[]> = { readAndWrite: ['read', 'write'], readOnly: ['read'] }

const refreshList = () => queryClient.invalidateQueries(trpc.key.list.queryFilter())

/** The form that generates a key: Settings > API Keys > Generate New Key. */
export function NewKey() {
  const { words } = useLanguage()
  const create = useMutation(trpc.key.create.mutationOptions({ onSuccess: refreshList }))
  const form = useForm<{ name: string; access: keyof typeof accesses }>({
    mode: 'uncontrolled',
    initialValues: { name: '', access: 'readAndWrite' },
    validate: { name: requireText },
  })
  if (create.data !== undefined) return <StoreKey created={create.data} />
  const submit = form.onSubmit(({ name, access }) => create.mutate({ name: name.trim(), scopes: accesses[access] }))
  return (
    <KeyForm title={words.keys.generate} mutation={create} act={words.keys.submit} onSubmit={submit}>
      <TextInput
        label={words.keys.name}
        description={words.keys.nameHint}
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Radio.Group label={words.keys.scopes} key={form.key('access')} {...form.getInputProps('access')}>
        <Stack gap="xs" mt="xs">
          <Radio value="readAndWrite" label={words.keys.readAndWrite} description={words.keys.readAndWriteHint} />
          <Radio value="readOnly" label={words.keys.readOnly} description={words.keys.readOnlyHint} />
        </Stack>
      </Radio.Group>
    </KeyForm>
  )
}

const route = getRouteApi('/gate/settings/keys/$keyId/roll')

const hours = { '0': 0, '24': 24, '72': 72 } as const

/** The form that rolls a key: it makes a new key, and the old one works for the time that the user chooses. */
export function RollKey() {
  const { words } = useLanguage()
  const { keyId: id } = route.useParams()
  const keys = useQuery(trpc.key.list.queryOptions())
  const roll = useMutation(trpc.key.roll.mutationOptions({ onSuccess: refreshList }))
  const form = useForm<{ hours: keyof typeof hours }>({ mode: 'uncontrolled', initialValues: { hours: '24' } })
  if (roll.data !== undefined) return <StoreKey created={roll.data} />
  const submit = form.onSubmit((values) => roll.mutate({ id, revokeOldInHours: hours[values.hours] }))
  return (
    <KeyForm title={words.roll.title} mutation={roll} act={words.roll.action} onSubmit={submit}>
      <Loaded query={keys}>
        {(answer) => {
          const key = answer.keys.find((listed) => listed.id === id)
          return <Text>{words.roll.text(key === undefined ? id : formatKeyName(key.name, key.last4))}</Text>
        }}
      </Loaded>
      <Radio.Group label={words.roll.oldKeyExpires} key={form.key('hours')} {...form.getInputProps('hours')}>
        <Stack gap="xs" mt="xs">
          <Radio value="24" label={words.roll.inHours(24)} />
          <Radio value="72" label={words.roll.inHours(72)} />
          <Radio value="0" label={words.roll.immediately} description={words.roll.immediatelyHint} />
        </Stack>
      </Radio.Group>
    </KeyForm>
  )
}

interface KeyFormProps extends FormProps {
  title: string
}

/** The page around both forms. */
function KeyForm({ title, ...form }: KeyFormProps) {
  const { words } = useLanguage()
  return (
    <Page title={title} back={{ to: '/settings/keys', label: words.shell.pages.keys }}>
      <Paper withBorder p="lg" maw={640}>
        <Form {...form} />
      </Paper>
    </Page>
  )
}
