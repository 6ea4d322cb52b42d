import { Text } from '@mantine/core'

/** What somebody called a thing, in whatever script. */
export function Name({ name }: { name: string }) {
  return (
    <Text component="bdi" inherit fw={600}>
      {name}
    </Text>
  )
}
