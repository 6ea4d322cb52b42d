import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Badge, Group, Paper, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatKeyName } from '../format.ts'
import { homeWords } from '../home/words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Copy } from '../part/copy.tsx'
import { ButtonLink, NewTabLink } from '../part/link.tsx'
import { RowButton } from '../part/list.tsx'
import { Loaded, Page } from '../part/page.tsx'
import { Rows } from '../part/rows.tsx'
import { Empty } from '../part/section.tsx'
import { Created, Name, When } from '../part/value.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, trpc } from '../trpc.ts'
import { RenameKey, RevokeKey } from './change-key.tsx'
import { getBaseUrl, Scopes } from './key.tsx'
import { keyWords } from './words.ts'

type Key = Answers['key']['list']['keys'][number]

export function KeyList() {
  const words = useWords(keyWords)
  const homeTexts = useWords(homeWords)
  const common = useWords(commonWords)
  const keys = useQuery(trpc.key.list.queryOptions())
  const baseUrl = getBaseUrl()
  const generate = <ButtonLink to="/settings/keys/new">{homeTexts.noKeys.generate}</ButtonLink>
  return (
    <Page title={common.pageNames.keys} actions={generate}>
      <Group gap="xs">
        <Text>{words.baseUrl}</Text>
        <code dir="ltr">{baseUrl}</code>
        <Copy text={baseUrl} what={words.baseUrl} />
        <NewTabLink href="/api/docs">{words.reference}</NewTabLink>
      </Group>
      <Loaded query={keys}>
        {(answer) =>
          answer.keys.length > 0 ? (
            <Keys keys={answer.keys} />
          ) : (
            <Empty icon={IconKey} title={homeTexts.noKeys.title} text={homeTexts.noKeys.text} action={generate} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Keys({ keys }: { keys: Key[] }) {
  const words = useWords(keyWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  // If a key was rolled twice, the later new key replaces it.
  const replacements = new Map(keys.map((key) => [key.replaces, key]))
  return (
    <Paper withBorder px="md">
      <Rows
        caption={common.pageNames.keys}
        rows={sortKeys(keys)}
        getKey={({ id }) => id}
        isGrey={({ revokedAt }) => revokedAt !== null}
        // Without ranks: each fact of a key is there at every width, as a column or in the key's card.
        columns={[
          { title: common.name, cell: (key) => <KeyTitle apiKey={key} isOld={replacements.has(key.id)} /> },
          { title: words.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
          { title: common.created, cell: ({ createdAt, createdBy }) => <Created at={createdAt} by={createdBy} /> },
          {
            title: words.lastUsed,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.neverUsed : <When at={lastUsedAt} isRelative />),
          },
          {
            title: listLabels.status[locale],
            cell: (key) => <State apiKey={key} replacement={replacements.get(key.id)} />,
          },
          {
            title: common.actions,
            isPlain: true,
            cell: (key) => <Actions apiKey={key} />,
          },
        ]}
      />
    </Paper>
  )
}

/** The name of a key, and how it begins and ends. A key that was rolled has the name of the new one, so it says that it is the old one. */
function KeyTitle({ apiKey: { name, prefix, last4 }, isOld }: { apiKey: Key; isOld: boolean }) {
  const words = useWords(keyWords)
  return (
    <>
      <Name name={name} />{' '}
      <code dir="ltr" className="unbroken">
        {prefix}…{last4}
      </code>
      {isOld && (
        <Text size="sm" c="dimmed" span>
          {' '}
          {words.old}
        </Text>
      )}
    </>
  )
}

/** Sorts the keys that work before the revoked ones. */
const sortKeys = (keys: Key[]) =>
  keys.toSorted((one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null))

function State({ apiKey: { revokedAt, revokesAt }, replacement }: { apiKey: Key; replacement: Key | undefined }) {
  const words = useWords(keyWords)
  const endsAt = revokedAt ?? revokesAt
  if (endsAt === null)
    return (
      <Badge variant="light" color="teal">
        {words.active}
      </Badge>
    )
  return (
    <>
      {revokedAt === null ? words.expiresAt : words.revokedAt} <When at={endsAt} />
      {replacement && (
        <Text size="sm" c="dimmed" display="block" span>
          {words.replacedBy} <code dir="ltr">…{replacement.last4}</code>
        </Text>
      )}
    </>
  )
}

function Actions({ apiKey }: { apiKey: Key }) {
  const words = useWords(keyWords)
  const common = useWords(commonWords)
  const { id, name, last4, revokedAt } = apiKey
  if (revokedAt !== null) return null
  const keyName = formatKeyName(name, last4)
  return (
    // Buttons that have no room beside each other leave it to the facts.
    <Group gap={4}>
      <RowButton
        action={words.rename.action}
        name={keyName}
        dialog={(close) => <RenameKey apiKey={apiKey} onClose={close} />}
      />
      <ButtonLink
        to="/settings/keys/$keyId/roll"
        params={{ keyId: id }}
        size="xs"
        variant="default"
        aria-label={common.actionOn(words.roll.action, keyName)}
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
