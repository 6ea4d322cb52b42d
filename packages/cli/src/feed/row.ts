/** A mistake in one field of a row. */
export interface Fault {
  /** Name of the field, `city.0` inside a list; empty if the row as a whole is wrong. */
  field: string
  /** The wrong value, shortened for a message. */
  value?: string
  /** One sentence: what is wrong, and what is accepted. */
  message: string
}

/** A job with the values of the feed, by field name. */
export type FeedJob = Record<string, unknown>

/** One row of a feed before it is checked. */
export interface RawRow {
  /** The line on which the row begins, from 1. */
  line: number
  value: unknown
}

/** A row that cannot be read. The rows after it can. */
export interface UnreadableRow {
  line: number
  unreadable: string
}

/** One checked row of a feed: a job, or the problem of the row. `id` is null if the row does not say for sure which job it is. */
export type Row =
  | { line: number; id: string; job: FeedJob & { id: string }; problem?: undefined }
  | { line: number; id: string | null; job?: undefined; problem: Fault[] }

/** The feed is broken: nothing after this line can be read. The message continues a sentence that starts with “the feed”. */
export class BrokenFeed extends Error {
  override name = 'BrokenFeed'
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}
