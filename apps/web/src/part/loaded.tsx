import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '../language.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { Failure } from './failure.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data, BackOfficeError>
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
  const { words } = useLanguage()
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      {['60%', '100%', '90%', '95%', '40%'].map((width) => (
        <Skeleton key={width} height={18} width={width} />
      ))}
    </Stack>
  )
}
