import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Confirm } from './confirm.tsx'

interface LeavingProps {
  /** Whether something would be lost now; asked at the moment of leaving. */
  wouldLose: () => boolean
  title: string
  text: string
  act: string
}

/** Asks before a page is left for another one, or closed, while something on it would be lost. */
export function Leaving({ wouldLose, title, text, act }: LeavingProps) {
  const blocker = useBlocker({
    // A change of the address's query part alone leaves the page where it is.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      title={title}
      act={act}
      isDestructive
      mutation={{ isPending: false, error: null }}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <Text>{text}</Text>
    </Confirm>
  )
}
