import { useQuery } from '@tanstack/react-query'
import { Failure } from '../part/failure.tsx'
import { Loading } from '../part/loaded.tsx'
import { Shell } from '../shell/shell.tsx'
import { isSignInRequired, trpc } from '../trpc.ts'
import { Entrance } from './entrance.tsx'
import { MeContext } from './me.ts'
import { SignIn } from './sign-in.tsx'

/**
 * Lets in those who are signed in, and asks the others to, at the address where they are. Where a session ends under a
 * page, the page waits behind the sign-in form with all that was typed.
 */
export function Gate() {
  const { data: me, error, refetch } = useQuery(trpc.session.me.queryOptions())
  const isSignedOut = isSignInRequired(error)
  if (me === undefined && !isSignedOut)
    return <Entrance>{error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}</Entrance>
  return (
    <>
      {isSignedOut && <SignIn ended={me?.email} />}
      {me !== undefined && (
        // Another person gets pages of their own.
        <div key={me.userId} hidden={isSignedOut}>
          <MeContext value={me}>
            <Shell />
          </MeContext>
        </div>
      )}
    </>
  )
}
