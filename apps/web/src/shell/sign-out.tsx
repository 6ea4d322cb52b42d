import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { queryClient, trpc } from '../trpc.ts'

export function SignOut() {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const signOut = useMutation(
    trpc.session.signOut.mutationOptions({
      // The next person to sign in begins at home and sees nothing of this person.
      async onSuccess() {
        await navigate({ to: '/' })
        await queryClient.resetQueries()
      },
    }),
  )
  return (
    <>
      {signOut.error && <Failure error={signOut.error} takesFocus />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden="true" className="mantine-rotate-rtl" />}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        {words.shell.signOut}
      </Button>
    </>
  )
}
