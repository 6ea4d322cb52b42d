import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

type Job = Answers['job']['get']

/** The id by which an ATS knows a job, and a button to change it. */
export function ExternalId({ job }: { job: Job }) {
  const { words } = useLanguage()
  const [isChanging, setChanging] = useState(false)
  return (
    <Group gap="xs">
      {job.externalId === null ? (
        <Text c="dimmed">{words.jobs.noExternalId}</Text>
      ) : (
        <code>
          <bdi>{job.externalId}</bdi>
        </code>
      )}
      <Button size="xs" variant="default" onClick={() => setChanging(true)}>
        {job.externalId === null ? words.externalId.set : words.externalId.change}
      </Button>
      {isChanging && <ChangeDialog job={job} onClose={() => setChanging(false)} />}
    </Group>
  )
}

function ChangeDialog({ job: { jobId, revision, externalId }, onClose }: { job: Job; onClose: () => void }) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState(externalId ?? '')
  const change = useMutation(
    trpc.job.setExternalId.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.externalId.saved })
        onClose()
        await queryClient.invalidateQueries(trpc.job.pathFilter())
      },
    }),
  )
  return (
    <Confirm
      title={externalId === null ? words.externalId.set : words.externalId.change}
      act={words.save}
      isDestructive={externalId !== null}
      mutation={change}
      onConfirm={() => change.mutate({ jobId, revision, externalId: typed === '' ? null : typed })}
      onClose={onClose}
    >
      {externalId !== null && (
        <Alert color="yellow" title={words.externalId.warningTitle}>
          {words.externalId.warningText(externalId)}
        </Alert>
      )}
      <TextInput
        label={words.jobs.externalId}
        description={words.externalId.hint}
        dir="auto"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed === '' && externalId !== null && <Text role="status">{words.externalId.emptyWarning}</Text>}
    </Confirm>
  )
}
