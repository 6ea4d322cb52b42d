import { isSameJson } from '@boardwalk/schema/json'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import type { SentJob } from './job-fields.ts'
import { JobForm } from './job-form.tsx'
import { toChangedJob, toForm } from './job-values.ts'

type Job = Answers['job']['get']

interface EditJobProps {
  job: Job
  /** Loads the job again and shows it in the form. */
  showStored: () => Promise<void>
}

export function EditJob({ job, showStored }: EditJobProps) {
  const { words } = useLanguage()
  const update = useMutation(trpc.job.update.mutationOptions())
  // The job that the form was filled from. `job` may be newer: a publication or a new sign-in loads it again.
  const [seen] = useState(job)
  const [initial] = useState(() => toForm(seen.fields))
  const [refused, setRefused] = useState<Partial<SentJob>>()
  const isChanged = update.error?.data?.code === 'job_changed'

  /** Finds the revision that has the fields the person saw. A publication changes the revision and no field. */
  const findRevisionSeen = () => (isSameJson(job.fields, seen.fields) ? job.revision : seen.revision)

  async function send(fields: Partial<SentJob>, revision: number) {
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
      save={(fields) => send(fields, findRevisionSeen())}
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

/** Tells that a colleague or the ATS saved the job meanwhile, and asks whose changes to keep. */
function Conflict({ saveAnyway, discard }: { saveAnyway: () => void; discard: () => void }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} role="alert" color="yellow" title={words.conflict.title}>
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
    </Alert>
  )
}
