import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HiddenContext } from '../part/hidden.ts'
import { Failure } from '../part/message.tsx'
import { Entrance, Waiting } from '../shell/entrance.tsx'
import { Shell } from '../shell/shell.tsx'
import { isSignInRequired, trpc } from '../trpc.ts'
import { MeContext } from './session.tsx'
import { SignIn } from './sign-in.tsx'

/**
 * Shows the page to a user who is signed in, and the sign-in form to others. If a session ends while a page is open, the
 * sign-in form hides the page, which keeps everything that the user has typed.
 */
export function Gate() {
  const { data: me, error, isSuccess, refetch } = useQuery(trpc.session.me.queryOptions())
  const [wasSignedOut, setWasSignedOut] = useState(false)
  // Until the server knows the user, another call of `me`, under way or failed, leaves the sign-in form and what is typed in it.
  const isSignedOut = isSignInRequired(error) || (wasSignedOut && !isSuccess)
  if (isSignedOut !== wasSignedOut) setWasSignedOut(isSignedOut)
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
        // The key gives each user new pages.
        <div key={me.userId} hidden={isSignedOut}>
          <MeContext value={me}>
            <HiddenContext value={isSignedOut}>
              <Shell />
            </HiddenContext>
          </MeContext>
        </div>
      )}
    </>
  )
}
