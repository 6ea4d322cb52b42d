import { fieldLabels } from '@boardwalk/schema/words/job-labels'
import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { lazy } from 'react'
import { useLanguage } from '../language.tsx'
import { type FieldName, type JobValues, jobFields } from './job-fields.ts'

// The editor is larger than the rest of the page, so it loads after it.
const HtmlEditor = lazy(async () => ({ default: (await import('./html-editor.tsx')).HtmlEditor }))

interface JobFieldProps {
  name: FieldName
  form: ReturnType<typeof useForm<JobValues>>
  hint: string | undefined
}

/** One field of the job form: its control, with label, hint and error. */
export function JobField({ name, form, hint }: JobFieldProps) {
  const { words, locale } = useLanguage()
  const { control } = jobFields[name]
  const label = fieldLabels[name][locale]
  const field = { label, description: hint, ...form.getInputProps(name) }
  switch (control.kind) {
    case 'line': {
      const { kind, type = 'text', isRequired = false, ...limits } = control
      const isNumber = type === 'number'
      return (
        <TextInput
          {...field}
          {...limits}
          type={type}
          dir={isNumber ? 'ltr' : 'auto'}
          step={isNumber ? 'any' : undefined}
          required={isRequired}
        />
      )
    }
    case 'html':
      return <HtmlEditor {...field} />
    case 'lines':
      return <Textarea {...field} dir="auto" rows={control.rows} />
    case 'choice':
      return (
        <NativeSelect {...field}>
          <option value="">{words.jobs.leaveBlank}</option>
          {Object.entries(control.labels).map(([value, names]) => (
            <option key={value} value={value}>
              {names[locale]}
            </option>
          ))}
        </NativeSelect>
      )
    case 'choices':
      return (
        <Checkbox.Group {...field}>
          <Group mt="xs">
            {Object.entries(control.labels).map(([value, names]) => (
              <Checkbox key={value} value={value} label={capitalise(names[locale])} />
            ))}
          </Group>
        </Checkbox.Group>
      )
    case 'checkbox':
      return <Checkbox {...form.getInputProps(name, { type: 'checkbox' })} label={label} />
  }
}

/** Capitalises the first letter: French writes the names of languages in lower case, except at the beginning. */
const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
