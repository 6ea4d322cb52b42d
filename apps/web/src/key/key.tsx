import type { Scope } from '@boardwalk/schema/api-key'
import { Badge, Group } from '@mantine/core'
import { useWords } from '../language.tsx'
import { keyWords } from './words.ts'

/** The address of the integration API, on the same server as this page. */
export const getBaseUrl = () => `${location.origin}/api`

export function Scopes({ scopes }: { scopes: readonly Scope[] }) {
  const words = useWords(keyWords)
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {scopes.map((scope) => (
        <Badge key={scope} variant="default">
          {words.scope[scope]}
        </Badge>
      ))}
    </Group>
  )
}
