import { useQuery } from '@tanstack/react-query'
import { Failure } from '../part/failure.tsx'
import { Shell } from '../shell/shell.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { isSignInRequired, trpc } from '../trpc.ts'
import { Entrance } from './entrance.tsx'
import { MeContext } from './me.ts'
import { SignIn } from './sign-in.tsx'

/**
 * Shows the page to people who are signed in, and the sign-in form to everybody else. If a session ends while a page is
 * open, the sign-in form hides the page, which keeps everything that the person typed.
 */
export function Gate() {
  const { data: me, error, refetch } = useQuery(trpc.session.me.queryOptions())
  const isSignedOut = isSignInRequired(error)
  if (me === undefined && !isSignedOut) {
    if (!error) return <Waiting />
    return (
      <Entrance>
        <Failure error={error} onRetry={() => void refetch()} />
      </Entrance>
    )
  }
  return (
    <>
      {isSignedOut && <SignIn endedSession={me} />}
      {me !== undefined && (
        // The key gives every person new pages.
        <div key={me.userId} hidden={isSignedOut}>
          <MeContext value={me}>
            <Shell />
          </MeContext>
        </div>
      )}
    </>
  )
}
