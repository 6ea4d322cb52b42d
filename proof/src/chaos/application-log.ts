/** A company on the board, with the jobs that take applications. */
export interface Company {
  id: string
  slug: string
  key: string
  /** The cookie of a user who is signed in to the back office. */
  cookie: string
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

/** A change of a candidate that was asked for. Times are this program's, in ms. */
export interface AskedChange {
  /** The new status, or `erased`. */
  to: string
  beganMs: number
  /** Undefined while no answer says that it is done. */
  doneMs: number | undefined
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
  changes: AskedChange[]
  history: string[]
}

export type ApplicationLog = ReturnType<typeof createApplicationLog>

/** Creates the log of all forms that are sent. */
export function createApplicationLog() {
  const byEmail = new Map<string, SentApplication>()
  const byId = new Map<string, SentApplication>()
  const acknowledged: SentApplication[] = []
  return {
    add: (application: SentApplication) => void byEmail.set(application.fields.email, application),
    /** Notes that the board has told its applicant that this form is an application. */
    acknowledge(application: SentApplication, id: string) {
      byId.set(id, application)
      acknowledged.push(application)
    },
    /** The acknowledged applications to a company, the newest last. */
    ofCompany: (company: Company) => acknowledged.filter((application) => application.company === company),
    /** Finds the form of a candidate: by the e-mail address, which no other form has, or if that is erased by the id. */
    find: ({ email, id }: Record<string, unknown>) =>
      typeof email === 'string' && email !== '' ? byEmail.get(email) : byId.get(String(id)),
    all: () => [...byEmail.values()],
  }
}

/** Adds a line to the history of a form. */
export function note({ history }: SentApplication, what: string): void {
  history.push(`${new Date().toISOString()} ${what}`)
}
