import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Confirm } from './confirm.tsx'

interface LeavingProps {
  /** Whether leaving now would lose something. It is called when the person leaves. */
  wouldLose: () => boolean
  title: string
  text: string
  act: string
}

/** Asks before the person leaves or closes a page, if that would lose something. */
export function Leaving({ wouldLose, title, text, act }: LeavingProps) {
  const blocker = useBlocker({
    // A change of the query part alone does not leave the page.
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

/** Asks before the person leaves a form with changes. While the form is being saved, leaving does not stop that, so it says so. */
export function LeavingForm({ isDirty, isSaving }: { isDirty: () => boolean; isSaving: boolean }) {
  const { words } = useLanguage()
  const { title, text, leave } = isSaving ? words.saving : words.unsaved
  return <Leaving wouldLose={() => isDirty()} title={title} text={text} act={leave} />
}
