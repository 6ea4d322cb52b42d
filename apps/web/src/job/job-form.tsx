import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Leaving } from '../part/leaving.tsx'
import { Loading } from '../part/loaded.tsx'
import type { BackOfficeError } from '../trpc.ts'
import { JobPreview } from './job-preview.tsx'
import { isJobField, type JobValues } from './job-values.ts'

// The editor is heavier than all the rest of the page.
const HtmlEditor = lazy(async () => ({ default: (await import('./html-editor.tsx')).HtmlEditor }))

type FieldName = keyof JobValues

interface JobFormProps<Action extends string> {
  initial: JobValues
  /** Of a job that is stored already. */
  jobId?: number
  /** The stored country is none that the board knows. */
  isCountryUnknown?: boolean
  /** The ways to save; the first is the one that Enter takes. */
  actions: readonly { name: Action; label: string }[]
  /** Resolves, once saved, to what comes next. What it rejects with comes back as `error`. */
  save: (values: JobValues, isChanged: (name: FieldName) => boolean, action: Action) => Promise<() => void>
  isSaving: boolean
  error: BackOfficeError | null
  /** What is said of the error beside its fields. */
  failure: ReactNode
}

/** Every field of a job. What the server finds wrong comes up at the field. */
export function JobForm<Action extends string>({
  initial,
  jobId,
  isCountryUnknown = false,
  actions,
  save,
  isSaving,
  error,
  failure,
}: JobFormProps<Action>) {
  const { words } = useLanguage()
  const form = useForm<JobValues>({ mode: 'uncontrolled', initialValues: initial })
  const [previewed, setPreviewed] = useState<JobValues>()
  // Once for each answer: the person is on the way to another field by the next rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const wrong = wrongFields(error)
    form.setErrors(Object.fromEntries(wrong.map((name) => [name, words.jobs.problems[name]])))
    const [first] = wrong
    if (first !== undefined) form.getInputNode(first)?.focus()
  }, [error])

  const send = (action: Action) =>
    form.onSubmit(async (values) => {
      try {
        const next = await save(values, form.isDirty, action)
        form.resetDirty()
        next()
      } catch {
        // It stands in `error`.
      }
    })
  const field = (name: FieldName) => ({
    label: words.jobs.fields[name],
    ...form.getInputProps(name),
    key: form.key(name),
  })
  const [first] = actions
  return (
    <form onSubmit={first && send(first.name)} noValidate>
      <Stack gap="lg">
        {failure}
        <Section title={words.jobs.sections.job}>
          <TextInput {...field('title')} dir="auto" required maxLength={300} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Textarea {...field('city')} dir="auto" description={words.jobs.cityHint} rows={2} />
            <TextInput
              {...field('country')}
              dir="auto"
              description={isCountryUnknown ? words.jobs.countryUnknown : words.jobs.countryHint}
            />
            <Choice {...field('workMode')} names={words.jobs.workModes} />
            <Choice {...field('contractType')} names={words.jobs.contractTypes} />
          </SimpleGrid>
        </Section>
        <Section title={words.jobs.sections.text}>
          <Suspense fallback={<Loading />}>
            <HtmlEditor {...field('description')} />
            <HtmlEditor {...field('responsibilities')} />
            <HtmlEditor {...field('qualifications')} />
          </Suspense>
          <Textarea {...field('benefits')} dir="auto" description={words.jobs.onePerLine} rows={4} />
          <Textarea {...field('recruitmentProcess')} dir="auto" description={words.jobs.stepsHint} rows={4} />
        </Section>
        <Section title={words.jobs.sections.person}>
          <Choice {...field('educationLevel')} names={words.jobs.educationLevels} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput {...field('minExperience')} type="number" min={0} max={20} step="any" dir="ltr" />
            <TextInput {...field('maxExperience')} type="number" min={0} max={20} step="any" dir="ltr" />
          </SimpleGrid>
          <Checkbox.Group {...field('languages')}>
            <Group mt="xs">
              {Object.entries(words.jobs.languages).map(([value, name]) => (
                <Checkbox key={value} value={value} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        </Section>
        <Section title={words.jobs.sections.salary}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput {...field('minSalary')} type="number" min={0} step="any" dir="ltr" />
            <TextInput {...field('maxSalary')} type="number" min={0} step="any" dir="ltr" />
          </SimpleGrid>
          <Checkbox
            {...form.getInputProps('displaySalary', { type: 'checkbox' })}
            key={form.key('displaySalary')}
            label={words.jobs.fields.displaySalary}
          />
        </Section>
        <Group>
          {actions.map(({ name, label }, index) => (
            <Button
              key={name}
              type={index === 0 ? 'submit' : 'button'}
              variant={index === 0 ? 'filled' : 'default'}
              loading={isSaving}
              onClick={index === 0 ? undefined : () => send(name)()}
            >
              {label}
            </Button>
          ))}
          <Button variant="subtle" onClick={() => setPreviewed(form.getValues())}>
            {words.jobs.preview}
          </Button>
        </Group>
      </Stack>
      {previewed && <JobPreview values={previewed} jobId={jobId} onClose={() => setPreviewed(undefined)} />}
      <Leaving
        wouldLose={() => form.isDirty()}
        title={words.unsaved.title}
        text={words.unsaved.text}
        act={words.unsaved.leave}
      />
    </form>
  )
}

/** The fields that the server names; its paths may begin with what the job stands in. */
function wrongFields(error: BackOfficeError | null): FieldName[] {
  const names = (error?.data?.issues ?? []).map(({ path }) => path.split('.').find(isJobField))
  return [...new Set(names.filter((name) => name !== undefined))]
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="lg">
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

interface ChoiceProps {
  label: string
  /** Each value with its name. */
  names: Record<string, string>
}

/** One of a few values, or none. */
function Choice({ names, ...field }: ChoiceProps) {
  const { words } = useLanguage()
  return (
    <NativeSelect {...field}>
      <option value="">{words.jobs.notSaid}</option>
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
