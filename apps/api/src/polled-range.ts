/** The candidates that a poll asked for: those of one job or of all, with a date after `after` and up to `through`. */
export interface PolledRange {
  after: Date
  through: Date
  /** Null for a poll of all jobs. */
  jobId: number | null
}
