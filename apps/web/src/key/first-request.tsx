import { Alert, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outcome } from '../activity/outcome.tsx'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { When } from '../part/when.tsx'
import { type Answers, trpc } from '../trpc.ts'

const POLL_MS = 1_500

/** Finds the newest request that was not refused, not even in part. */
const findAccepted = ({ requests }: Answers['activity']['list']) =>
  requests.find(({ errorMessage, items }) => errorMessage === null && (items === null || items.refused === 0))

/** Waits for the first request with a key. Turns amber if it was refused, and green when one was not. */
export function FirstRequest({ id }: { id: string }) {
  const { words } = useLanguage()
  const made = useQuery(
    trpc.activity.list.queryOptions(
      { keyId: id },
      { staleTime: 0, refetchInterval: ({ state: { data } }) => (data && findAccepted(data) ? false : POLL_MS) },
    ),
  )
  if (made.error) return <Failure error={made.error} onRetry={() => void made.refetch()} />
  const accepted = made.data && findAccepted(made.data)
  const refused = made.data?.requests[0]
  return (
    <div role="status">
      {accepted ? (
        <Alert color="teal" icon={<IconCircleCheck aria-hidden="true" />} title={words.newKey.firstRequest}>
          <When at={accepted.at} />
        </Alert>
      ) : refused ? (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={words.newKey.refused}>
          <Outcome {...refused} />
        </Alert>
      ) : (
        <Alert color="gray" icon={<Loader size="sm" aria-hidden="true" />} title={words.newKey.waiting}>
          {words.newKey.waitingText}
        </Alert>
      )}
    </div>
  )
}
