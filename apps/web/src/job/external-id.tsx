import { listLabels } from '@boardwalk/schema/words/list-labels'
import { Alert, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { Confirm, DialogButton } from '../part/dialog.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import { jobActionWords } from './action-words.ts'
import { jobWords } from './words.ts'

type Job = Answers['job']['get']

/** The id by which an ATS knows a job, and a button to change it. */
export function ExternalId({ job }: { job: Job }) {
  const words = useWords(jobActionWords)
  const jobTexts = useWords(jobWords)
  return (
    <Group gap="xs">
      {job.externalId === null ? (
        <Text c="dimmed">{jobTexts.noExternalId}</Text>
      ) : (
        <code>
          <bdi>{job.externalId}</bdi>
        </code>
      )}
      <DialogButton size="xs" dialog={(close) => <ExternalIdDialog job={job} onClose={close} />}>
        {job.externalId === null ? words.externalId.set : words.externalId.change}
      </DialogButton>
    </Group>
  )
}

function ExternalIdDialog({ job: { jobId, revision, externalId }, onClose }: { job: Job; onClose: () => void }) {
  const words = useWords(jobActionWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const [newId, setNewId] = useState(externalId ?? '')
  const change = useMutation(
    trpc.job.setExternalId.mutationOptions(afterChange(words.externalId.saved, trpc.job.pathFilter(), onClose)),
  )
  return (
    <Confirm
      title={externalId === null ? words.externalId.set : words.externalId.change}
      act={common.save}
      isDestructive={externalId !== null}
      mutation={change}
      onConfirm={() => change.mutate({ jobId, revision, externalId: newId === '' ? null : newId })}
      onClose={onClose}
    >
      {externalId !== null && (
        <Alert color="yellow" title={words.externalId.warningTitle}>
          {words.externalId.warningText(externalId)}
        </Alert>
      )}
      <TextInput
        label={listLabels.externalId[locale]}
        description={words.externalId.hint}
        dir="auto"
        autoComplete="off"
        data-autofocus
        value={newId}
        onChange={(event) => setNewId(event.currentTarget.value)}
      />
      {newId === '' && externalId !== null && <Text role="status">{words.externalId.emptyWarning}</Text>}
    </Confirm>
  )
}
