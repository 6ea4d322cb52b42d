import { Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface EmptyProps {
  icon: Icon
  title: string
  text: string
  /** The next step. */
  action?: ReactNode
}

/** Shown instead of an empty list: what the list is for, and how to begin. */
export function Empty({ icon: Icon, title, text, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Icon size={40} stroke={1.2} aria-hidden="true" />
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  )
}
