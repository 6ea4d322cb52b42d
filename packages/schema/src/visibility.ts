import type { PublicationStatus } from './job.ts'
import type { JobTerms } from './terms.ts'

/** What decides whether people can see a job. */
export interface JobVisibility {
  status: PublicationStatus
  terms: JobTerms
  /** When the operator took the job off the board. Null if the operator has not, or has put it back. */
  suspendedAt: Date | null
}

/** Whether the closing date of a job has passed. */
export const isClosed = ({ terms }: Pick<JobVisibility, 'terms'>, nowMs: number): boolean =>
  terms.closesAt !== undefined && terms.closesAt.getTime() <= nowMs

/** Whether people can see a job and apply for it, unless its company is suspended. */
export const isPublic = (job: JobVisibility, nowMs: number): boolean =>
  job.status === 'PUBLISHED' && job.suspendedAt === null && !isClosed(job, nowMs)
