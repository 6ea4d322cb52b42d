import { Badge, Group, Paper, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ButtonLink, NewTabLink } from '../part/link.tsx'
import { RowButton } from '../part/list.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { Created, Name, When } from '../part/value.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { RenameKey, RevokeKey } from './change-key.tsx'
import { formatKeyName, getBaseUrl, Scopes } from './key.tsx'

type Key = Answers['key']['list']['keys'][number]

export function KeyList() {
  const { words } = useLanguage()
  const keys = useQuery(trpc.key.list.queryOptions())
  const baseUrl = getBaseUrl()
  const generate = <ButtonLink to="/settings/keys/new">{words.keys.generate}</ButtonLink>
  return (
    <Page title={words.shell.pages.keys} actions={generate}>
      <Group gap="xs">
        <Text>{words.keys.baseUrl}</Text>
        <code dir="ltr">{baseUrl}</code>
        <Copy text={baseUrl} what={words.keys.baseUrl} />
        <NewTabLink href="/api/docs">{words.keys.reference}</NewTabLink>
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
  // If a key was rolled twice, the later new key replaces it.
  const replacements = new Map(keys.map((key) => [key.replaces, key]))
  return (
    <Paper withBorder px="md">
      <Rows
        caption={words.shell.pages.keys}
        rows={sortKeys(keys)}
        getKey={({ id }) => id}
        isGrey={({ revokedAt }) => revokedAt !== null}
        columns={[
          { title: words.keys.name, cell: (key) => <KeyTitle name={key.name} isOld={replacements.has(key.id)} /> },
          {
            title: words.keys.key,
            cell: ({ prefix, last4 }) => (
              <code dir="ltr" className="unbroken">
                {prefix}…{last4}
              </code>
            ),
          },
          { title: words.keys.scopes, rank: 2, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
          {
            title: words.created,
            rank: 3,
            cell: ({ createdAt, createdBy }) => <Created at={createdAt} by={createdBy} />,
          },
          {
            title: words.keys.lastUsed,
            rank: 1,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? words.keys.neverUsed : <When at={lastUsedAt} isRelative />,
          },
          { title: words.status, cell: (key) => <State apiKey={key} replacement={replacements.get(key.id)} /> },
          {
            title: words.actions,
            isPlain: true,
            cell: (key) => <Actions apiKey={key} />,
          },
        ]}
      />
    </Paper>
  )
}

/** The name of a key. A key that was rolled has the name of the new one, so it says that it is the old one. */
function KeyTitle({ name, isOld }: { name: string; isOld: boolean }) {
  const { words } = useLanguage()
  return (
    <>
      <Name name={name} />
      {isOld && (
        <Text size="sm" c="dimmed" span>
          {' '}
          {words.keys.old}
        </Text>
      )}
    </>
  )
}

/** Sorts the keys that work before the revoked ones. */
const sortKeys = (keys: Key[]) =>
  keys.toSorted((one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null))

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

function Actions({ apiKey }: { apiKey: Key }) {
  const { words } = useLanguage()
  const { id, name, last4, revokedAt } = apiKey
  if (revokedAt !== null) return null
  const keyName = formatKeyName(name, last4)
  return (
    <Group gap="xs" wrap="nowrap">
      <RowButton
        action={words.renameKey.action}
        name={keyName}
        dialog={(close) => <RenameKey apiKey={apiKey} onClose={close} />}
      />
      <ButtonLink
        to="/settings/keys/$keyId/roll"
        params={{ keyId: id }}
        size="xs"
        variant="default"
        aria-label={words.actionOn(words.roll.action, keyName)}
      >
        {words.roll.action}
      </ButtonLink>
      <RowButton
        action={words.revoke.action}
        name={keyName}
        dialog={(close) => <RevokeKey apiKey={apiKey} onClose={close} />}
      />
    </Group>
  )
}
