import { Text } from '@mantine/core'

/** A name that somebody gave to a thing, in any script. */
export function Name({ name }: { name: string }) {
  return (
    <Text component="bdi" inherit fw={600}>
      {name}
    </Text>
  )
}
