import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Dialog, useOpener } from '../part/dialog.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { Link } from './invite.tsx'

interface RenewLinkProps {
  person: Answers['user']['list']['users'][number]
  onClose: () => void
}

/** Makes a link for a colleague who has forgotten the password, after a question, and shows it. */
export function RenewLink({ person: { id, email }, onClose }: RenewLinkProps) {
  const { words } = useLanguage()
  const opener = useOpener()
  const renew = useMutation(trpc.user.renewLink.mutationOptions())
  if (renew.data !== undefined)
    return (
      <Dialog centered size="lg" onClose={onClose} title={words.people.passwordLink} opener={opener}>
        <Link invitation={renew.data} email={email} />
      </Dialog>
    )
  return (
    <Confirm
      title={words.people.passwordLinkTitle(email)}
      act={words.people.makeLink}
      mutation={renew}
      onConfirm={() => renew.mutate({ id })}
      onClose={onClose}
      opener={opener}
    >
      <Text>{words.people.passwordLinkText}</Text>
    </Confirm>
  )
}
