import { Alert, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

type Job = Answers['job']['get']

/** The button that deletes a draft that was never published, after a question. */
export function DeleteDraft({ job }: { job: Job }) {
  const { words } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  if (!job.isDeletable) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.deleteDraft.action}
      </Button>
      {isAsking && <Ask job={job} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ job: { jobId, revision, title, externalId }, onClose }: { job: Job; onClose: () => void }) {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const { list = {} } = useLocation().state
  const remove = useMutation(
    trpc.job.deleteDraft.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.deleteDraft.done })
        // The job's form is left on purpose. The list's route leaves out what it does not know of `list`.
        await navigate({ to: '/jobs', search: list as never, ignoreBlocker: true })
        await queryClient.invalidateQueries(trpc.job.list.pathFilter())
      },
    }),
  )
  return (
    <Confirm
      title={words.deleteDraft.title(title)}
      act={words.deleteDraft.submit}
      isDestructive
      mutation={remove}
      onConfirm={() => remove.mutate({ jobId, revision })}
      onClose={onClose}
    >
      <Text>{words.deleteDraft.text}</Text>
      {externalId !== null && <Alert color="yellow">{words.deleteDraft.externalId(externalId)}</Alert>}
    </Confirm>
  )
}
