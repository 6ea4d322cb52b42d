import type { Company, OpenJob } from './company.ts'

/** What a person writes into the form. */
export interface FormFields {
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
}

/** One form, from its first sending on. Times are this program's, in ms. */
export interface SentApplication {
  company: Company
  job: OpenJob
  formId: string
  fields: FormFields
  cv: Buffer | undefined
  firstSentMs: number
  acknowledged: { id: string; atMs: number } | undefined
  /** By acknowledgement or delivery, whichever told it first. */
  dateMs: number | undefined
  /** Every id under which it was seen; one, if all is well. */
  ids: Set<string>
  history: string[]
}

/** All forms that were sent. */
export interface ApplicationLog {
  add(application: SentApplication): void
  /** The form that somebody with this e-mail address sent; each is sent by somebody else. */
  byEmail(email: unknown): SentApplication | undefined
  all(): Iterable<SentApplication>
  size(): number
}

export function createApplicationLog(): ApplicationLog {
  const byEmail = new Map<string, SentApplication>()
  return {
    add: (application) => void byEmail.set(application.fields.email, application),
    byEmail: (email) => (typeof email === 'string' ? byEmail.get(email) : undefined),
    all: () => byEmail.values(),
    size: () => byEmail.size,
  }
}

/** Notes what happened to a form, and when. */
export function note({ history }: SentApplication, what: string): void {
  history.push(`${new Date().toISOString()} ${what}`)
}
