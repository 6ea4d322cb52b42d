import type { JobContent } from '@boardwalk/schema/job-content'

/** A job as stored. */
export interface StoredJob extends JobContent {
  id: number
  companyId: string
  /** The caller's id; null for a board job that has none yet. */
  externalId: string | null
  slug: string
  /** Grows by one with every change, so that a change made from an old reading is refused. */
  revision: number
  createdAt: Date
  updatedAt: Date
  /** When it last came onto the public site; null while it never has. */
  publishedAt: Date | null
}

/** Which job an external id names. */
export interface IdHolder {
  jobId: number
  /**
   * A `since` before this instant may come from a poll that this external id did not lead to this job. Null for a job
   * that has had the id since it was created.
   */
  linkedAt: Date | null
}
