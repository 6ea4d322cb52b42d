import { parseExtra } from '@boardwalk/schema/extra-fields'
import type { JobFields } from '@boardwalk/schema/job'
import { isObject } from '@boardwalk/schema/json'
import {
  EXPERIENCE_YEARS_MAX,
  HTML_CHARACTERS_MAX,
  TEXT_CHARACTERS_MAX,
  TEXTS_MAX,
  TITLE_CHARACTERS_MAX,
} from '@boardwalk/schema/limits'
import type { JobTerms } from '@boardwalk/schema/terms'
import {
  contractTypes,
  educationLevels,
  languages,
  payBases,
  payPeriods,
  termLabels,
  workHours,
  workModes,
} from '@boardwalk/schema/words/job-labels'
import type { Translations } from '@boardwalk/schema/words/page-language'
import type { HTMLInputTypeAttribute } from 'react'
import { isDay } from '../format.ts'
import type { JobWords } from './words.ts'

/** The control that shows a field. `JobField` of job-form.tsx renders each kind. */
type Control =
  | { kind: 'line'; type?: HTMLInputTypeAttribute; min?: number; max?: number; maxLength?: number; isRequired?: true }
  | { kind: 'html' }
  | { kind: 'lines'; rows: number }
  | { kind: 'choice' | 'choices'; labels: Record<string, Translations> }
  | { kind: 'checkbox' | 'date' | 'currency' | 'countries' }

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
  toForm(stored: unknown): Choice | '' {
    const isChoice = (value: unknown): value is Choice => typeof value === 'string' && Object.hasOwn(labels, value)
    return isChoice(stored) ? stored : ''
  },
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

/** A term. An ATS may have sent any value for it. */
const term = {
  toForm: (stored: unknown) => (typeof stored === 'string' ? stored : ''),
  toJob: (text: string) => text.trim() || null,
}

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
  contractType: { section: 'job', isHalfWidth: true, ...choice(contractTypes) },
  hours: { section: 'job', isHalfWidth: true, ...choice(workHours) },
  workMode: { section: 'job', isHalfWidth: true, ...choice(workModes) },
  countries: {
    section: 'job',
    isHalfWidth: true,
    control: { kind: 'countries' },
    hint: ({ countriesHint }) => countriesHint,
    problem: ({ notAccepted }) => notAccepted,
    toForm: (stored: unknown) => [stored].flat().filter((code) => typeof code === 'string'),
    toJob(codes: string[]) {
      const chosen = codes.filter((code) => code !== '')
      return chosen.length === 0 ? null : [...new Set(chosen)]
    },
  },
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
  basis: { section: 'salary', isHalfWidth: true, ...choice(payBases), hint: ({ basisHint }) => basisHint },
  period: { section: 'salary', isHalfWidth: true, ...choice(payPeriods), hint: ({ periodHint }) => periodHint },
  currency: {
    section: 'salary',
    isHalfWidth: true,
    ...term,
    control: { kind: 'currency' },
    hint: ({ currencyHint }) => currencyHint,
    problem: ({ notAccepted }) => notAccepted,
  },
  displaySalary: {
    section: 'salary',
    control: { kind: 'checkbox' },
    problem: ({ notAccepted }) => notAccepted,
    toForm: (stored: boolean | null | undefined) => stored ?? false,
    toJob: (isChecked: boolean) => isChecked,
  },
  closesAt: {
    section: 'applying',
    isHalfWidth: true,
    control: { kind: 'date' },
    hint: ({ closesAtHint }) => closesAtHint,
    problem: ({ date }) => date,
    toForm(stored: unknown) {
      if (typeof stored !== 'string') return ''
      return isDay(stored) ? stored : toLocalTime(stored)
    },
    toJob: (text: string) => (text === '' || isDay(text) ? text || null : new Date(text).toISOString()),
  },
  applyUrl: {
    section: 'applying',
    isHalfWidth: true,
    ...term,
    control: { kind: 'line', type: 'url' },
    hint: ({ applyUrlHint }) => applyUrlHint,
    problem: ({ httpsAddress }) => httpsAddress,
  },
} satisfies { [Name in keyof JobFields]-?: FormField<NonNullable<JobFields[Name]>, unknown> } & {
  [Name in keyof JobTerms]-?: FormField<unknown, unknown>
}

type Fields = typeof fields
export type FieldName = keyof Fields
/** The values of the job form. */
export type FormValues = { [Name in FieldName]: ReturnType<Fields[Name]['toForm']> }
type Changed<Name extends FieldName> = { [Each in Name]: ReturnType<Fields[Each]['toJob']> }
/** The fields that the form sends; null clears a field. The terms are in one extra field. */
export type JobChange = Changed<keyof JobFields> & { boardwalk: Changed<keyof JobTerms> }
/** Some fields, and of the terms some, too. */
export type PartialJobChange = Partial<Changed<keyof JobFields>> & { boardwalk?: Partial<JobChange['boardwalk']> }

export const jobFields: Record<FieldName, FormField<unknown, unknown>> = fields

export const isJobField = (name: string): name is FieldName => Object.hasOwn(fields, name)

export const isTerm = (name: string): name is keyof JobTerms => Object.hasOwn(termLabels, name)

/** The names of the fields, in the order of the form. */
export const fieldNames = Object.keys(fields).filter(isJobField)

/** Reads the values of the form from the fields and the terms of a job. Without them, they are those of a new job. */
export function toForm(job: Partial<JobFields>, terms: Record<string, unknown> = {}): FormValues {
  const stored: Record<string, unknown> = job
  // Each value comes from its own field's `toForm`.
  return Object.fromEntries(
    Object.entries(jobFields).map(([name, field]) => [name, field.toForm(isTerm(name) ? terms[name] : stored[name])]),
  ) as FormValues
}

interface StoredTerms {
  /** All extra fields as JSON text. */
  extra: string
  /** When applications close. Null if the job has no closing date, or one that has no effect. */
  closesAt: string | null
}

/** Reads the terms of a job as they were sent. A closing date with a time is in the form that JavaScript reads. */
export function readSentTerms({ extra, closesAt }: StoredTerms): Record<string, unknown> {
  const { boardwalk: sent } = parseExtra(extra)
  if (!isObject(sent)) return {}
  return { ...sent, closesAt: typeof sent.closesAt === 'string' && isDay(sent.closesAt) ? sent.closesAt : closesAt }
}

/** Reads all fields of a job from the form. */
export function toJob(values: FormValues): JobChange {
  // All fields are in it.
  return toChangedJob(values, () => true) as JobChange
}

/** Reads only the fields that the user changed, so that a save does not undo what others have saved in the meantime. */
export function toChangedJob(values: FormValues, isChanged: (name: FieldName) => boolean): PartialJobChange {
  const byName: Record<string, unknown> = values
  const read = (names: FieldName[]) =>
    Object.fromEntries(names.filter(isChanged).map((name) => [name, jobFields[name].toJob(byName[name])]))
  const terms = read(fieldNames.filter(isTerm))
  const others = read(fieldNames.filter((name) => !isTerm(name)))
  // Each value comes from its own field's `toJob`.
  return (Object.keys(terms).length === 0 ? others : { ...others, boardwalk: terms }) as PartialJobChange
}

/** Writes a moment as the control for a date with a time needs it: in the time zone of the browser. */
function toLocalTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const pad = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}
