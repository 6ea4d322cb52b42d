import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { JobForm } from './job-form.tsx'
import { toForm, toJob } from './job-values.ts'

const emptyForm = toForm({})

export function NewJob() {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const create = useMutation(trpc.job.create.mutationOptions())
  return (
    <Page title={words.jobs.create} back={{ to: '/jobs', label: words.jobs.title }}>
      <JobForm
        initial={emptyForm}
        actions={[
          { name: 'UNPUBLISHED', label: words.jobs.saveDraft },
          { name: 'PUBLISHED', label: words.jobs.publish },
        ]}
        toJob={toJob}
        save={async (fields, status) => {
          const { jobId } = await create.mutateAsync({ job: { ...fields, status } })
          void queryClient.invalidateQueries(trpc.job.pathFilter())
          return () => {
            notifications.show({ message: status === 'PUBLISHED' ? words.jobs.published : words.jobs.saved })
            void navigate({ to: '/jobs/$jobId', params: { jobId: String(jobId) } })
          }
        }}
        isSaving={create.isPending}
        error={create.error}
        failure={create.error && <Failure error={create.error} takesFocus />}
      />
    </Page>
  )
}
