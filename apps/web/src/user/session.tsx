import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { useWords } from '../language.tsx'
import { askToLeave } from '../part/leaving.ts'
import { Failure } from '../part/message.tsx'
import { shellWords } from '../shell/words.ts'
import { type Answers, queryClient, trpc } from '../trpc.ts'

export const MeContext = createContext<Answers['session']['me'] | undefined>(undefined)

/** The user who is signed in. */
export function useMe() {
  const me = use(MeContext)
  if (me === undefined) throw new Error('useMe needs the Gate around the page')
  return me
}

/** Whether this board sends mail. `isKnown` is false until the server has answered; without its answer, there is no mail. */
export function useBoard(): { sendsMail: boolean; isKnown: boolean } {
  const { data, isPending } = useQuery(
    trpc.session.board.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  )
  return { sendsMail: data?.sendsMail ?? false, isKnown: !isPending }
}

/** Returns a function that opens the home page with no data of the session before, after a user has signed in or out. */
export function useFreshStart(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/', ignoreBlocker: true })
    await queryClient.resetQueries()
  }
}

export function SignOut() {
  const words = useWords(shellWords)
  const signOut = useMutation(trpc.session.signOut.mutationOptions({ onSuccess: useFreshStart() }))
  return (
    <>
      {signOut.error && <Failure error={signOut.error} takesFocus />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden="true" className="mantine-rotate-rtl" />}
        loading={signOut.isPending}
        onClick={async () => {
          if (await askToLeave()) signOut.mutate()
        }}
      >
        {words.signOut}
      </Button>
    </>
  )
}
