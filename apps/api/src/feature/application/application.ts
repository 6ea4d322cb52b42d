import type { ApplicationStatus } from '@boardwalk/schema/application'

/** One person's application to one job, as stored. What the applicant left out is `""`. */
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
  /** The stored CV; null where none was sent. */
  cvId: string | null
  /** Unique in a company, and growing in the order of acceptance: the cursor of every caller. */
  date: Date
  /** When all that the person sent was erased on request; the rest of the row stays. */
  erasedAt?: Date
}

/** Applications of a company, or of one job, whose date is after one instant and not after another. */
export interface ApplicationFilter {
  companyId: string
  jobId?: number
  afterMs: number
  throughMs: number
}
