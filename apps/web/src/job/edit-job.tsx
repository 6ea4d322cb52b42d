import { isSameJson } from '@boardwalk/schema/json'
import { notifications } from '@mantine/notifications'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { Failure } from '../part/message.tsx'
import { commonWords } from '../part/words.ts'
import { type Answers, type BackOfficeError, client, queryClient, trpc } from '../trpc.ts'
import { Conflict } from './conflict.tsx'
import { type PartialJobChange, readSentTerms, toChangedJob, toForm } from './job-fields.ts'
import { JobForm } from './job-form.tsx'
import { jobWords } from './words.ts'

type Job = Answers['job']['get']

interface Update {
  revision: number
  job: PartialJobChange
}

interface Saved {
  revision: number
  /** The job as it is stored now, if it could be loaded. */
  stored: Job | undefined
}

interface EditJobProps {
  job: Job
  refetch: UseQueryResult<Job, BackOfficeError>['refetch']
  /** Replaces the form by one with the newest job. */
  renew: () => void
}

export function EditJob({ job, refetch, renew }: EditJobProps) {
  const words = useWords(jobWords)
  const common = useWords(commonWords)
  // The job in the form. `job` may be newer: a publication or a new sign-in loads it again.
  const [opened, setOpened] = useState(job)
  const [initial] = useState(() => toForm(opened.fields, readSentTerms(opened)))
  const update = useMutation<Saved, BackOfficeError, Update>({
    async mutationFn(change) {
      const { revision } = await client.job.update.mutate({ jobId: job.jobId, ...change })
      const { data, isSuccess } = await refetch()
      return { revision, stored: isSuccess ? data : undefined }
    },
  })
  const isChanged = update.error?.data?.code === 'job_changed'

  /** Finds the newest revision with the fields of the form. A publication changes the revision and no field. */
  const isSameJob = isSameJson(job.fields, opened.fields) && job.extra === opened.extra
  const findRevision = () => (isSameJob ? Math.max(job.revision, opened.revision) : opened.revision)

  return (
    <JobForm<'save' | 'saveAnyway', PartialJobChange>
      initial={initial}
      jobId={job.jobId}
      isCountryUnknown={job.markupWarning === 'country_unknown'}
      actions={[{ name: 'save', label: common.save }]}
      toJob={toChangedJob}
      save={async (fields, action) => {
        // The question of `saveAnyway` has loaded the job that it shows.
        const asked = action === 'saveAnyway' ? job.revision : findRevision()
        const { revision, stored } = await update.mutateAsync({ revision: asked, job: fields })
        void queryClient.invalidateQueries(trpc.job.list.pathFilter())
        void queryClient.invalidateQueries(trpc.job.history.pathFilter())
        return (isDirty) => {
          if (stored && !isDirty) renew()
          // A form that has more to save stays. It holds changes to the job as this save left it.
          else setOpened(stored?.revision === revision ? stored : { ...opened, revision })
          notifications.show({ message: words.saved })
        }
      }}
      isSaving={update.isPending}
      error={update.error}
      failure={(submit) =>
        isChanged ? (
          <Conflict
            // Each refused save compares the form with the job again.
            key={update.submittedAt}
            opened={opened}
            mine={update.variables?.job ?? {}}
            saveAnyway={() => submit('saveAnyway')}
            discard={() => void refetch().then(renew)}
          />
        ) : (
          update.error && <Failure error={update.error} takesFocus />
        )
      }
    />
  )
}
