import type { PublicationStatus } from '@boardwalk/schema/job'
import { jobStatuses } from '@boardwalk/schema/words/job-labels'
import { Alert, Badge, Button, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { historyWords } from '../activity/history-words.ts'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { errorWords } from '../part/error-words.ts'
import { explainCode, Failure, Message } from '../part/message.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, queryClient, trpc } from '../trpc.ts'
import { jobActionWords } from './action-words.ts'
import { jobWords } from './words.ts'

/** The button that publishes a job, or unpublishes it after a question. */
export function Publication({ job: { jobId, title, status, isPushed } }: { job: Answers['job']['get'] }) {
  const words = useWords(jobWords)
  const historyTexts = useWords(historyWords)
  const [isAsking, setAsking] = useState(false)
  const done = (message: string) => afterChange(message, trpc.job.pathFilter(), () => setAsking(false))
  const publish = useMutation(trpc.job.publish.mutationOptions(done(words.published)))
  const unpublish = useMutation(trpc.job.unpublish.mutationOptions(done(words.unpublished)))
  if (status === 'UNPUBLISHED')
    return (
      <>
        {publish.error && <Failure error={publish.error} takesFocus />}
        <Button loading={publish.isPending} onClick={() => publish.mutate({ jobId })}>
          {words.publish}
        </Button>
      </>
    )
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.unpublish}
      </Button>
      {isAsking && (
        <Confirm
          title={words.unpublishTitle(title)}
          act={words.unpublish}
          isDestructive
          mutation={unpublish}
          onConfirm={() => unpublish.mutate({ jobId })}
          onClose={() => setAsking(false)}
        >
          <Text>{words.unpublishText}</Text>
          {isPushed && <Alert color="yellow">{historyTexts.pushPublishes}</Alert>}
        </Confirm>
      )}
    </>
  )
}

const colours: Record<PublicationStatus, string> = { PUBLISHED: 'teal', UNPUBLISHED: 'gray' }

export function JobStatus({ status }: { status: PublicationStatus }) {
  const { locale } = useLanguage()
  return (
    <Badge variant="light" color={colours[status]}>
      {jobStatuses[status][locale]}
    </Badge>
  )
}

interface Job {
  jobId: number
  title: string
  revision: number
}

type Result = Answers['job']['setPublications']['results'][number]
interface FailedJob extends Result {
  title: string
}

interface PublishJobsProps {
  jobs: Job[]
  /** Called after the change. */
  onDone: () => void
}

/** Publishes or unpublishes the chosen jobs after a question, and says which jobs failed and why. */
export function PublishJobs({ jobs, onDone }: PublishJobsProps) {
  const words = useWords(jobActionWords)
  const jobTexts = useWords(jobWords)
  /** The status that the dialog is about. */
  const [newStatus, setNewStatus] = useState<PublicationStatus>()
  const [failed, setFailed] = useState<FailedJob[]>([])
  const change = useMutation(
    trpc.job.setPublications.mutationOptions({
      async onSuccess({ results }, { status }) {
        const titles = new Map(jobs.map(({ jobId, title }) => [jobId, title]))
        const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
        // The dialog closes over a list that shows the new state.
        await queryClient.invalidateQueries(trpc.job.pathFilter())
        setFailed(
          results
            .filter(({ outcome }) => outcome === 'failed')
            .map((result) => ({ ...result, title: titles.get(result.jobId) ?? '' })),
        )
        setNewStatus(undefined)
        onDone()
        notifications.show({ message: words.bulk.done[status](count('changed'), count('unchanged')) })
      },
    }),
  )
  const ask = (status: PublicationStatus) => {
    change.reset()
    setFailed([])
    setNewStatus(status)
  }
  return (
    <>
      {failed.length > 0 && <FailedJobs failed={failed} onClose={() => setFailed([])} />}
      {jobs.length > 0 && (
        <Group gap="xs">
          <Text role="status">{words.bulk.chosen(jobs.length)}</Text>
          <Button size="xs" variant="default" onClick={() => ask('PUBLISHED')}>
            {jobTexts.publish}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask('UNPUBLISHED')}>
            {jobTexts.unpublish}
          </Button>
        </Group>
      )}
      {newStatus && (
        <Confirm
          title={words.bulk.title[newStatus](jobs.length)}
          act={newStatus === 'PUBLISHED' ? jobTexts.publish : jobTexts.unpublish}
          isDestructive={newStatus === 'UNPUBLISHED'}
          mutation={change}
          onConfirm={() =>
            change.mutate({ status: newStatus, jobs: jobs.map(({ jobId, revision }) => ({ jobId, revision })) })
          }
          onClose={() => setNewStatus(undefined)}
        >
          <Text>{words.bulk.text[newStatus]}</Text>
        </Confirm>
      )}
    </>
  )
}

function FailedJobs({ failed, onClose }: { failed: FailedJob[]; onClose: () => void }) {
  const words = useWords(jobActionWords)
  const errors = useWords(errorWords)
  const common = useWords(commonWords)
  return (
    <Message
      role="alert"
      color="red"
      title={words.bulk.failed(failed.length)}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <List size="sm">
        {failed.map(({ jobId, title, code }) => (
          <List.Item key={jobId} className="breakable">
            <bdi>{title}</bdi> ({jobId}): {explainCode(errors, code)}
          </List.Item>
        ))}
      </List>
    </Message>
  )
}
