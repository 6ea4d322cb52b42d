import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { Empty } from '../part/empty.tsx'
import { ButtonLink } from '../part/link.tsx'
import { Loaded } from '../part/loaded.tsx'
import { Name } from '../part/name.tsx'
import { Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { When } from '../part/when.tsx'
import { Who } from '../part/who.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { BASE_URL } from './base-url.ts'
import { formatKeyName } from './key-name.ts'
import { RevokeKey } from './revoke-key.tsx'
import { Scopes } from './scopes.tsx'

type Key = Answers['key']['list']['keys'][number]

export function KeyList() {
  const { words } = useLanguage()
  const keys = useQuery(trpc.key.list.queryOptions())
  const generate = <ButtonLink to="/settings/keys/new">{words.keys.generate}</ButtonLink>
  return (
    <Page title={words.keys.title} actions={generate}>
      <Group gap="xs">
        <Text>{words.keys.baseUrl}</Text>
        <code dir="ltr">{BASE_URL}</code>
        <Copy text={BASE_URL} what={words.keys.baseUrl} />
      </Group>
      <Loaded query={keys}>
        {(answer) =>
          answer.keys.length > 0 ? (
            <Keys keys={answer.keys} />
          ) : (
            <Empty icon={IconKey} title={words.keys.none} text={words.keys.noneText} action={generate} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Keys({ keys }: { keys: Key[] }) {
  const { words } = useLanguage()
  const [revoking, setRevoking] = useState<Key>()
  return (
    <>
      <Paper withBorder px="md">
        <Rows
          caption={words.keys.title}
          rows={sortKeys(keys)}
          getKey={({ id }) => id}
          isGrey={({ revokedAt }) => revokedAt !== null}
          columns={[
            { title: words.keys.name, cell: ({ name }) => <Name name={name} /> },
            {
              title: words.keys.key,
              cell: ({ prefix, last4 }) => (
                <code dir="ltr" className="unbroken">
                  {prefix}…{last4}
                </code>
              ),
            },
            { title: words.keys.scopes, rank: 2, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
            { title: words.keys.created, rank: 3, cell: (key) => <Created {...key} /> },
            {
              title: words.keys.lastUsed,
              rank: 1,
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.keys.neverUsed : <When at={lastUsedAt} />),
            },
            { title: words.keys.state, cell: (key) => <State {...key} /> },
            {
              title: words.actions,
              isPlain: true,
              cell: (key) => <Actions apiKey={key} onRevoke={() => setRevoking(key)} />,
            },
          ]}
        />
      </Paper>
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

/** Sorts the keys that work before the revoked ones. */
const sortKeys = (keys: Key[]) =>
  keys.toSorted((one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null))

function Created({ createdAt, createdBy }: Key) {
  return (
    <>
      <When at={createdAt} />{' '}
      {createdBy !== null && (
        <Text size="sm" c="dimmed" span className="cut" title={createdBy}>
          <Who who={createdBy} />
        </Text>
      )}
    </>
  )
}

function State({ revokedAt, revokesAt }: Key) {
  const { words } = useLanguage()
  if (revokedAt !== null)
    return (
      <span>
        {words.keys.revokedAt} <When at={revokedAt} />
      </span>
    )
  if (revokesAt !== null)
    return (
      <span>
        {words.keys.expiresAt} <When at={revokesAt} />
      </span>
    )
  return (
    <Badge variant="light" color="teal">
      {words.keys.active}
    </Badge>
  )
}

function Actions({ apiKey: { id, name, last4, revokedAt }, onRevoke }: { apiKey: Key; onRevoke: () => void }) {
  const { words } = useLanguage()
  if (revokedAt !== null) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <ButtonLink
        to="/settings/keys/$keyId/roll"
        params={{ keyId: id }}
        size="xs"
        variant="default"
        aria-label={words.actionOn(words.roll.action, formatKeyName(name, last4))}
      >
        {words.roll.action}
      </ButtonLink>
      <Button
        size="xs"
        variant="default"
        aria-label={words.actionOn(words.revoke.action, formatKeyName(name, last4))}
        onClick={onRevoke}
      >
        {words.revoke.action}
      </Button>
    </Group>
  )
}
