import { isSameJson } from '@boardwalk/schema/json'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { Failure } from '../part/message.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { Conflict } from './conflict.tsx'
import { type PartialJobChange, readSentTerms, toChangedJob, toForm } from './job-fields.ts'
import { JobForm } from './job-form.tsx'
import { jobWords } from './words.ts'

type Job = Answers['job']['get']

interface EditJobProps {
  job: Job
  /** Loads the job again and shows it in the form. */
  showStored: () => Promise<void>
}

export function EditJob({ job, showStored }: EditJobProps) {
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  const update = useMutation(trpc.job.update.mutationOptions())
  // The job in the form. `job` may be newer: a publication or a new sign-in loads it again.
  const [opened] = useState(job)
  const [initial] = useState(() => toForm(opened.fields, readSentTerms(opened)))
  const [refused, setRefused] = useState<PartialJobChange>()
  const isChanged = update.error?.data?.code === 'job_changed'

  /** Finds the newest revision with the fields of the form. A publication changes the revision and no field. */
  const isSameJob = isSameJson(job.fields, opened.fields) && job.extra === opened.extra
  const findRevision = () => (isSameJob ? job.revision : opened.revision)

  async function send(fields: PartialJobChange, revision: number) {
    setRefused(fields)
    await update.mutateAsync({ jobId: job.jobId, revision, job: fields })
    void queryClient.invalidateQueries(trpc.job.list.pathFilter())
    void queryClient.invalidateQueries(trpc.job.history.pathFilter())
    return () => {
      notifications.show({ message: words.saved })
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
      actions={[{ name: 'save', label: common.save }]}
      toJob={toChangedJob}
      save={(fields) => send(fields, findRevision())}
      isSaving={update.isPending}
      error={update.error}
      failure={
        isChanged ? (
          <Conflict
            // Each refused save compares the form with the job again.
            key={update.submittedAt}
            opened={opened}
            mine={refused ?? {}}
            saveAnyway={() => void saveAnyway().catch(() => undefined)}
            discard={() => void showStored()}
          />
        ) : (
          update.error && <Failure error={update.error} takesFocus />
        )
      }
    />
  )
}
