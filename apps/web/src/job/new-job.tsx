import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../language.tsx'
import { Failure } from '../part/failure.tsx'
import { Page } from '../part/page.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { JobForm } from './job-form.tsx'
import { fieldsOf, valuesOf } from './job-values.ts'

const nothing = valuesOf({})

export function NewJob() {
  const { words } = useLanguage()
  const navigate = useNavigate()
  const create = useMutation(trpc.job.create.mutationOptions())
  return (
    <Page title={words.jobs.create} back={{ to: '/jobs', label: words.jobs.title }}>
      <JobForm
        initial={nothing}
        actions={[
          { name: 'UNPUBLISHED', label: words.jobs.saveDraft },
          { name: 'PUBLISHED', label: words.jobs.publish },
        ]}
        save={async (values, _, status) => {
          const { jobId } = await create.mutateAsync({ job: { ...fieldsOf(values), status } })
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
