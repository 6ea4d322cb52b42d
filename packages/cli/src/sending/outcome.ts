import type { ToldError } from '../failure.ts'

/** What the board warns of in a row that it takes. An older board gives no code. */
export interface RowWarning {
  code?: string | undefined
  path: string
  message: string
}

/** The outcome of one row. */
export interface Outcome {
  /** The line on which the row begins; null for a job that is not in the feed. */
  line: number | null
  /** The number of the row in the feed, from 1; null for a job that is not in the feed. */
  row: number | null
  id: string | null
  /**
   * `repeated`: the same job as in an earlier row, which was sent. `unconfirmed`: it is not known, because the answer was
   * lost. `unsent`: the work ended before. `valid`: a good row of a dry run. `unpublished`: a job that sync unpublished
   * because it is not in the feed.
   */
  status:
    | 'created'
    | 'updated'
    | 'unchanged'
    | 'repeated'
    | 'failed'
    | 'unconfirmed'
    | 'unsent'
    | 'valid'
    | 'unpublished'
  jobId: number | null
  jobUrl: string | null
  /** What the board warns of, although it takes the row. Absent if there is nothing. */
  warnings?: RowWarning[]
  error: ToldError | null
}

/** How many rows were read, and how many of them have each outcome. */
export type Counts = { rows: number } & Record<Outcome['status'], number>

export const createCounts = (): Counts => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  failed: 0,
  valid: 0,
  unpublished: 0,
  unconfirmed: 0,
  unsent: 0,
})

export const formatRows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
