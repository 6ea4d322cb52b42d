import { List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { homeWords } from '../home/words.ts'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { createFormId } from '../part/form.tsx'
import { Failure } from '../part/message.tsx'
import { Page } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { queryClient, trpc } from '../trpc.ts'
import { useMe } from '../user/session.tsx'
import { readDraft, useDraft } from './draft.ts'
import { type FormValues, type JobChange, toForm, toJob } from './job-fields.ts'
import { JobForm } from './job-form.tsx'
import { jobWords } from './words.ts'

const emptyForm = toForm({})

type MissingPart = 'city' | 'text'

/** A question whether to publish a job without these parts. */
interface Question {
  missing: MissingPart[]
  answer: (isYes: boolean) => void
}

/** Finds what applicants and Google miss most in a job. */
function findMissing({ city, description, responsibilities, qualifications }: JobChange): MissingPart[] {
  const hasText = Boolean(description || responsibilities || qualifications)
  return [...(city?.length ? [] : ['city' as const]), ...(hasText ? [] : ['text' as const])]
}

export function NewJob() {
  const words = useWords(jobWords)
  const homeTexts = useWords(homeWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  // The server makes one job of this form, even if it arrives several times.
  const { email, company } = useMe()
  const owner = `${email} ${company.id}`
  const [kept] = useState(() => readDraft(owner))
  const [formId] = useState(() => kept?.formId ?? createFormId())
  const readChanged = useRef<() => FormValues | undefined>(() => undefined)
  useDraft({ owner, formId, read: () => readChanged.current() })
  const create = useMutation(trpc.job.create.mutationOptions())
  const [question, setQuestion] = useState<Question>()
  const ask = (missing: MissingPart[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setQuestion(undefined)
        resolve(isYes)
      }
      setQuestion({ missing, answer })
    })
  return (
    <Page title={homeTexts.noJobs.create} back={{ to: '/jobs', label: common.pageNames.jobs }}>
      {kept && <Text role="status">{words.restored}</Text>}
      <JobForm
        initial={emptyForm}
        changed={kept?.values}
        onReady={(read) => {
          readChanged.current = read
        }}
        actions={[
          { name: 'UNPUBLISHED', label: words.saveDraft },
          { name: 'PUBLISHED', label: words.publish },
        ]}
        toJob={toJob}
        save={async (fields, status) => {
          const missing = status === 'PUBLISHED' ? findMissing(fields) : []
          if (missing.length > 0 && !(await ask(missing))) throw new Error('the user does not publish yet')
          const { jobId } = await create.mutateAsync({ formId, job: { ...fields, status } })
          void queryClient.invalidateQueries(trpc.job.pathFilter())
          return () => {
            notifications.show({ message: status === 'PUBLISHED' ? words.published : words.saved })
            void navigate({ to: '/jobs/$jobId', params: { jobId: String(jobId) }, state: true })
          }
        }}
        isSaving={create.isPending}
        error={create.error}
        failure={() => create.error && <Failure error={create.error} takesFocus />}
      />
      {question && (
        <Confirm
          title={words.incomplete.title}
          act={words.incomplete.publish}
          onConfirm={() => question.answer(true)}
          onClose={() => question.answer(false)}
        >
          <List>
            {question.missing.map((part) => (
              <List.Item key={part}>{words.incomplete[part]}</List.Item>
            ))}
          </List>
        </Confirm>
      )}
    </Page>
  )
}
