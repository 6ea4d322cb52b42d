import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { createFormId } from '../part/form.tsx'
import { Failure } from '../part/message.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { toForm, toJob } from './job-fields.ts'
import { JobForm } from './job-form.tsx'

const emptyForm = toForm({})

export function NewJob() {
  const { words } = useLanguage()
  const navigate = useNavigate()
  // The server makes one job of this form, even if it arrives several times.
  const [formId] = useState(createFormId)
  const create = useMutation(trpc.job.create.mutationOptions())
  return (
    <Page title={words.jobs.create} back={{ to: '/jobs', label: words.shell.pages.jobs }}>
      <JobForm
        initial={emptyForm}
        actions={[
          { name: 'UNPUBLISHED', label: words.jobs.saveDraft },
          { name: 'PUBLISHED', label: words.jobs.publish },
        ]}
        toJob={toJob}
        save={async (fields, status) => {
          const { jobId } = await create.mutateAsync({ formId, job: { ...fields, status } })
          void queryClient.invalidateQueries(trpc.job.pathFilter())
          return () => {
            notifications.show({ message: status === 'PUBLISHED' ? words.jobs.published : words.jobs.saved })
            void navigate({ to: '/jobs/$jobId', params: { jobId: String(jobId) }, state: true })
          }
        }}
        isSaving={create.isPending}
        error={create.error}
        failure={create.error && <Failure error={create.error} takesFocus />}
      />
    </Page>
  )
}
