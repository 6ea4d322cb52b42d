import { Paper, type PaperProps, Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

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

interface FactsProps {
  /** Whether the values are so short that two of them are side by side on a phone. */
  isDense?: boolean
  children: ReactNode
}

/** A list of names with their values. */
export const Facts = ({ isDense = false, children }: FactsProps) => (
  <dl className={classes.facts} data-dense={isDense || undefined}>
    {children}
  </dl>
)

interface FactProps {
  name: string
  value: ReactNode
  /** Whether the fact has a line for itself. */
  isWide?: boolean
}

/** One name in a list of facts, with its value. */
export const Fact = ({ name, value, isWide = false }: FactProps) => (
  <div data-wide={isWide || undefined}>
    <dt>
      <bdi>{name}</bdi>
    </dt>
    <dd>{value}</dd>
  </div>
)

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
