import type { Scope } from '@boardwalk/schema/api-key'
import { Alert, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Leaving } from '../part/leaving.tsx'
import { Page } from '../part/page.tsx'
import { FirstRequest } from './first-request.tsx'
import { Scopes } from './scopes.tsx'
import classes from './store-key.module.css'
import { TryKey } from './try-key.tsx'

interface StoreKeyProps {
  created: { id: string; name: string; key: string; scopes: Scope[] }
}

/** Shows a new key, this one time. A person who leaves before storing it is asked first. */
export function StoreKey({ created: { id, name, key, scopes } }: StoreKeyProps) {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const [isStored, setStored] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const done = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isStored) void navigate({ to: '/settings/keys' })
  }
  return (
    <Page title={words.newKey.title}>
      <Paper withBorder p="lg" maw={820}>
        <Stack gap="lg">
          <Group gap="xs">
            <Text fw={600}>
              <bdi>{name}</bdi>
            </Text>
            <Scopes scopes={scopes} />
          </Group>
          <Alert color="yellow" title={words.newKey.copyNow}>
            {words.newKey.copyNowText}
          </Alert>
          <div className={classes.key}>
            <code dir="ltr">{key}</code>
            <Copy text={key} what={words.keys.key} size="sm" variant="filled" />
          </div>
          <section aria-labelledby="try">
            <Title id="try" order={2} size="h4" mb="xs">
              {words.newKey.tryIt}
            </Title>
            <TryKey apiKey={key} />
          </section>
          <FirstRequest id={id} />
          <form onSubmit={done}>
            <Stack>
              <Checkbox
                label={words.newKey.isStored}
                checked={isStored}
                onChange={(event) => setStored(event.currentTarget.checked)}
                error={isAsked && !isStored && words.newKey.storeFirst}
              />
              <div>
                <Button type="submit">{words.newKey.done}</Button>
              </div>
            </Stack>
          </form>
        </Stack>
      </Paper>
      <Leaving
        wouldLose={() => !isStored}
        title={words.newKey.leaveTitle}
        text={words.newKey.leaveText}
        act={words.newKey.leave}
      />
    </Page>
  )
}
