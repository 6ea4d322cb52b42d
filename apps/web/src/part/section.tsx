import { Paper, type PaperProps, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface SectionProps extends Pick<PaperProps, 'maw'> {
  title: string
  children: ReactNode
}

/** A part of a page with a heading of its own. */
export function Section({ title, children, maw }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="lg" {...(maw !== undefined && { maw })} aria-labelledby={id}>
      <Stack>
        <Title id={id} order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
