import { Anchor, Badge, Button, Group, Paper, Text } from '@mantine/core'
import { IconExternalLink, IconKey } from '@tabler/icons-react'
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
import { RenameKey } from './rename-key.tsx'
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
        <Anchor href="/api/docs" target="_blank" rel="noopener">
          {words.keys.reference} <IconExternalLink size={14} aria-label={words.opensInNewTab} />
        </Anchor>
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
  const [renaming, setRenaming] = useState<Key>()
  // A key that was rolled twice was replaced by the later one.
  const replacements = new Map(keys.map((key) => [key.replaces, key]))
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
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? words.keys.neverUsed : <When at={lastUsedAt} isRelative />,
            },
            { title: words.keys.state, cell: (key) => <State apiKey={key} replacement={replacements.get(key.id)} /> },
            {
              title: words.actions,
              isPlain: true,
              cell: (key) => (
                <Actions apiKey={key} onRename={() => setRenaming(key)} onRevoke={() => setRevoking(key)} />
              ),
            },
          ]}
        />
      </Paper>
      {renaming && <RenameKey apiKey={renaming} onClose={() => setRenaming(undefined)} />}
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
        <Text size="sm" c="dimmed" span className="cut" dir="auto" title={createdBy}>
          <Who who={createdBy} />
        </Text>
      )}
    </>
  )
}

function State({ apiKey: { revokedAt, revokesAt }, replacement }: { apiKey: Key; replacement: Key | undefined }) {
  const { words } = useLanguage()
  const endsAt = revokedAt ?? revokesAt
  if (endsAt === null)
    return (
      <Badge variant="light" color="teal">
        {words.keys.active}
      </Badge>
    )
  return (
    <>
      {revokedAt === null ? words.keys.expiresAt : words.keys.revokedAt} <When at={endsAt} />
      {replacement && (
        <Text size="sm" c="dimmed" display="block" span>
          {words.keys.replacedBy} <code dir="ltr">…{replacement.last4}</code>
        </Text>
      )}
    </>
  )
}

interface ActionsProps {
  apiKey: Key
  onRename: () => void
  onRevoke: () => void
}

function Actions({ apiKey: { id, name, last4, revokedAt }, onRename, onRevoke }: ActionsProps) {
  const { words } = useLanguage()
  if (revokedAt !== null) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={words.actionOn(words.renameKey.action, formatKeyName(name, last4))}
        onClick={onRename}
      >
        {words.renameKey.action}
      </Button>
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
