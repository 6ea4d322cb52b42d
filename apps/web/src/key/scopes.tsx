import type { Scope } from '@boardwalk/schema/api-key'
import { Badge, Group } from '@mantine/core'
import { useLanguage } from '../language.tsx'

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
