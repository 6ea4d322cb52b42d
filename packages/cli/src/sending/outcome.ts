import type { Fault } from '../feed/row.ts'

/** What became of one row. */
export interface Outcome {
  /** Where the row begins in the feed; null for a job that the feed does not hold. */
  line: number | null
  id: string | null
  /** `valid` is a good row of a push that sends nothing, `unpublished` a job that the feed of a sync does not hold. */
  status: 'created' | 'updated' | 'unchanged' | 'failed' | 'valid' | 'unpublished'
  jobId: number | null
  jobUrl: string | null
  error: { message: string; issues?: readonly Fault[] } | null
}

/** How many rows came to which end. */
export interface Counts {
  rows: number
  created: number
  updated: number
  unchanged: number
  failed: number
  valid: number
  unpublished: number
  /** Sent, or about to be, when the work ended: a second run tells. */
  unconfirmed: number
}

export const noCounts = (): Counts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  valid: 0,
  unpublished: 0,
  unconfirmed: 0,
})
