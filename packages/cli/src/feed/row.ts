/** What is wrong with one field of a row. */
export interface Fault {
  /** Name of the field, `city.0` inside a list; empty where the row as a whole is wrong. */
  field: string
  /** What stands there, short enough to print. */
  value?: string
  /** What is wrong with it and what is accepted, as one sentence. */
  message: string
}

/** A job as the feed has it, by field name. */
export type FeedJob = Record<string, unknown>

/** One row of a feed as its format has it, before anything is checked. */
export interface RawRow {
  /** Where it begins in the feed, from 1. */
  line: number
  value: unknown
}

/** A row that cannot be read, while those after it can. */
export interface UnreadableRow {
  line: number
  unreadable: string
}

/** One row of a feed: a job that the board's schema accepts, or why there is none; then `id` is null where it is not sure which job the row is. */
export type Row =
  | { line: number; id: string; job: FeedJob & { id: string }; problem?: undefined }
  | { line: number; id: string | null; job?: undefined; problem: Fault[] }

/** The feed is broken from a line on: nothing after it can be read. */
export class BrokenFeed extends Error {
  override name = 'BrokenFeed'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}
