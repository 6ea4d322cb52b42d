import { isSameJson } from '@boardwalk/schema/json'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure, Message } from '../part/message.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { type JobChange, toChangedJob, toForm } from './job-fields.ts'
import { JobForm } from './job-form.tsx'

type Job = Answers['job']['get']

interface EditJobProps {
  job: Job
  /** Loads the job again and shows it in the form. */
  showStored: () => Promise<void>
}

export function EditJob({ job, showStored }: EditJobProps) {
  const { words } = useLanguage()
  const update = useMutation(trpc.job.update.mutationOptions())
  // The job in the form. `job` may be newer: a publication or a new sign-in loads it again.
  const [opened] = useState(job)
  const [initial] = useState(() => toForm(opened.fields))
  const [refused, setRefused] = useState<Partial<JobChange>>()
  const isChanged = update.error?.data?.code === 'job_changed'

  /** Finds the newest revision with the fields of the form. A publication changes the revision and no field. */
  const findRevision = () => (isSameJson(job.fields, opened.fields) ? job.revision : opened.revision)

  async function send(fields: Partial<JobChange>, revision: number) {
    setRefused(fields)
    await update.mutateAsync({ jobId: job.jobId, revision, job: fields })
    void queryClient.invalidateQueries(trpc.job.list.pathFilter())
    return () => {
      notifications.show({ message: words.jobs.saved })
      void showStored()
    }
  }
  async function saveAnyway() {
    const { revision } = await queryClient.fetchQuery({
      ...trpc.job.get.queryOptions({ jobId: job.jobId }),
      staleTime: 0,
    })
    const next = await send(refused ?? {}, revision)
    next()
  }
  return (
    <JobForm
      initial={initial}
      jobId={job.jobId}
      isCountryUnknown={job.markupWarning === 'country_unknown'}
      actions={[{ name: 'save', label: words.save }]}
      toJob={toChangedJob}
      save={(fields) => send(fields, findRevision())}
      isSaving={update.isPending}
      error={update.error}
      failure={
        isChanged ? (
          <Conflict saveAnyway={() => void saveAnyway().catch(() => undefined)} discard={() => void showStored()} />
        ) : (
          update.error && <Failure error={update.error} takesFocus />
        )
      }
    />
  )
}

/** Says that another user or the ATS has saved the job in the meantime, and asks whose changes to keep. */
function Conflict({ saveAnyway, discard }: { saveAnyway: () => void; discard: () => void }) {
  const { words } = useLanguage()
  return (
    <Message role="alert" color="yellow" title={words.conflict.title}>
      <Stack gap="sm">
        <Text>{words.conflict.text}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={saveAnyway}>
            {words.conflict.saveAnyway}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            {words.conflict.discard}
          </Button>
        </Group>
      </Stack>
    </Message>
  )
}
