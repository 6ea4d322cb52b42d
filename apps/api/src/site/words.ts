import type { JobFilterName } from '@boardwalk/core/job/search/query'
import type { ApplicationForm } from '@boardwalk/schema/application'
import type { ReportReason } from '@boardwalk/schema/report'
import type { PayBasis } from '@boardwalk/schema/terms'

/* The texts that the public site needs in each language. The files of `words` have them. */

/** The fields of the form to apply, in their order. */
export const APPLY_FIELDS = [
  ...(['firstName', 'lastName', 'email', 'phone', 'linkedinUrl', 'message', 'cv', 'consent'] as const),
]
export type ApplyField = (typeof APPLY_FIELDS)[number]
export type ApplyTextField = Exclude<ApplyField, 'cv' | 'consent'> & keyof ApplicationForm

/** The kinds of files that are not accepted as a CV, as an applicant knows them. */
export type CvKind = 'empty' | 'word' | 'openDocument' | 'image' | 'text' | 'other'

/** The errors that have their own text on a page. Other errors have the text of `invalid_request` or `internal`. */
export type PageErrorCode =
  | 'invalid_request'
  | 'cv_link_invalid'
  | 'application_erased'
  | 'origin_refused'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'job_unpublished'
  | 'job_closed'
  | 'company_withdrawn'
  | 'body_unsupported'
  | 'too_many_applications'
  | 'internal'

interface FieldWords {
  label: string
  hint?: string
  /** The problem of an empty field, if its text differs from `problem`. */
  missing?: string
  /** What the field accepts; `max` is its limit in characters, or in megabytes for the CV. */
  problem: (max: number) => string
}

/** Every text of the public site in one language. packages/schema/src/words/job-labels.ts has the labels of jobs. */
export interface Words {
  openGraphLocale: string
  otherLanguages: string
  /** The pages of the whole board. */
  board: {
    title: string
    /** The link from a company’s pages to the page of the whole board. */
    link: string
    description: string
    /** The link to the directory of companies, and its title. */
    companies: string
    noJobsHeading: string
    noJobs: string
    noCompanies: string
  }
  /** The links in the foot of every page. */
  footer: {
    imprint: string
    privacy: string
    contact: string
    forDevelopers: string
    reference: string
    jobsInXml: string
    jobsInJson: string
  }
  jobsAt: (company: string) => string
  jobCount: (jobs: number) => string
  noJobs: string
  allJobs: string
  otherJobs: (company: string) => string
  about: (company: string) => string
  /** Opens the rest of a company's text. */
  readOn: string
  website: string
  cards: {
    isNew: string
    allOfCompany: (company: string, jobs: number) => string
  }
  directory: {
    text: string
    noMatch: string
    clear: string
  }
  search: {
    heading: string
    text: string
    /** As `text`, on the page of one company. */
    textAtCompany: string
    language: string
    filters: string
    /** The choice of each filter that shows every job. */
    all: Record<JobFilterName, string>
    send: string
    /** Before the name of a filter, for screen readers: the link removes it. */
    remove: string
    clear: string
    noMatch: string
    noMatchHint: string
    /** The headings of what is near to a search that finds nothing. */
    nearest: string
    employers: string
    browse: string
  }
  pages: {
    label: string
    previous: string
    next: string
    page: (page: number) => string
    pageOf: (page: number, pages: number) => string
  }
  facts: {
    /** Before the countries from which people may do a remote job. */
    remoteFrom: string
    reference: string
    experience: string
    salary: string
    posted: string
    /** Before the day on which applications close. */
    closes: string
  }
  factsHeading: string
  /** The page of a job, beside the job. */
  job: {
    similar: string
    /** The link from a job to the company’s page. */
    ofCompany: (company: string) => string
  }
  /** The ways to share a job, and to print it. */
  share: {
    label: string
    mail: string
    /** The button that opens the browser’s own list of ways. */
    otherwise: string
    print: string
  }
  atLeast: (amount: string) => string
  atMost: (amount: string) => string
  /** A range of amounts. Given if the usual dash between two amounts would read in the wrong direction. */
  range?: (from: string, to: string) => string
  /** Whether salaries have the symbol of the currency or its name. */
  currencyDisplay: 'symbol' | 'name'
  /** After the amount of a salary: net or gross. The period follows. */
  payBases: Record<PayBasis, string>
  apply: {
    heading: string
    toJob: (title: string) => string
    optional: string
    fields: Record<ApplyField, FieldWords>
    /** Asks whether another e-mail address was meant, because the domain is a common slip. */
    meant: (address: string) => string
    cvHint: (megabytes: number) => string
    cvKept: (fileName: string) => string
    cvLost: string
    cvTooLarge: (megabytes: number) => string
    /** Shown for a file that is not a PDF: what it is, and what to do. */
    cvNotPdf: (fileName: string, kind: CvKind) => string
    /** Shown for a PDF that cannot be read without a password. */
    cvLocked: (fileName: string) => string
    /** Shown while the server takes no files. */
    cvRefused: string
    consent: (company: string) => string
    /** The heading of the company's text about the use of applicants' data. */
    privacy: (company: string) => string
    /** Shown if this browser has sent an application to the job before. */
    appliedBefore: (day: string, reference: string, company: string) => string
    /** The label of the trap field: asks a person who sees it to leave it empty. */
    trap: string
    send: string
    /** Shown while the form is on its way. */
    sending: string
    /** Begins the title of a page that shows problems. */
    titlePrefix: string
    problemsHeading: string
    tooMany: (minutes: number) => string
    /** Shown if the company gets more applications in a second than it can take. */
    crowded: string
    /** Shown if the form could not be read, or if the problem belongs to no field. */
    unreadable: string
    /** Shown in place of the form if the job names another page on which people apply. */
    elsewhere: (company: string) => string
    /** The heading for an applicant whose form came after the job had named that page, or had been withdrawn. */
    notSent: string
    /** Before the texts of a form that was not sent. */
    typed: string
  }
  accepted: {
    heading: string
    text: (title: string, company: string) => string
    sentOn: string
    reference: string
    /** Shown if the browser keeps no cookies, or the visitor has not applied. */
    unknown: (title: string, company: string) => string
    nextHeading: string
    byMail: string
    next: (company: string) => string
    steps: string
  }
  backToJob: string
  /** The form by which a visitor reports a job to the operator of the board. */
  report: {
    /** The link on the page of the job. */
    link: string
    heading: string
    text: string
    reason: string
    reasons: Record<ReportReason, string>
    details: string
    detailsHint: string
    email: string
    emailHint: string
    send: string
    problems: {
      reason: string
      details: string
      detailsTooLong: (max: number) => string
      email: string
    }
    tooMany: string
    /** The address has reported too many different jobs today. */
    tooManyJobs: string
    sent: { heading: string; text: string }
  }
  /** How a job seeker follows a search: the form of an alert under the results, its pages, and the feed. */
  alerts: {
    heading: string
    text: string
    email: string
    send: string
    tooMany: string
    /** The link to the feed of a search, and in the foot of pages. */
    feed: string
    jobsInRss: string
    /** Names the search that finds every job of the board. */
    everyJob: string
    requested: { heading: string; text: string }
    confirm: { heading: string; text: (search: string) => string; send: string }
    confirmed: { heading: string; text: (search: string) => string }
    end: { heading: string; text: (search: string) => string; send: string }
    ended: { heading: string; text: string }
    /** Shown for a link whose alert is gone. */
    unknown: { heading: string; text: string }
    toJobs: string
  }
  errors: Record<PageErrorCode, { heading: string; text: string }>
  errorReference: string
}
