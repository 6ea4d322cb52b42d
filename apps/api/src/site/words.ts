import type { ApplicationForm } from '@boardwalk/schema/application'
import type { JobFields } from '@boardwalk/schema/job'

/** What a person fills in to apply, in the order of the form. */
export const APPLY_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'message', 'cv'] as const
export type ApplyField = (typeof APPLY_FIELDS)[number]
export type ApplyTextField = Exclude<ApplyField, 'cv'> & keyof ApplicationForm

/** The errors that have words of their own on a page; any other is `invalid_request`, or `internal` where it is our fault. */
export type PageErrorCode =
  | 'invalid_request'
  | 'cv_link_invalid'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'job_unpublished'
  | 'body_unsupported'
  | 'internal'

interface FieldWords {
  label: string
  hint?: string
  /** What is accepted; `max` is the limit in characters, or in MiB for the CV. */
  problem: (max: number) => string
}

type Value<Field extends keyof JobFields> = NonNullable<JobFields[Field]> & string

/** Everything that the public site says in one language. */
export interface Words {
  /** The language's name in itself. */
  languageName: string
  dir: 'ltr' | 'rtl'
  /** For Intl: the digits and separators of this language's readers here. */
  intlLocale: string
  /** The country "Maroc", which is also that of a job that names none. */
  morocco: string
  otherLanguages: string
  jobsAt: (company: string) => string
  noJobs: string
  allJobs: string
  facts: {
    city: string
    country: string
    contractType: string
    workMode: string
    educationLevel: string
    experience: string
    languages: string
    salary: string
  }
  atLeast: (amount: string) => string
  atMost: (amount: string) => string
  netPerMonth: (amount: string) => string
  contractTypes: Record<Value<'contractType'>, string>
  workModes: Record<Value<'workMode'>, string>
  educationLevels: Record<Value<'educationLevel'>, string>
  languages: Record<NonNullable<JobFields['languages']>[number], string>
  sections: Record<'description' | 'responsibilities' | 'qualifications' | 'benefits' | 'recruitmentProcess', string>
  apply: {
    heading: string
    toJob: (title: string) => string
    optional: string
    fields: Record<ApplyField, FieldWords>
    cvHint: (mebibytes: number) => string
    cvAgain: string
    send: string
    problems: string
    /** For a form that could not be read, or whose problem lies in none of its fields. */
    unreadable: string
  }
  accepted: {
    heading: string
    text: (title: string, company: string) => string
    reference: string
  }
  backToJob: string
  errors: Record<PageErrorCode, { heading: string; text: string }>
  requestId: string
}
