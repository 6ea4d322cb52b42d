import { Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import { useLanguage } from '../language.tsx'
import { Failure } from './failure.tsx'
import { Page } from './page.tsx'

/** Shown when a page's code did not load, because the server has a newer version or is away, or when a page failed. */
export function BrokenPage({ error }: { error: unknown }) {
  const { words } = useLanguage()
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
