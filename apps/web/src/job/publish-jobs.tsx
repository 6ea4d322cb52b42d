import type { PublicationStatus } from '@boardwalk/schema/job'
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { explainCode } from '../part/failure.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

interface Chosen {
  jobId: number
  title: string
  revision: number
}

type Result = Answers['job']['setPublications']['results'][number]
interface Failed extends Result {
  title: string
}

interface PublishJobsProps {
  jobs: Chosen[]
  /** Called after the jobs were changed. */
  onDone: () => void
}

/** Publishes or unpublishes the chosen jobs after a question, and says which jobs failed and why. */
export function PublishJobs({ jobs, onDone }: PublishJobsProps) {
  const { words } = useLanguage()
  const [asking, setAsking] = useState<PublicationStatus>()
  const [failed, setFailed] = useState<Failed[]>([])
  const change = useMutation(
    trpc.job.setPublications.mutationOptions({
      async onSuccess({ results }, { status }) {
        const titles = new Map(jobs.map(({ jobId, title }) => [jobId, title]))
        const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
        notifications.show({ message: words.bulk.done[status](count('changed'), count('unchanged')) })
        // First the list shows the new state, so that the dialog does not close over an old one.
        await queryClient.invalidateQueries(trpc.job.pathFilter())
        setFailed(
          results
            .filter(({ outcome }) => outcome === 'failed')
            .map((result) => ({ ...result, title: titles.get(result.jobId) ?? '' })),
        )
        setAsking(undefined)
        onDone()
      },
    }),
  )
  const ask = (status: PublicationStatus) => {
    change.reset()
    setFailed([])
    setAsking(status)
  }
  return (
    <>
      {failed.length > 0 && <FailedJobs failed={failed} onClose={() => setFailed([])} />}
      {jobs.length > 0 && (
        <Group gap="xs">
          <Text role="status">{words.bulk.chosen(jobs.length)}</Text>
          <Button size="xs" variant="default" onClick={() => ask('PUBLISHED')}>
            {words.jobs.publish}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask('UNPUBLISHED')}>
            {words.jobs.unpublish}
          </Button>
        </Group>
      )}
      {asking && (
        <Confirm
          title={words.bulk.title[asking](jobs.length)}
          act={asking === 'PUBLISHED' ? words.jobs.publish : words.jobs.unpublish}
          isDestructive={asking === 'UNPUBLISHED'}
          mutation={change}
          onConfirm={() =>
            change.mutate({ status: asking, jobs: jobs.map(({ jobId, revision }) => ({ jobId, revision })) })
          }
          onClose={() => setAsking(undefined)}
        >
          <Text>{words.bulk.text[asking]}</Text>
        </Confirm>
      )}
    </>
  )
}

function FailedJobs({ failed, onClose }: { failed: Failed[]; onClose: () => void }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert
      ref={box}
      role="alert"
      tabIndex={-1}
      color="red"
      title={words.bulk.failed(failed.length)}
      withCloseButton
      closeButtonLabel={words.close}
      onClose={onClose}
    >
      <List size="sm">
        {failed.map(({ jobId, title, code }) => (
          <List.Item key={jobId} className="breakable">
            <bdi>{title}</bdi> ({jobId}): {explainCode(words, code)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
