import type { Locale } from '@boardwalk/schema/company'
import { defaultCountry } from '@boardwalk/schema/words/job-labels'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLanguage, useWords } from '../language.tsx'
import { LeavingForm } from '../part/dialog.tsx'
import { problem } from '../part/form.tsx'
import { Failure } from '../part/message.tsx'
import { Loading } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { type BackOfficeError, trpc } from '../trpc.ts'
import { JobField } from './job-field.tsx'
import {
  type FieldName,
  type FormValues,
  fieldNames,
  isJobField,
  jobFields,
  type PartialJobChange,
} from './job-fields.ts'
import classes from './job-form.module.css'
import { JobPreview, type PreviewedPage } from './job-preview.tsx'
import { jobWords } from './words.ts'

const sections = [...new Set(fieldNames.map((name) => jobFields[name].section))]

interface JobFormProps<Action extends string, Job extends PartialJobChange> {
  initial: FormValues
  /** What the form shows at first in place of `initial`: changes that the user made before a reload. */
  changed?: FormValues | undefined
  /** Gets the function that reads the values of the form, or undefined if the user has changed nothing. */
  onReady?: (readChanged: () => FormValues | undefined) => void
  /** The id of a stored job; a new job has none. */
  jobId?: number
  /** Whether the server does not know the stored country. */
  isCountryUnknown?: boolean
  /** The ways to save. Pressing Enter takes the first one. */
  actions: readonly { name: Action; label: string }[]
  /** Reads the fields to save from the form; the preview shows them too. */
  toJob: (values: FormValues, isChanged: (name: FieldName) => boolean) => Job
  /**
   * Saves the fields and resolves to the next step, which hears whether the user has typed since. A rejection comes back as `error`.
   */
  save: (job: Job, action: Action) => Promise<(isChanged: boolean) => void>
  isSaving: boolean
  error: BackOfficeError | null
  /** Renders the message about `error` above the form. `submit` saves what the form has by then. */
  failure: (submit: (action: Action) => void) => ReactNode
}

/** The form of a job, with every field. It shows each problem that the server reports at its field. */
export function JobForm<Action extends string, Job extends PartialJobChange>({
  initial,
  changed,
  onReady,
  jobId,
  isCountryUnknown = false,
  actions,
  toJob,
  save,
  isSaving,
  error,
  failure,
}: JobFormProps<Action, Job>) {
  const words = useWords(jobWords)
  const { locale } = useLanguage()
  const form = useForm<FormValues>({ mode: 'uncontrolled', initialValues: changed ?? initial })
  // After `resetDirty`, `form.isDirty()` knows only the fields that the user has touched since.
  const isDirty = () => fieldNames.some((name) => form.isDirty(name))
  // Once, when the form appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    form.resetDirty(initial)
    onReady?.(() => (isDirty() ? form.getValues() : undefined))
  }, [])
  const preview = useMutation(trpc.job.preview.mutationOptions())
  // While the preview loads, the button is disabled and has no focus.
  const previewButton = useRef<HTMLButtonElement>(null)
  const [previewedPage, setPreviewedPage] = useState<PreviewedPage>()
  const showErrors = (shown: BackOfficeError | null) => {
    const [first, ...others] = findWrongFields(shown)
    if (first === undefined) return
    const wrong = [first, ...others]
    form.setErrors(
      Object.fromEntries(
        wrong.map((name) => [name, problem((locale) => jobFields[name].problem(jobWords[locale].problems))]),
      ),
    )
    form.getInputNode(first)?.focus()
  }
  // Only after a change of the error: by the next rendering the user may be in another field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => showErrors(error), [error])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => showErrors(preview.error), [preview.error])

  const submit = (action: Action) =>
    form.onSubmit(async (values) => {
      form.clearErrors()
      preview.reset()
      try {
        const next = await save(toJob(values, form.isDirty), action)
        form.resetDirty(values)
        next(isDirty())
      } catch {
        // The error comes back as `error`.
      }
    })
  const showPreview = (language: Locale) => {
    form.clearErrors()
    preview.mutate(
      { jobId, job: toJob(form.getValues(), form.isDirty), locale: language },
      {
        onSuccess: ({ html }) => setPreviewedPage({ html, locale: language }),
        onError: () => setPreviewedPage(undefined),
      },
    )
  }
  const findHint = (name: FieldName) => {
    if (name !== 'country') return jobFields[name].hint?.(words)
    return isCountryUnknown ? words.countryUnknown : words.countryHint(defaultCountry[locale])
  }
  const [first] = actions
  return (
    <form onSubmit={first && submit(first.name)} noValidate>
      <Stack gap="lg">
        {preview.error ? <Failure error={preview.error} takesFocus /> : failure((action) => submit(action)())}
        {sections.map((section) => (
          <Section key={section} title={words.sections[section]}>
            <Suspense fallback={<Loading />}>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {fieldNames
                  .filter((name) => jobFields[name].section === section)
                  .map((name) => (
                    <div key={name} style={jobFields[name].isHalfWidth ? undefined : WHOLE_LINE}>
                      <JobField key={form.key(name)} name={name} form={form} hint={findHint(name)} />
                    </div>
                  ))}
              </SimpleGrid>
            </Suspense>
          </Section>
        ))}
        <Group className={classes.actions}>
          {actions.map(({ name, label }, index) => (
            <Button
              key={name}
              type={index === 0 ? 'submit' : 'button'}
              variant={index === 0 ? 'filled' : 'default'}
              loading={isSaving}
              onClick={index === 0 ? undefined : () => submit(name)()}
            >
              {label}
            </Button>
          ))}
          <Button ref={previewButton} variant="subtle" loading={preview.isPending} onClick={() => showPreview(locale)}>
            {words.preview}
          </Button>
        </Group>
      </Stack>
      {previewedPage && (
        <JobPreview
          page={previewedPage}
          jobId={jobId}
          onLocale={showPreview}
          onClose={() => setPreviewedPage(undefined)}
          opener={previewButton.current}
        />
      )}
      <LeavingForm isDirty={isDirty} isSaving={isSaving} />
    </form>
  )
}

const WHOLE_LINE = { gridColumn: '1 / -1' }

/** Finds the fields that an error names. A path may begin with the name of the whole job. */
function findWrongFields(error: BackOfficeError | null): FieldName[] {
  const names = (error?.data?.issues ?? []).map(({ path }) => path.split('.').find(isJobField))
  return [...new Set(names.filter((name) => name !== undefined))]
}
