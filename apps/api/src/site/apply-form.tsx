import { ApplicationForm, CV_BYTES_MAX } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { wordsOf } from './words/by-locale.ts'
import { APPLY_FIELDS, type ApplyField, type ApplyTextField, type Words } from './words.ts'

/** What was typed before, by field. */
export type Typed = Partial<Record<ApplyTextField, string>>

interface ApplyFormProps {
  locale: Locale
  action: string
  /** Makes a form that is sent twice one application. */
  formId: string
  typed?: Typed
  wrong?: ReadonlySet<ApplyField>
}

const { properties, required } = z.toJSONSchema(ApplicationForm, { io: 'input' })
const CV_MEBIBYTES_MAX = CV_BYTES_MAX / 1024 / 1024

/** The limit of a field in the unit of its words: characters, or MiB for the CV. */
function maxOf(field: ApplyField): number {
  if (field === 'cv') return CV_MEBIBYTES_MAX
  const schema = properties?.[field]
  if (typeof schema !== 'object' || schema.maxLength === undefined) throw new Error(`${field} must have a limit`)
  return schema.maxLength
}

/** What is to be corrected in a field. */
export const problemOf = (words: Words, field: ApplyField): string => words.apply.fields[field].problem(maxOf(field))

const inputs: Record<Exclude<ApplyTextField, 'message'>, ComponentProps<'input'>> = {
  firstName: { autoComplete: 'given-name', dir: 'auto' },
  lastName: { autoComplete: 'family-name', dir: 'auto' },
  email: { type: 'email', autoComplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
  linkedinUrl: { type: 'url', autoComplete: 'url', dir: 'ltr' },
}

/** The form to apply for a job. The CV comes last, so that all else has been read when it turns out too large. */
export function ApplyForm({ locale, action, formId, typed = {}, wrong = new Set() }: ApplyFormProps) {
  const words = wordsOf[locale]
  return (
    <form method="post" action={action} encType="multipart/form-data">
      <input type="hidden" name="formId" value={formId} />
      {APPLY_FIELDS.map((field) => (
        <Field key={field} words={words} field={field} typed={typed} isWrong={wrong.has(field)} />
      ))}
      <button type="submit">{words.apply.send}</button>
    </form>
  )
}

interface FieldProps {
  words: Words
  field: ApplyField
  typed: Typed
  isWrong: boolean
}

function Field({ words, field, typed, isWrong }: FieldProps) {
  const { label, hint = field === 'cv' ? words.apply.cvHint(CV_MEBIBYTES_MAX) : undefined } = words.apply.fields[field]
  const isRequired = required?.includes(field) ?? false
  const hintId = hint && `${field}-hint`
  const problemId = isWrong ? `${field}-problem` : undefined
  const common = {
    id: field,
    name: field,
    required: isRequired,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': [hintId, problemId].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div>
      <label htmlFor={field}>
        {label} {!isRequired && <span className="soft">({words.apply.optional})</span>}
      </label>
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
      {isWrong && (
        <p className="problem" id={problemId}>
          {problemOf(words, field)}
        </p>
      )}
      {field === 'cv' ? (
        <input type="file" accept="application/pdf,.pdf" {...common} />
      ) : (
        <TextControl field={field} value={typed[field]} {...common} />
      )}
    </div>
  )
}

type TextControlProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'required' | 'aria-describedby'> & {
  field: ApplyTextField
  value: string | undefined
}

function TextControl({ field, value, ...common }: TextControlProps) {
  const maxLength = maxOf(field)
  return field === 'message' ? (
    <textarea defaultValue={value} maxLength={maxLength} dir="auto" {...common} />
  ) : (
    <input type="text" defaultValue={value} maxLength={maxLength} {...inputs[field]} {...common} />
  )
}
