import type { ApplicationStatus } from '@boardwalk/schema/application'

/** One person's application to one job, as stored. A field that the applicant left out is `""`. */
export interface Application {
  id: string
  companyId: string
  jobId: number
  status: ApplicationStatus
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
  /** The stored CV; null if none was sent. */
  cvId: string | null
  /** Unique in a company. It grows in the order of acceptance, so callers use it as their cursor. */
  date: Date
  /** When the person's data was erased on request; the rest of the row stays. */
  erasedAt?: Date
}

/** Applications of a company, or of one job, whose date is after one instant and not after another. */
export interface ApplicationFilter {
  companyId: string
  jobId?: number
  afterMs: number
  throughMs: number
}
