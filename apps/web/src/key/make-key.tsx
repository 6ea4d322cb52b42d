import type { Scope } from '@boardwalk/schema/api-key'
import { Paper, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatKeyName } from '../format.ts'
import { homeWords } from '../home/words.ts'
import { useWords } from '../language.tsx'
import { Form, type FormProps, requireText } from '../part/form.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { queryClient, trpc } from '../trpc.ts'
import { StoreKey } from './store-key.tsx'
import { keyWords } from './words.ts'

const accesses: Record<'readAndWrite' | 'readOnly', Scope[]> = { readAndWrite: ['read', 'write'], readOnly: ['read'] }

const refreshList = () => queryClient.invalidateQueries(trpc.key.list.queryFilter())

/** The form that generates a key: Settings > API Keys > Generate New Key. */
export function NewKey() {
  const words = useWords(keyWords)
  const homeTexts = useWords(homeWords)
  const common = useWords(commonWords)
  const create = useMutation(trpc.key.create.mutationOptions({ onSuccess: refreshList }))
  const form = useForm<{ name: string; access: keyof typeof accesses }>({
    mode: 'uncontrolled',
    initialValues: { name: '', access: 'readAndWrite' },
    validate: { name: requireText },
  })
  if (create.data !== undefined) return <StoreKey created={create.data} />
  const submit = form.onSubmit(({ name, access }) => create.mutate({ name: name.trim(), scopes: accesses[access] }))
  return (
    <KeyForm title={homeTexts.noKeys.generate} mutation={create} act={words.submit} onSubmit={submit}>
      <TextInput
        label={common.name}
        description={words.nameHint}
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Radio.Group label={words.scopes} key={form.key('access')} {...form.getInputProps('access')}>
        <Stack gap="xs" mt="xs">
          <Radio value="readAndWrite" label={words.readAndWrite} description={words.readAndWriteHint} />
          <Radio value="readOnly" label={words.readOnly} description={words.readOnlyHint} />
        </Stack>
      </Radio.Group>
    </KeyForm>
  )
}

const route = getRouteApi('/gate/settings/keys/$keyId/roll')

const hours = { '0': 0, '24': 24, '72': 72 } as const

/** The form that rolls a key: it makes a new key, and the old one works for the time that the user chooses. */
export function RollKey() {
  const words = useWords(keyWords)
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
  const words = useWords(commonWords)
  return (
    <Page title={title} back={{ to: '/settings/keys', label: words.pageNames.keys }}>
      <Paper withBorder p="lg" maw={640}>
        <Form {...form} />
      </Paper>
    </Page>
  )
}
