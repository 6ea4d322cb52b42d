import type { JobFields } from '@boardwalk/schema/job'
import {
  EXPERIENCE_YEARS_MAX,
  HTML_CHARACTERS_MAX,
  TEXT_CHARACTERS_MAX,
  TEXTS_MAX,
  TITLE_CHARACTERS_MAX,
} from '@boardwalk/schema/limits'
import { contractTypes, educationLevels, languages, workModes } from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import type { HTMLInputTypeAttribute } from 'react'
import type { Words } from '../words/en.ts'

type JobWords = Words['jobs']

/** The control that shows a field. `JobField` of job-form.tsx renders each kind. */
type Control =
  | { kind: 'line'; type?: HTMLInputTypeAttribute; min?: number; max?: number; maxLength?: number; isRequired?: true }
  | { kind: 'html' }
  | { kind: 'lines'; rows: number }
  | { kind: 'choice' | 'choices'; labels: Record<string, Translations> }
  | { kind: 'checkbox' }

/** A field of a job in the form. `Stored` is its value in a job, `Value` its value in the form. */
interface FormField<Stored, Value> {
  section: keyof JobWords['sections']
  /** Whether a wide page shows another field on the same line. */
  isHalfWidth?: true
  control: Control
  hint?: (words: JobWords) => string
  /** Says what the field accepts, after the server has refused its value. */
  problem: (problems: JobWords['problems']) => string
  /** Converts the stored value to the form's value. */
  toForm(stored: Stored | null | undefined): Value
  /** Converts the form's value to the value to store; null if the field is empty. */
  toJob(value: Value): Stored | null
}

const line = {
  control: { kind: 'line' as const },
  problem: ({ tooLong }: JobWords['problems']) => tooLong(TEXT_CHARACTERS_MAX),
  toForm: (stored: string | null | undefined) => stored ?? '',
  toJob: (text: string) => text.trim() || null,
}

const html = {
  control: { kind: 'html' as const },
  problem: ({ tooLong }: JobWords['problems']) => tooLong(HTML_CHARACTERS_MAX),
  toForm: (stored: string | null | undefined) => stored ?? '',
  toJob: (html: string) => html || null,
}

const lines = (rows: number) => ({
  control: { kind: 'lines' as const, rows },
  problem: ({ tooManyLines }: JobWords['problems']) => tooManyLines(TEXTS_MAX, TEXT_CHARACTERS_MAX),
  toForm: (stored: string | string[] | null | undefined) => [stored ?? []].flat().join('\n'),
  toJob(text: string) {
    const items = text
      .split('\n')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    return items.length === 0 ? null : items
  },
})

const number = (max?: number) => ({
  control: { kind: 'line' as const, type: 'number', min: 0, ...(max !== undefined && { max }) },
  toForm: (stored: number | null | undefined) => (stored ?? '').toString(),
  toJob: (text: string) => (text === '' ? null : Number(text)),
})

const choice = <Choice extends string>(labels: Record<Choice, Translations>) => ({
  control: { kind: 'choice' as const, labels },
  problem: ({ notAccepted }: JobWords['problems']) => notAccepted,
  toForm: (stored: Choice | null | undefined): Choice | '' => stored ?? '',
  toJob: (value: Choice | '') => (value === '' ? null : value),
})

const choices = <Choice extends string>(labels: Record<Choice, Translations>) => ({
  control: { kind: 'choices' as const, labels },
  problem: ({ notAccepted }: JobWords['problems']) => notAccepted,
  toForm: (stored: Choice[] | null | undefined): string[] => stored ?? [],
  toJob(chosen: string[]) {
    const values = chosen.filter((value): value is Choice => Object.hasOwn(labels, value))
    return values.length === 0 ? null : values
  },
})

