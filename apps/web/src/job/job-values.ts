import type { JobFields } from '@boardwalk/schema/job'

type Chosen<Name extends keyof JobFields> = Exclude<JobFields[Name], null | undefined> | ''

/** A job as its form holds it: texts, one item a line where there are several, "" for what is not said. */
export interface JobValues {
  title: string
  description: string
  responsibilities: string
  qualifications: string
  benefits: string
  city: string
  country: string
  languages: string[]
  contractType: Chosen<'contractType'>
  educationLevel: Chosen<'educationLevel'>
  workMode: Chosen<'workMode'>
  minSalary: string
  maxSalary: string
  displaySalary: boolean
  minExperience: string
  maxExperience: string
  recruitmentProcess: string
}

const emptyValues: JobValues = {
  title: '',
  description: '',
  responsibilities: '',
  qualifications: '',
  benefits: '',
  city: '',
  country: '',
  languages: [],
  contractType: '',
  educationLevel: '',
  workMode: '',
  minSalary: '',
  maxSalary: '',
  displaySalary: false,
  minExperience: '',
  maxExperience: '',
  recruitmentProcess: '',
}

export const isJobField = (name: string): name is keyof JobValues => Object.hasOwn(emptyValues, name)

const lines = (value: string | string[] | null | undefined) => [value ?? []].flat().join('\n')
const digits = (value: number | null | undefined) => (value ?? '').toString()

/** The form of a job as stored, or of a new one. */
export function valuesOf(fields: Partial<JobFields>): JobValues {
  return {
    title: fields.title ?? '',
    description: fields.description ?? '',
    responsibilities: fields.responsibilities ?? '',
    qualifications: fields.qualifications ?? '',
    benefits: lines(fields.benefits),
    city: lines(fields.city),
    country: fields.country ?? '',
    languages: fields.languages ?? [],
    contractType: fields.contractType ?? '',
    educationLevel: fields.educationLevel ?? '',
    workMode: fields.workMode ?? '',
    minSalary: digits(fields.minSalary),
    maxSalary: digits(fields.maxSalary),
    displaySalary: fields.displaySalary ?? false,
    minExperience: digits(fields.minExperience),
    maxExperience: digits(fields.maxExperience),
    recruitmentProcess: lines(fields.recruitmentProcess),
  }
}

function itemsOf(text: string): string[] | null {
  const items = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return items.length === 0 ? null : items
}

const orNull = <Value extends string>(value: Value | '') => (value === '' ? null : value)
const numberOf = (text: string) => (text === '' ? null : Number(text))
const isLanguage = (value: string): value is NonNullable<JobFields['languages']>[number] =>
  ['fr', 'en', 'ar'].includes(value)

/** What the form says, as fields of a job; null for what is not said. */
export function fieldsOf(values: JobValues) {
  const languages = values.languages.filter(isLanguage)
  return {
    title: values.title.trim(),
    description: orNull(values.description),
    responsibilities: orNull(values.responsibilities),
    qualifications: orNull(values.qualifications),
    benefits: itemsOf(values.benefits),
    city: itemsOf(values.city),
    country: orNull(values.country.trim()),
    languages: languages.length === 0 ? null : languages,
    contractType: orNull(values.contractType),
    educationLevel: orNull(values.educationLevel),
    workMode: orNull(values.workMode),
    minSalary: numberOf(values.minSalary),
    maxSalary: numberOf(values.maxSalary),
    displaySalary: values.displaySalary,
    minExperience: numberOf(values.minExperience),
    maxExperience: numberOf(values.maxExperience),
    recruitmentProcess: itemsOf(values.recruitmentProcess),
  }
}

/** Only the fields that the person changed, so that what others wrote into the rest stays. */
export function changedFields(values: JobValues, isChanged: (name: keyof JobValues) => boolean) {
  const fields = fieldsOf(values)
  const changed = Object.entries(fields).filter(([name]) => isJobField(name) && isChanged(name))
  // The entries are those of `fields`, fewer of them.
  return Object.fromEntries(changed) as Partial<typeof fields>
}
