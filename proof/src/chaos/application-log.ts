/** A company on the board, with the jobs that take applications. */
export interface Company {
  id: string
  slug: string
  key: string
  openJobs: OpenJob[]
}

interface OpenJob {
  externalId: string
  /** Path of its page. */
  path: string
}

/** The fields of the form that a person fills in. */
export interface FormFields {
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
}

/** One form since it was first sent. Times are this program's, in ms. */
export interface SentApplication {
  company: Company
  job: OpenJob
  formId: string
  fields: FormFields
  cv: Buffer | undefined
  /** The link to the CV that a poller got last. */
  cvLink?: string
  firstSentMs: number
  acknowledged: { id: string; atMs: number } | undefined
  /** The date in the first acknowledgement or delivery. */
  dateMs: number | undefined
  /** Every id under which it was seen. There must be only one. */
  ids: Set<string>
  history: string[]
}

export type ApplicationLog = ReturnType<typeof createApplicationLog>

/** Creates the log of all forms that are sent. */
export function createApplicationLog() {
  const byEmail = new Map<string, SentApplication>()
  return {
    add: (application: SentApplication) => void byEmail.set(application.fields.email, application),
    /** Finds the form with this e-mail address. Each form has another one. */
    byEmail: (email: unknown) => (typeof email === 'string' ? byEmail.get(email) : undefined),
    all: () => [...byEmail.values()],
  }
}

/** Adds a line to the history of a form. */
export function note({ history }: SentApplication, what: string): void {
  history.push(`${new Date().toISOString()} ${what}`)
}