/** Every field of a job, section by section in the order of the form. A field that is missing here does not compile. */
const fields = {
  title: {
    section: 'job',
    ...line,
    control: { kind: 'line', maxLength: TITLE_CHARACTERS_MAX, isRequired: true },
    problem: ({ title }) => title(TITLE_CHARACTERS_MAX),
    // An empty title stays a text, so that the server refuses it as blank.
    toJob: (text: string) => text.trim(),
  },
  city: { section: 'job', isHalfWidth: true, ...lines(2), hint: ({ cityHint }) => cityHint },
  country: { section: 'job', isHalfWidth: true, ...line },
  workMode: { section: 'job', isHalfWidth: true, ...choice(workModes) },
  contractType: { section: 'job', isHalfWidth: true, ...choice(contractTypes) },
  description: { section: 'text', ...html },
  responsibilities: { section: 'text', ...html },
  qualifications: { section: 'text', ...html },
  benefits: { section: 'text', ...lines(4), hint: ({ onePerLine }) => onePerLine },
  recruitmentProcess: { section: 'text', ...lines(4), hint: ({ stepsHint }) => stepsHint },
  educationLevel: { section: 'candidate', ...choice(educationLevels) },
  minExperience: {
    section: 'candidate',
    isHalfWidth: true,
    ...number(EXPERIENCE_YEARS_MAX),
    problem: ({ minExperience }) => minExperience(EXPERIENCE_YEARS_MAX),
  },
  maxExperience: {
    section: 'candidate',
    isHalfWidth: true,
    ...number(EXPERIENCE_YEARS_MAX),
    problem: ({ maxExperience }) => maxExperience(EXPERIENCE_YEARS_MAX),
  },
  languages: { section: 'candidate', ...choices(languages) },
  minSalary: { section: 'salary', isHalfWidth: true, ...number(), problem: ({ minSalary }) => minSalary },
  maxSalary: { section: 'salary', isHalfWidth: true, ...number(), problem: ({ maxSalary }) => maxSalary },
  displaySalary: {
    section: 'salary',
    control: { kind: 'checkbox' },
    problem: ({ notAccepted }) => notAccepted,
    toForm: (stored: boolean | null | undefined) => stored ?? false,
    toJob: (isChecked: boolean) => isChecked,
  },
} satisfies { [Name in keyof JobFields]-?: FormField<NonNullable<JobFields[Name]>, unknown> }

type Fields = typeof fields
export type FieldName = keyof Fields
/** The values of the job form. */
export type FormValues = { [Name in FieldName]: ReturnType<Fields[Name]['toForm']> }
/** The fields that the form sends; null clears a field. */
export type JobChange = { [Name in FieldName]: ReturnType<Fields[Name]['toJob']> }

export const jobFields: Record<FieldName, FormField<unknown, unknown>> = fields

export const isJobField = (name: string): name is FieldName => Object.hasOwn(fields, name)

/** The names of the fields, in the order of the form. */
export const fieldNames = Object.keys(fields).filter(isJobField)

/** Reads the values of the form from a stored job. Without fields, they are those of a new job. */
export function toForm(job: Partial<JobFields>): FormValues {
  const stored: Record<string, unknown> = job
  // Each value comes from its own field's `toForm`.
  return Object.fromEntries(
    Object.entries(jobFields).map(([name, field]) => [name, field.toForm(stored[name])]),
  ) as FormValues
}

/** Reads all fields of a job from the form. */
export function toJob(values: FormValues): JobChange {
  const byName: Record<string, unknown> = values
  // Each value comes from its own field's `toJob`.
  return Object.fromEntries(
    Object.entries(jobFields).map(([name, field]) => [name, field.toJob(byName[name])]),
  ) as JobChange
}

/** Reads only the fields that the user changed, so that a save does not undo what others have saved in the meantime. */
export function toChangedJob(values: FormValues, isChanged: (name: FieldName) => boolean): Partial<JobChange> {
  const changed = Object.entries(toJob(values)).filter(([name]) => isJobField(name) && isChanged(name))
  // The entries are some of those of `toJob`.
  return Object.fromEntries(changed) as Partial<JobChange>
}
