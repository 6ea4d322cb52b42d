import { Alert, Loader } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { When } from '../part/when.tsx'
import { trpc } from '../trpc.ts'

const POLL_MS = 1_500

/** Waits for the first request with a key, and turns green when it arrives. */
export function FirstRequest({ id }: { id: string }) {
  const { words } = useLanguage()
  const use = useQuery(
    trpc.key.firstUse.queryOptions(
      { id },
      { staleTime: 0, refetchInterval: ({ state }) => (state.data?.lastUsedAt ? false : POLL_MS) },
    ),
  )
  const at = use.data?.lastUsedAt
  if (use.error) return <Failure error={use.error} onRetry={() => void use.refetch()} />
  return (
    <div role="status">
      {at ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden="true" />} title={words.newKey.firstRequest}>
          <When at={at} />
        </Alert>
      ) : (
        <Alert color="gray" icon={<Loader size="sm" aria-hidden="true" />} title={words.newKey.waiting}>
          {words.newKey.waitingText}
        </Alert>
      )}
    </div>
  )
}
