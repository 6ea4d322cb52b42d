import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { JobForm } from './job-form.tsx'
import { changedFields, type JobValues, valuesOf } from './job-values.ts'

type Job = Answers['job']['get']

interface EditJobProps {
  job: Job
  /** Reads the job again and shows it in the form. */
  showStored: () => Promise<void>
}

export function EditJob({ job, showStored }: EditJobProps) {
  const { words } = useLanguage()
  const update = useMutation(trpc.job.update.mutationOptions())
  const [initial] = useState(() => valuesOf(job.fields))
  const [refused, setRefused] = useState<ReturnType<typeof changedFields>>()
  const isChanged = update.error?.data?.code === 'job_changed'

  async function send(fields: ReturnType<typeof changedFields>, revision: number) {
    setRefused(fields)
    await update.mutateAsync({ jobId: job.jobId, revision, job: fields })
    void queryClient.invalidateQueries(trpc.job.list.pathFilter())
    return () => {
      notifications.show({ message: words.jobs.saved })
      void showStored()
    }
  }
  async function saveOver() {
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
      save={(values: JobValues, isDirty) => send(changedFields(values, isDirty), job.revision)}
      isSaving={update.isPending}
      error={update.error}
      failure={
        isChanged ? (
          <Conflict saveOver={() => void saveOver().catch(() => undefined)} showStored={() => void showStored()} />
        ) : (
          update.error && <Failure error={update.error} takesFocus />
        )
      }
    />
  )
}

/** Somebody else, or an ATS, wrote the job meanwhile: the person decides which words stay. */
function Conflict({ saveOver, showStored }: { saveOver: () => void; showStored: () => void }) {
  const { words } = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} role="alert" color="yellow" title={words.conflict.title}>
      <Stack gap="sm">
        <Text>{words.conflict.text}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={saveOver}>
            {words.conflict.saveOver}
          </Button>
          <Button size="xs" variant="default" onClick={showStored}>
            {words.conflict.showStored}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
