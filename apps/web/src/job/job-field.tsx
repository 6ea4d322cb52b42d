import { fieldLabels, labelSalary, termLabels } from '@boardwalk/schema/words/job-labels'
import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { lazy, useState } from 'react'
import { isDay } from '../format.ts'
import { useLanguage, useWords } from '../language.tsx'
import { CurrencyOptions } from '../part/form.tsx'
import { CountryList } from './country-list.tsx'
import { type FieldName, type FormValues, jobFields } from './job-fields.ts'
import { jobWords } from './words.ts'

const labels = { ...fieldLabels, ...termLabels }

// The editor is larger than the rest of the page, so it loads after it.
const HtmlEditor = lazy(async () => ({ default: (await import('./html-editor.tsx')).HtmlEditor }))

type JobFormState = ReturnType<typeof useForm<FormValues>>

interface JobFieldProps {
  name: FieldName
  form: JobFormState
  hint: string | undefined
}

/** One field of the job form: its control, with label, hint and error. */
export function JobField({ name, form, hint }: JobFieldProps) {
  const words = useWords(jobWords)
  const { locale } = useLanguage()
  const { control } = jobFields[name]
  const label = labels[name][locale]
  const field = { label, description: hint, ...form.getInputProps(name) }
  switch (control.kind) {
    case 'line': {
      const { kind, type = 'text', isRequired = false, ...limits } = control
      const salary = isSalary(name) && { label: <SalaryLabel name={name} form={form} /> }
      const isNumber = type === 'number'
      const isAddress = type === 'url'
      return (
        <TextInput
          {...field}
          {...salary}
          {...limits}
          type={type}
          dir={isNumber || isAddress ? 'ltr' : 'auto'}
          placeholder={isAddress ? 'https://' : undefined}
          step={isNumber ? 'any' : undefined}
          required={isRequired}
        />
      )
    }
    case 'html':
      return <HtmlEditor {...field} />
    case 'lines':
      return <Textarea {...field} dir="auto" autosize minRows={control.rows} maxRows={20} />
    case 'choice':
      return (
        <NativeSelect {...field}>
          <option value="">{words.leaveBlank}</option>
          {Object.entries(control.labels).map(([value, names]) => (
            <option key={value} value={value}>
              {capitalise(names[locale])}
            </option>
          ))}
        </NativeSelect>
      )
    case 'currency':
      return (
        <NativeSelect {...field}>
          <option value="">{words.leaveBlank}</option>
          <CurrencyOptions />
        </NativeSelect>
      )
    case 'countries':
      return <CountryList {...field} />
    case 'date': {
      const initial = String(form.getInitialValues()[name])
      const hasTime = initial !== '' && !isDay(initial)
      return (
        <TextInput
          {...field}
          type={hasTime ? 'datetime-local' : 'date'}
          description={hasTime ? words.closesAtTimeHint : hint}
          dir="ltr"
        />
      )
    }
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

const isSalary = (name: FieldName) => name === 'minSalary' || name === 'maxSalary'

/** Says what a salary is, as the form has it now. */
function SalaryLabel({ name, form }: { name: 'minSalary' | 'maxSalary'; form: JobFormState }) {
  const { locale } = useLanguage()
  const [basis, setBasis] = useState(form.getValues().basis)
  const [period, setPeriod] = useState(form.getValues().period)
  form.watch('basis', ({ value }) => setBasis(value))
  form.watch('period', ({ value }) => setPeriod(value))
  return labelSalary(name, locale, { basis: basis || undefined, period: period || undefined })
}

/** Capitalises the first letter: French writes the names of languages in lower case, except at the beginning. */
const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
