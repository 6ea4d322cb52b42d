import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Appearance } from '../shell/appearance.tsx'
import classes from './entrance.module.css'

/** The frame of the pages for people who are not signed in. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <main className={classes.entrance}>
      <Text fw={700} size="lg">
        Boardwalk
      </Text>
      <Paper withBorder p="xl" w="100%">
        {children}
      </Paper>
      <Group gap="xs">
        <Appearance />
      </Group>
    </main>
  )
}
