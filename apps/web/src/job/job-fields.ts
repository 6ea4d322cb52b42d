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

/** The control that shows a field; job-field.tsx draws each of them. */
type Control =
  | { kind: 'line'; type?: HTMLInputTypeAttribute; min?: number; max?: number; maxLength?: number; isRequired?: true }
  | { kind: 'html' }
  | { kind: 'lines'; rows: number }
  | { kind: 'choice' | 'choices'; labels: Record<string, Translations> }
  | { kind: 'checkbox' }

/** A field of a job in the form: `Stored` is its value in a job, `Typed` its value in the form. */
interface FormField<Stored, Typed> {
  section: keyof JobWords['sections']
  /** Whether it shares its line with a neighbour, where the page is wide enough. */
  isHalfWidth?: true
  control: Control
  hint?: (words: JobWords) => string
  /** Says what the field accepts, when the server has refused its value. */
  problem: (problems: JobWords['problems']) => string
  /** Turns the stored value into the form's value. */
  toForm(stored: Stored | null | undefined): Typed
  /** Turns the form's value into the value to store, or into null if the field is empty. */
  toJob(typed: Typed): Stored | null
}

const line = {
  control: { kind: 'line' as const },
  problem: ({ tooLong }: JobWords['problems']) => tooLong(TEXT_CHARACTERS_MAX),
  toForm: (stored: string | null | undefined) => stored ?? '',
  toJob: (typed: string) => typed.trim() || null,
}

const html = {
  control: { kind: 'html' as const },
  problem: ({ tooLong }: JobWords['problems']) => tooLong(HTML_CHARACTERS_MAX),
  toForm: (stored: string | null | undefined) => stored ?? '',
  toJob: (typed: string) => typed || null,
}

const lines = (rows: number) => ({
  control: { kind: 'lines' as const, rows },
  problem: ({ tooManyLines }: JobWords['problems']) => tooManyLines(TEXTS_MAX, TEXT_CHARACTERS_MAX),
  toForm: (stored: string | string[] | null | undefined) => [stored ?? []].flat().join('\n'),
  toJob(typed: string) {
    const items = typed
      .split('\n')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    return items.length === 0 ? null : items
  },
})

const number = (max?: number) => ({
  control: { kind: 'line' as const, type: 'number', min: 0, ...(max !== undefined && { max }) },
  toForm: (stored: number | null | undefined) => (stored ?? '').toString(),
  toJob: (typed: string) => (typed === '' ? null : Number(typed)),
})

const choice = <Value extends string>(labels: Record<Value, Translations>) => ({
  control: { kind: 'choice' as const, labels },
  problem: ({ notAccepted }: JobWords['problems']) => notAccepted,
  toForm: (stored: Value | null | undefined): Value | '' => stored ?? '',
  toJob: (typed: Value | '') => (typed === '' ? null : typed),
})

const choices = <Value extends string>(labels: Record<Value, Translations>) => ({
  control: { kind: 'choices' as const, labels },
  problem: ({ notAccepted }: JobWords['problems']) => notAccepted,
  toForm: (stored: Value[] | null | undefined): string[] => stored ?? [],
  toJob(typed: string[]) {
    const values = typed.filter((value): value is Value => Object.hasOwn(labels, value))
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
    toJob: (typed: string) => typed.trim(),
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
    toJob: (typed: boolean) => typed,
  },
} satisfies { [Name in keyof JobFields]-?: FormField<NonNullable<JobFields[Name]>, unknown> }

type Fields = typeof fields
export type FieldName = keyof Fields
/** A job as its form holds it. */
export type JobValues = { [Name in FieldName]: ReturnType<Fields[Name]['toForm']> }
/** A job as the form sends it; null clears a field. */
export type SentJob = { [Name in FieldName]: ReturnType<Fields[Name]['toJob']> }

export const jobFields: Record<FieldName, FormField<unknown, unknown>> = fields

export const isJobField = (name: string): name is FieldName => Object.hasOwn(fields, name)

/** The names of the fields, in the order of the form. */
export const fieldNames = Object.keys(fields).filter(isJobField)
