import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Failure } from '../part/failure.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

/** The button that publishes a job, or unpublishes it after a question. */
export function Publication({ job: { jobId, title, status } }: { job: Answers['job']['get'] }) {
  const { words } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const done = (message: string) => async () => {
    notifications.show({ message })
    // First the button that opened the dialog goes, so that the focus does not return to it.
    await queryClient.invalidateQueries(trpc.job.pathFilter())
    setAsking(false)
  }
  const publish = useMutation(trpc.job.publish.mutationOptions({ onSuccess: done(words.jobs.published) }))
  const unpublish = useMutation(trpc.job.unpublish.mutationOptions({ onSuccess: done(words.jobs.unpublished) }))
  if (status === 'UNPUBLISHED')
    return (
      <>
        {publish.error && <Failure error={publish.error} takesFocus />}
        <Button loading={publish.isPending} onClick={() => publish.mutate({ jobId })}>
          {words.jobs.publish}
        </Button>
      </>
    )
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.jobs.unpublish}
      </Button>
      {isAsking && (
        <Confirm
          title={words.jobs.unpublishTitle(title)}
          act={words.jobs.unpublish}
          isDestructive
          mutation={unpublish}
          onConfirm={() => unpublish.mutate({ jobId })}
          onClose={() => setAsking(false)}
        >
          <Text>{words.jobs.unpublishText}</Text>
        </Confirm>
      )}
    </>
  )
}
