import type { Scope } from '@boardwalk/schema/api-key'
import { Badge, Group } from '@mantine/core'
import { useLanguage } from '../language.tsx'
/** Names a key with the end of the key itself, because a rolled key has the name of the old one. */
export const formatKeyName = (name: string, ending: string): string => (ending === '' ? name : `${name} (…${ending})`)

/** The address of the integration API, on the same server as this page. */
export const getBaseUrl = () => `${location.origin}/api`

export function Scopes({ scopes }: { scopes: readonly Scope[] }) {
  const { words } = useLanguage()
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {scopes.map((scope) => (
        <Badge key={scope} variant="default">
          {words.keys.scope[scope]}
        </Badge>
      ))}
    </Group>
  )
}
