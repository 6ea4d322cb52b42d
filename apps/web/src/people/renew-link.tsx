import { Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, trpc } from '../trpc.ts'
import { Link } from './invite.tsx'

interface RenewLinkProps {
  person: Answers['user']['list']['users'][number]
  onClose: () => void
}

/** Makes a link for a colleague who has forgotten the password, after a question, and shows it. */
export function RenewLink({ person: { id, email }, onClose }: RenewLinkProps) {
  const { words } = useLanguage()
  const renew = useMutation(trpc.user.renewLink.mutationOptions())
  if (renew.data !== undefined)
    return (
      <Modal
        opened
        centered
        size="lg"
        onClose={onClose}
        title={words.people.passwordLink}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Link invitation={renew.data} email={email} />
      </Modal>
    )
  return (
    <Confirm
      title={words.people.passwordLinkTitle(email)}
      act={words.people.makeLink}
      mutation={renew}
      onConfirm={() => renew.mutate({ id })}
      onClose={onClose}
    >
      <Text>{words.people.passwordLinkText}</Text>
    </Confirm>
  )
}
