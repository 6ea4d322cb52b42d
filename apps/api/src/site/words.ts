import type { ApplicationForm } from '@boardwalk/schema/application'
import type { JobFields } from '@boardwalk/schema/job'
import type { JobFilterName } from '../feature/job/search.ts'

/** What a person fills in to apply, in the order of the form. */
export const APPLY_FIELDS = [
  ...(['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'message', 'cv', 'consent'] as const),
]
export type ApplyField = (typeof APPLY_FIELDS)[number]
export type ApplyTextField = Exclude<ApplyField, 'cv' | 'consent'> & keyof ApplicationForm

/** The errors that have words of their own on a page; any other is `invalid_request`, or `internal` where it is our fault. */
export type PageErrorCode =
  | 'invalid_request'
  | 'cv_link_invalid'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'job_unpublished'
  | 'body_unsupported'
  | 'too_many_applications'
  | 'internal'

interface FieldWords {
  label: string
  hint?: string
  /** What is accepted; `max` is the limit in characters, or in megabytes for the CV. */
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
  openGraphLocale: string
  /** The country "Maroc", which is also that of a job that names none. */
  morocco: string
  otherLanguages: string
  jobsAt: (company: string) => string
  jobCount: (jobs: number) => string
  noJobs: string
  allJobs: string
  otherJobs: (company: string) => string
  about: (company: string) => string
  website: string
  search: {
    heading: string
    text: string
    labels: Record<JobFilterName, string>
    /** The choice that leaves out no job. */
    any: string
    send: string
    clear: string
    nothing: string
    nothingHelps: string
  }
  pages: {
    label: string
    previous: string
    next: string
    of: (page: number, pages: number) => string
    /** On the last page, where not all jobs found stand on pages. */
    more: string
  }
  facts: {
    city: string
    country: string
    contractType: string
    workMode: string
    educationLevel: string
    experience: string
    languages: string
    salary: string
    posted: string
  }
  factsHeading: string
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
    cvHint: (megabytes: number) => string
    cvKept: (fileName: string) => string
    cvLost: string
    consent: (company: string) => string
    /** For whoever sees the field that only programs should fill in. */
    trap: string
    send: string
    /** Before the title of a page that has problems. */
    problem: string
    problems: string
    tooMany: (minutes: number) => string
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
