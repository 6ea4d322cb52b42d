import { Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { board } from '../board.ts'
import { useWords } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { TextLink } from './link.tsx'
import { Failure } from './message.tsx'
import { commonWords } from './words.ts'

/** The browser sets the focus on the first page. Each later page must move it. */
let isFirstPage = true

interface PageProps {
  title: string
  /** The list that this page belongs to. */
  back?: { to: '/jobs' | '/applications' | '/settings/keys'; label: string; search?: object } | undefined
  actions?: ReactNode
  /** Whether the page has a table that needs the width of a large screen. */
  isWide?: true
  children: ReactNode
}

/** One page: its heading, which receives the focus, and its content. */
export function Page({ title, back, actions, isWide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${board.name}`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus()
    isFirstPage = false
  }, [])
  return (
    <Stack gap="lg" data-wide={isWide}>
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

function Back({ to, label, search }: NonNullable<PageProps['back']>) {
  const words = useWords(commonWords)
  const { list = {} } = useLocation().state
  return (
    <nav aria-label={words.back}>
      {/* The cast holds because the list's route leaves out every parameter that it does not have. */}
      <TextLink to={to} search={(search ?? list) as never} size="sm">
        <span aria-hidden="true" className="mantine-rotate-rtl" style={{ display: 'inline-block' }}>
          ←
        </span>{' '}
        {label}
      </TextLink>
    </nav>
  )
}

export function NoSuchPage() {
  const words = useWords(commonWords)
  return (
    <Page title={words.noSuchPage.title}>
      <Text>
        {words.noSuchPage.text}{' '}
        <TextLink to="/" underline="always">
          {words.pageNames.home}
        </TextLink>
      </Text>
    </Page>
  )
}

/** Shown when a page's code did not load, because the server has a newer version or is away, or when a page failed. */
export function BrokenPage({ error }: { error: unknown }) {
  const words = useWords(commonWords)
  const router = useRouter()
  return (
    <Page title={words.brokenPage.title}>
      {error instanceof TRPCClientError ? (
        <Failure error={error} onRetry={() => void router.invalidate()} />
      ) : (
        <>
          <Text>{words.brokenPage.text}</Text>
          <div>
            <Button onClick={() => location.reload()}>{words.brokenPage.reload}</Button>
          </div>
        </>
      )}
    </Page>
  )
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data, BackOfficeError>, 'data' | 'error'> & { refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** Shows the data of a query. Before that it shows grey lines; if the query fails, the error and a button to try again. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const retry = () => void query.refetch()
  if (query.data !== undefined)
    return (
      <>
        {query.error && <Failure error={query.error} onRetry={retry} />}
        {children(query.data)}
      </>
    )
  if (query.error) return <Failure error={query.error} onRetry={retry} />
  return <Loading />
}

export function Loading() {
  const words = useWords(commonWords)
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      {['60%', '100%', '90%', '95%', '40%'].map((width) => (
        <Skeleton key={width} height={18} width={width} />
      ))}
    </Stack>
  )
}
