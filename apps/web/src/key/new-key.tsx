import type { Scope } from '@boardwalk/schema/api-key'
import { Button, Paper, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { required } from '../part/problem.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { StoreKey } from './store-key.tsx'

const accesses: Record<'readAndWrite' | 'readOnly', Scope[]> = { readAndWrite: ['read', 'write'], readOnly: ['read'] }

/** The form that generates a key: Settings > API Keys > Generate New Key. */
export function NewKey() {
  const { words } = useLanguage()
  const create = useMutation(
    trpc.key.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.key.list.queryFilter()) }),
  )
  const form = useForm<{ name: string; access: keyof typeof accesses }>({
    mode: 'uncontrolled',
    initialValues: { name: '', access: 'readAndWrite' },
    validate: { name: (value) => (value.trim() === '' ? required : null) },
  })
  if (create.data !== undefined) return <StoreKey created={create.data} />
  const submit = form.onSubmit(({ name, access }) => create.mutate({ name: name.trim(), scopes: accesses[access] }))
  return (
    <Page title={words.keys.generate} back={{ to: '/settings/keys', label: words.keys.title }}>
      <Paper withBorder p="lg" maw={640}>
        <form onSubmit={submit} noValidate>
          <Stack>
            {create.error && <Failure error={create.error} takesFocus />}
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
            <div>
              <Button type="submit" loading={create.isPending}>
                {words.keys.submit}
              </Button>
            </div>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}
