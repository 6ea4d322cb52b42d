import { Group, Stack, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'
import { TextLink } from './link.tsx'

/** The browser sets the focus for the first page; every later page must move it. */
let isFirstPage = true

interface PageProps {
  title: string
  /** The list that this page belongs to. */
  back?: { to: '/jobs' | '/applications' | '/settings/keys'; label: string } | undefined
  actions?: ReactNode
  children: ReactNode
}

/** One page: its heading, which receives the focus, and its content. */
export function Page({ title, back, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – Boardwalk`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus()
    isFirstPage = false
  }, [])
  return (
    <Stack gap="lg">
      {back && <Back {...back} />}
      <Group justify="space-between" gap="sm">
        <Title ref={heading} order={1} size="h2" tabIndex={-1}>
          <bdi>{title}</bdi>
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

function Back({ to, label }: NonNullable<PageProps['back']>) {
  const { words } = useLanguage()
  const { list = {} } = useLocation().state
  return (
    <nav aria-label={words.shell.back}>
      {/* TypeScript does not know which list it is of. The list's route reads every value and leaves out what it does not know. */}
      <TextLink to={to} search={list as never} size="sm">
        <span aria-hidden="true" className="mantine-rotate-rtl" style={{ display: 'inline-block' }}>
          ←
        </span>{' '}
        {label}
      </TextLink>
    </nav>
  )
}
