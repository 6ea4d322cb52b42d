import { Button, Paper, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { formatKeyName } from './key-name.ts'
import { StoreKey } from './store-key.tsx'

const route = getRouteApi('/gate/settings/keys/$keyId/roll')

const hours = { '0': 0, '24': 24, '72': 72 } as const

/** The form that rolls a key: it makes a new key, and the old one works for the time that the person chooses. */
export function RollKey() {
  const { words } = useLanguage()
  const { keyId: id } = route.useParams()
  const keys = useQuery(trpc.key.list.queryOptions())
  const roll = useMutation(
    trpc.key.roll.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.key.list.queryFilter()) }),
  )
  const form = useForm<{ hours: keyof typeof hours }>({ mode: 'uncontrolled', initialValues: { hours: '24' } })
  if (roll.data !== undefined) return <StoreKey created={roll.data} />
  const submit = form.onSubmit((values) => roll.mutate({ id, revokeOldInHours: hours[values.hours] }))
  return (
    <Page title={words.roll.title} back={{ to: '/settings/keys', label: words.keys.title }}>
      <Paper withBorder p="lg" maw={640}>
        <form onSubmit={submit}>
          <Stack>
            <Loaded query={keys}>
              {(answer) => {
                const key = answer.keys.find((listed) => listed.id === id)
                return <Text>{words.roll.text(key === undefined ? id : formatKeyName(key.name, key.last4))}</Text>
              }}
            </Loaded>
            {roll.error && <Failure error={roll.error} takesFocus />}
            <Radio.Group label={words.roll.oldKeyExpires} key={form.key('hours')} {...form.getInputProps('hours')}>
              <Stack gap="xs" mt="xs">
                <Radio value="24" label={words.roll.inHours(24)} />
                <Radio value="72" label={words.roll.inHours(72)} />
                <Radio value="0" label={words.roll.immediately} description={words.roll.immediatelyHint} />
              </Stack>
            </Radio.Group>
            <div>
              <Button type="submit" loading={roll.isPending}>
                {words.roll.action}
              </Button>
            </div>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}
