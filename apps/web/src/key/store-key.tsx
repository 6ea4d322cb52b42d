import type { Scope } from '@boardwalk/schema/api-key'
import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Alert, Button, Checkbox, Group, Loader, Paper, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Outcome } from '../activity/outcome.tsx'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Leaving } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Page } from '../part/page.tsx'
import { When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { getBaseUrl, Scopes } from './key.tsx'
import classes from './store-key.module.css'
import { keyWords } from './words.ts'

interface StoreKeyProps {
  created: { id: string; name: string; key: string; scopes: Scope[] }
}

/** Shows a new key, this one time. It asks a user who leaves before storing the key. */
export function StoreKey({ created: { id, name, key, scopes } }: StoreKeyProps) {
  const words = useWords(keyWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const navigate = useNavigate()
  const [isStored, setStored] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const done = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!isStored)
    if (isStored) void navigate({ to: '/settings/keys' })
  }
  return (
    <Page title={words.created.title}>
      <Paper withBorder p="lg" maw={820}>
        <Stack gap="lg">
          <Group gap="xs">
            <Text fw={600}>
              <bdi>{name}</bdi>
            </Text>
            <Scopes scopes={scopes} />
          </Group>
          <Alert color="yellow" title={words.created.copyNow}>
            {words.created.copyNowText}
          </Alert>
          <div className={classes.key}>
            <code dir="ltr">{key}</code>
            <Copy text={key} what={listLabels.key[locale]} size="sm" variant="filled" />
          </div>
          <section aria-labelledby="try">
            <Title id="try" order={2} size="h4" mb="xs">
              {words.created.tryIt}
            </Title>
            <TryKey apiKey={key} />
          </section>
          <DeveloperNote />
          <FirstRequest id={id} />
          <form onSubmit={done}>
            <Stack>
              <Checkbox
                label={words.created.isStored}
                checked={isStored}
                onChange={(event) => setStored(event.currentTarget.checked)}
                error={isRefused && !isStored && words.created.storeFirst}
              />
              <div>
                <Button type="submit">{words.created.done}</Button>
              </div>
            </Stack>
          </form>
        </Stack>
      </Paper>
      <Leaving
        wouldLose={() => !isStored}
        title={words.created.leaveTitle}
        text={words.created.leaveText}
        act={common.saving.leave}
      />
    </Page>
  )
}

interface Example {
  /** The command that installs what the example needs. */
  install?: string
  write: (key: string) => string
}

const writeCurl = (key: string) => `curl '${getBaseUrl()}/jobs' -H 'x-api-key: ${key}'`

/** A first request in three ways. A key of any scope may make it. */
const examples: Record<string, Example> = {
  curl: { write: writeCurl },
  SDK: {
    install: 'npm install @boardwalk/sdk',
    write: (key) => `import { Boardwalk } from '@boardwalk/sdk'

const boardwalk = new Boardwalk({
  apiKey: '${key}',
  baseUrl: '${getBaseUrl()}',
})
console.log(await boardwalk.jobs.list())`,
  },
  CLI: {
    install: 'npm install --global boardwalk',
    // It asks for the key, so the line works in each shell, also of Windows, and no history of commands has the key.
    write: () => `boardwalk auth login --url ${getBaseUrl()}`,
  },
}

function TryKey({ apiKey }: { apiKey: string }) {
  const words = useWords(keyWords)
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={words.created.tryIt}>
        {Object.keys(examples).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(examples).map(([name, { install, write }]) => (
        <Tabs.Panel key={name} value={name} className={classes.lines}>
          {install !== undefined && (
            <>
              <Text size="sm">{words.created.install}</Text>
              <pre dir="ltr">{install}</pre>
            </>
          )}
          <pre dir="ltr">
            <code>{write(apiKey)}</code>
          </pre>
          <Copy text={write(apiKey)} what={name} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** What a developer needs to begin, without the key, as one text to send. */
function DeveloperNote() {
  const words = useWords(keyWords)
  const note = words.created.developerNote(getBaseUrl(), `${location.origin}/api/docs`, writeCurl('KEY'))
  return (
    <section aria-labelledby="developer">
      <Title id="developer" order={2} size="h4">
        {words.created.forDeveloper}
      </Title>
      <Text size="sm">{words.created.forDeveloperText}</Text>
      <div className={classes.lines}>
        <pre dir="auto">{note}</pre>
        <Copy text={note} what={words.created.forDeveloper} />
      </div>
    </section>
  )
}

const POLL_MS = 1_500

/** Finds the newest request of which nothing was refused. */
const findAccepted = ({ requests }: Answers['activity']['list']) =>
  requests.find(({ errorMessage, items }) => errorMessage === null && (items === null || items.refused === 0))

/** Waits for the first request with a key. Turns amber if the server refused it, and green when it accepted one. */
function FirstRequest({ id }: { id: string }) {
  const words = useWords(keyWords)
  const requests = useQuery(
    trpc.activity.list.queryOptions(
      { keyId: id },
      { staleTime: 0, refetchInterval: ({ state: { data } }) => (data && findAccepted(data) ? false : POLL_MS) },
    ),
  )
  if (requests.error) return <Failure error={requests.error} onRetry={() => void requests.refetch()} />
  const accepted = requests.data && findAccepted(requests.data)
  const refused = requests.data?.requests[0]
  return (
    <div role="status">
      {accepted ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden="true" />} title={words.created.firstRequest}>
          <When at={accepted.at} />
        </Alert>
      ) : refused ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.created.refused}>
          <Outcome {...refused} />
        </Alert>
      ) : (
        <Alert color="gray" icon={<Loader size="sm" aria-hidden="true" />} title={words.created.waiting}>
          {words.created.waitingText}
        </Alert>
      )}
    </div>
  )
}
