import type { ToldError } from '../failure.ts'

/** The outcome of one row. */
export interface Outcome {
  /** The line on which the row begins; null for a job that is not in the feed. */
  line: number | null
  /** The number of the row in the feed, from 1; null for a job that is not in the feed. */
  row: number | null
  id: string | null
  /**
   * `unconfirmed`: it is not known, because the answer was lost. `valid`: a good row of a dry run. `unpublished`: a job that
   * sync unpublished because it is not in the feed.
   */
  status: 'created' | 'updated' | 'unchanged' | 'failed' | 'unconfirmed' | 'valid' | 'unpublished'
  jobId: number | null
  jobUrl: string | null
  error: ToldError | null
}

/** How many rows have each outcome. */
export interface Counts {
  rows: number
  created: number
  updated: number
  unchanged: number
  failed: number
  valid: number
  unpublished: number
  /** Rows whose answer was lost, or that had none when the work ended: they may or may not be on the board. */
  unconfirmed: number
}

export const createCounts = (): Counts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  valid: 0,
  unpublished: 0,
  unconfirmed: 0,
})
