import { randomBytes } from 'node:crypto'
import type { ApplicationAttention } from '@boardwalk/schema/application'
import type { ApplicationDocument } from './schema.ts'

/** How long a held application waits for a user's decision. Then it goes in by itself. */
export const HELD_DAYS = 7
export const HELD_MS = HELD_DAYS * 24 * 60 * 60 * 1000

/** One person's application to one job, as stored. */
export type Application = Omit<ApplicationDocument, '_id' | 'changedAt' | 'unpositionedChange' | 'changeIds'> & {
  id: string
}

export const toDocument = ({ id, ...fields }: Application): ApplicationDocument => ({ _id: id, ...fields })
export const fromDocument = ({
  _id,
  changedAt: _at,
  unpositionedChange: _change,
  changeIds: _ids,
  ...fields
}: ApplicationDocument): Application => ({ id: _id, ...fields })

/** What a candidate shows of its job. */
export interface JobName {
  /** Null for a job without one. */
  externalId: string | null
  title: string
}

/** The job that has an external id now, and since when. `linkedAt` is null if the job was created with it. */
export interface IdHolder {
  jobId: number
  title: string
  linkedAt: Date | null
}

/** All that the intake asks of jobs. */
export interface JobNames {
  /** Finds the job that has an external id. Undefined if the company has no such job. */
  findHolder(companyId: string, externalId: string): Promise<IdHolder | undefined>
  /** Finds the names of jobs, by job id. A job that does not exist has no entry. */
  findExternalIds(companyId: string, jobIds: number[]): Promise<Map<number, JobName>>
  /** Finds the jobs whose external id was changed after an instant. */
  findMovedSince(companyId: string, since: Date): Promise<number[]>
}

/** Who sets a status: a key of the API, a user of the back office, or the applicant, who withdraws. */
export type StatusActor = Pick<NonNullable<Application['statusChange']>, 'by' | 'actor'>

/** Says who set the status of an application, and when. The applicant set that of a new one by applying. */
export const showStatusChange = ({ statusChange, date }: Application) => ({
  statusChangedBy: statusChange?.by ?? ('applicant' as const),
  statusChangedAt: (statusChange?.at ?? date).toISOString(),
})

/** An application that is not accepted yet, so it has no date. */
export type NewApplication = Omit<Application, 'date'>

/** The fields that stay when an application's data is erased. */
type KeptField =
  | 'id'
  | 'companyId'
  | 'jobId'
  | 'date'
  | 'locale'
  | 'status'
  | 'statusChange'
  | 'toldAt'
  | 'erasedAt'
  | 'confirmationRefusedAt'
  | 'erasureConfirmed'
  | 'changePosition'

/** What an applicant types, in the order in which a form's digest covers it, and the values that replace it when it is erased. */
export const typedFields = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  linkedinUrl: '',
  message: '',
  answers: [],
} satisfies Record<string, '' | never[]>

/**
 * The values that replace a person's data when it is erased. If an application gets a new field, the compiler asks for
 * it here.
 */
export const erasedFields = {
  ...typedFields,
  contentDigest: '',
  cvId: null,
} satisfies Record<Exclude<keyof Application, KeptField>, '' | null | never[]>

/**
 * Selects applications of a company that were changed after `changedSince`, and all of its applications to `jobIds`. Only
 * those with a date after `afterMs` and, if it is given, up to `throughMs`.
 */
export interface ChangeFilter {
  companyId: string
  changedSince: Date
  jobIds: number[]
  afterMs: number
  throughMs?: number | undefined
}

/** Selects applications of a company, or of one of its jobs, with a date after `afterMs` and up to `throughMs`. */
export interface ApplicationFilter {
  companyId: string
  jobId?: number
  afterMs: number
  throughMs: number
}

/**
 * Selects the applications of a company that ask for attention. `at` is the instant after which the new ones came, before
 * which the unanswered ones came, or before which the unconfirmed ones were erased.
 */
export interface AttentionFilter {
  reason: ApplicationAttention
  at: Date
}

/** A change of an application that has no position yet. `token` names it in its row until it has one. */
export interface UnpositionedChange {
  id: string
  token: string
}

/** Makes the token of a change. */
export const newChangeToken = (): string => randomBytes(9).toString('base64url')

/** Positions may be this far ahead of the mailbox's `wallTime`: not as far as dates of applications, which come first. */
export const POSITIONS_AHEAD_MS_MAX = 300

/** A change and its position in the order of the company's dates. */
export interface PositionedChange extends UnpositionedChange {
  changePosition: Date
}

/** Selects changes of a company whose position is after `afterMs` and up to `throughMs`, of applications from before that. */
export type PositionRange = Omit<ApplicationFilter, 'jobId'>

/** The dates between two instants, without both. */
export interface DateRange {
  after: Date
  before: Date
}
